// The long simulations: that intervals and tests do what they say. One file each in scripts/validate/; minutes in all.
//   npm run validate              all of them
//   npm run validate -- coverage  one
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('validate/', import.meta.url));
const wanted = process.argv.slice(2);
let failed = 0;
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.mjs') || (wanted.length > 0 && !wanted.includes(file.replace('.mjs', '')))) continue;
  console.log(`\n# ${file}\n`);
  if (spawnSync(process.execPath, [`${folder}${file}`], { stdio: 'inherit' }).status !== 0) failed++;
}
if (failed > 0) {
  console.error(`\n${failed} of the simulations did not come out as they should`);
  process.exitCode = 1;
}
