// Slices without any difference: how often is anything flagged, and how often is a single p below 5 %? The table of docs/slices.md.
//   node scripts/validate/slices.mjs [runs]      4,000 test sets for each learner by default
import { random } from '../../bench/data.mjs';
import { createEngine } from '../../dist/index.js';
import { benjaminiHochberg } from '../../dist/significance/benjaminiHochberg.js';
import { addRewards, noRewards, shapeOf } from '../../dist/slices/rewardShape.js';
import { LEAST_ROWS, sliceTest } from '../../dist/slices/sliceTest.js';

const runs = Number(process.argv[2] ?? 4000);
const ROWS = 2000;
const VALUES = [12, 3, 10, 4, 5];
const even = (next) => next();
const learners = {
  'calibrated, two equal classes': { truth: even, said: (q) => q },
  'calibrated, 3 % positive': { truth: (next) => 0.12 * next() ** 3, said: (q) => q },
  overconfident: { truth: (next) => 0.25 + 0.5 * next(), said: (q) => Math.min(0.999, Math.max(0.001, 0.5 + 3 * (q - 0.5))) },
};

const engine = await createEngine();
const next = random(23);
for (const [name, { truth, said }] of Object.entries(learners)) {
  let [flagged, below, tested] = [0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const p = new Float64Array(2 * ROWS);
    const labels = new Uint8Array(ROWS);
    for (let r = 0; r < ROWS; r++) {
      const q = truth(next);
      labels[r] = Number(next() < q);
      p[2 * r + 1] = said(q);
      p[2 * r] = 1 - p[2 * r + 1];
    }
    const rewards = engine.rewards('bayesianReward', p, labels, { classes: 2, prior: 'uniform' });
    const histograms = noRewards(2);
    // The mean of the logs of two bets; under equal priors each is −1.
    addRewards(histograms, 2, { rows: ROWS, labels, bits: rewards.map((reward) => reward - 1), weights: undefined });
    const positive = labels.reduce((sum, label) => sum + label, 0) / ROWS;
    const prior = Float64Array.of(1 - positive, positive);
    const own = engine.rewards('bayesianReward', p, labels, { prior: { no: prior[0], yes: prior[1] }, classes: ['no', 'yes'] });
    const shape = shapeOf(histograms, prior);
    const ps = [];
    for (const values of VALUES) {
      const sums = new Float64Array(values);
      const counts = new Float64Array(values);
      for (let r = 0; r < ROWS; r++) {
        const code = Math.floor(next() * values);
        sums[code] += own[r];
        counts[code]++;
      }
      for (let code = 0; code < values; code++) if (counts[code] >= LEAST_ROWS) ps.push(sliceTest(sums[code] / counts[code], counts[code], shape));
    }
    if (Math.min(...benjaminiHochberg(ps)) < 0.05) flagged++;
    tested += ps.length;
    for (const each of ps) if (each < 0.05) below++;
  }
  const error = Math.sqrt((0.05 * 0.95) / runs);
  console.log(
    `| ${name} | ${VALUES.reduce((a, b) => a + b)} of ${ROWS.toLocaleString('en-US')} rows | ${((100 * flagged) / runs).toFixed(2)} % (± ${(100 * error).toFixed(2)}) | ${((100 * below) / tested).toFixed(2)} % |`,
  );
}
