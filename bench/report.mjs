// Writes docs/benchmarks.md and its chart from bench/results/*.json.
//   node bench/report.mjs            writes them
//   node bench/report.mjs --check    exits 1 if they are out of date
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from './report/page.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const files = benchmarksPage();
if (process.argv.includes('--check')) {
  const old = [...files].filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text).map(([file]) => file);
  if (old.length > 0) {
    console.error(`${old.join(' and ')}: out of date. node bench/report.mjs writes them anew`);
    process.exitCode = 1;
  }
} else for (const [file, text] of files) writeFileSync(file, text);
