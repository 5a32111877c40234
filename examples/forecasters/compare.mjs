// Four forecasters of the same matches: what accuracy says, and what a bettor would say.
//   node examples/forecasters/compare.mjs
import { fileURLToPath } from 'node:url';
import { scoreFiles } from 'fairbits/node';

const rows = [];
for (const name of ['overconfident', 'timid', 'calibrated', 'frequencies']) {
  const { report } = await scoreFiles([fileURLToPath(new URL(`${name}.csv`, import.meta.url))], { truth: 'label', probs: 'p_*' });
  const { accuracy, bayesianReward } = report.measures;
  rows.push({ name, accuracy: accuracy.mean, bits: bayesianReward.mean, error: bayesianReward.standardError });
}

console.log('forecaster      accuracy   fair bits per match ± standard error');
for (const { name, accuracy, bits, error } of rows) {
  console.log(`${name.padEnd(15)} ${(100 * accuracy).toFixed(1).padStart(6)} %   ${bits.toFixed(4).padStart(8)} ± ${error.toFixed(4)}`);
}
console.log('\nThe two that know most are first by accuracy; one of them would ruin whoever bets on it.');
