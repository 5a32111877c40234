// What second moments cost: the statistics of a pass (every measure under any prior, with standard errors) beside the tally (totals
// alone) and beside one value per row and measure under one prior, which is what scoring took before there were statistics.
// node bench/statistics.mjs [--quick] [--json FILE]
import { writeFileSync } from 'node:fs';
import { createEngine } from '../dist/core/engine.js';
import { measures } from '../dist/core/measures/registry.js';
import { treat } from '../dist/core/treatment.js';
import { random } from './data.mjs';

const ROWS = 2 ** 18;
const TURNS = process.argv.includes('--quick') ? 8 : 25;

const next = random(11);
const engine = await createEngine({ memory: 128 * 2 ** 20 });
const results = [];
for (const k of [2, 3, 10, 16]) {
  const { probabilities, labels, free } = engine.chunk(ROWS, k);
  for (let r = 0; r < ROWS; r++) {
    const row = probabilities.subarray(r * k, (r + 1) * k);
    for (let i = 0; i < k; i++) row[i] = -Math.log(next() + 1e-9);
    const sum = row.reduce((a, b) => a + b, 0);
    for (let i = 0; i < k; i++) row[i] /= sum;
    let left = next();
    let c = 0;
    while (c < k - 1 && left >= row[c]) left -= row[c++];
    labels[r] = c;
  }
  const names = Array.from({ length: k }, (_, i) => `c${i}`);
  const treatment = treat(names, probabilities, {});
  const prior = new Float64Array(k).fill(1 / k);
  const band = { low: prior, high: prior };
  const contestants = {
    tally: () => engine.tally(names).add(probabilities, labels),
    columns() {
      const scoring = engine.scoring(treatment, prior, measures);
      engine.addToBoth(engine.tally(names), scoring, treatment, probabilities, labels);
      scoring.finish();
      scoring.free();
    },
    statistics() {
      const scoring = engine.scoring(treatment, prior, []);
      engine.addToBoth(engine.statistics(names, { band }), scoring, treatment, probabilities, labels);
      scoring.free();
    },
  };
  const best = Object.fromEntries(Object.keys(contestants).map((name) => [name, Infinity]));
  for (let turn = 0; turn < TURNS; turn++)
    for (const [name, run] of Object.entries(contestants)) {
      const start = performance.now();
      run();
      best[name] = Math.min(best[name], ((performance.now() - start) * 1e6) / ROWS);
    }
  free();
  results.push({ k, ...best, ratio: best.statistics / best.columns });
  const figures = Object.entries(best).map(([name, ns]) => `${name} ${ns.toFixed(1)}`);
  console.log(`${k} classes, ns per row: ${figures.join(', ')}; statistics / columns ${(best.statistics / best.columns).toFixed(2)}`);
}
const at = process.argv.indexOf('--json');
if (at > 0) writeFileSync(process.argv[at + 1], `${JSON.stringify({ node: process.version, rows: ROWS, results }, null, 2)}\n`);
