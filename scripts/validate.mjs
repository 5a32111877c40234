// The statistical-honesty suite at full length: simulates every test under its null hypothesis and writes the table of docs/significance.md.
import { readFileSync, writeFileSync } from 'node:fs';
import './setup.mjs';

const { all, caught } = await import('../test/validate/judge.mjs');
const page = 'docs/significance.md';
const [start, end] = ['<!-- made by npm run validate -->', '<!-- end -->'];

const began = performance.now();
const rows = all(false, ({ data }, found) => {
  for (const { name, rate, claim, kept } of found)
    console.log(`${kept ? 'ok  ' : 'NOT '} ${(100 * rate).toFixed(2).padStart(6)} %  ${claim.padEnd(14)} ${name} — ${data}`);
});
const percent = (x) => `${(100 * x).toFixed(2)} %`;
const lines = [
  '| test | under the null: | simulations | wrong at 5 % | claimed |',
  '|---|---|---|---|---|',
  ...rows.map(
    ({ name, data, times, rate, claim, kept }) =>
      `| ${name} | ${data} | ${times.toLocaleString('en-US')} | ${percent(rate)} | ${kept ? claim : `**${claim}, not kept**`} |`,
  ),
];
const times = [...new Set(rows.map((row) => row.times))].sort((x, y) => x - y);
const power = times.map((n) => `${percent(caught(n))} in ${n.toLocaleString('en-US')}`).join(', ');
const text = readFileSync(page, 'utf8');
const [head, tail] = [text.split(start)[0], text.split(end)[1]];
writeFileSync(
  page,
  `${head}${start}\n${lines.join('\n')}\n\nFour standard errors are put down to chance. A true rate of this much would be caught in 99 of 100 such runs: ${power}.\n${end}${tail}`,
);
const failed = rows.filter(({ kept }) => !kept);
console.log(`${rows.length - failed.length} claims kept, ${failed.length} not; ${((performance.now() - began) / 1000).toFixed(0)} s`);
process.exit(failed.length > 0 ? 1 : 0);
