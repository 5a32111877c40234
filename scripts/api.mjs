// Writes docs/api/, the reference of every exported symbol, from the declarations in dist/ (npm run build first).
//   node scripts/api.mjs           writes it; look at the differences: a public type that changes should do so on purpose
//   node scripts/api.mjs --check   says what is out of date, symbol by symbol, and exits 1
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apiPages, changedSymbols } from './api/pages.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const FOLDER = 'docs/api';

const pages = apiPages();
if (process.argv.includes('--check')) {
  const written = new Map();
  try {
    for (const name of readdirSync(FOLDER)) written.set(name, readFileSync(`${FOLDER}/${name}`, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const changed = changedSymbols(written, pages);
  for (const line of changed) console.error(line);
  if (changed.length > 0) {
    console.error('docs/api is not what the code exports. If that is on purpose: node scripts/api.mjs, and a line in CHANGELOG.md where a type changed');
    process.exitCode = 1;
  }
} else {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of pages) writeFileSync(`${FOLDER}/${name}`, text);
  console.log(`${pages.size} pages in ${FOLDER}`);
}
