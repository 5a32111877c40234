// How good is a learner on what it has not seen? Three learners, one small data set, several ways to find out.
//   node examples/splits/estimate.mjs
import { evaluateLearner, fiveByTwo, foldCorrelations, foldDifferences, holdout, kFold, outOfBag, Random } from 'fairbits';

// 120 patients with two measurements; those who are ill (one in three) have higher ones.
const random = new Random(7);
const noise = () => Array.from({ length: 12 }, () => random.below(1_000_000) / 1e6).reduce((a, b) => a + b, -6);
const labels = Uint8Array.from({ length: 120 }, (_, r) => (r % 3 === 0 ? 1 : 0));
const rows = Array.from(labels, (ill) => [1.2 * ill + noise(), 1.2 * ill + noise()]);
const data = { rows, labels, classes: ['healthy', 'ill'] };

/** Quotes the class frequencies, each count starting at 0.5. */
const frequencies = {
  name: 'frequencies',
  fit(_, labels) {
    const ill = (labels.reduce((sum, label) => sum + label, 0) + 0.5) / (labels.length + 1);
    return { predict: (rows) => Float64Array.from(rows.flatMap(() => [1 - ill, ill])) };
  },
};

/** The share of the ill among the k nearest patients, counts starting at 0.5. With k = 1 it remembers what it has seen. */
const nearest = (k) => ({
  name: `${k} nearest`,
  fit(known, labels) {
    const estimate = (row) => {
      const near = known.map((other, i) => ({ distance: Math.hypot(other[0] - row[0], other[1] - row[1]), label: labels[i] }));
      const ill =
        near
          .sort((a, b) => a.distance - b.distance)
          .slice(0, k)
          .reduce((sum, { label }) => sum + label, 0.5) /
        (k + 1);
      return [1 - ill, ill];
    };
    return { predict: (rows) => Float64Array.from(rows.flatMap(estimate)) };
  },
});

const show = ({ mean, standardDeviation }) => `${mean.toFixed(3).padStart(7)} ± ${standardDeviation.toFixed(3)}`;
const plans = [kFold({ folds: 10, stratified: true }), holdout({ repetitions: 25, stratified: true })];
for (const plan of plans) {
  console.log(`${plan.name}: mean and standard deviation over ${plan.count(labels.length)} splits`);
  for (const learner of [frequencies, nearest(1), nearest(15)]) {
    const { means } = await evaluateLearner(learner, data, plan);
    console.log(`  ${learner.name.padEnd(12)} accuracy ${show(means.accuracy)}   fair bits ${show(means.bayesianReward)}`);
  }
}

console.log('the error of the nearest neighbour, which remembers what it has seen');
const { bootstrap632 } = await evaluateLearner(nearest(1), data, outOfBag({ samples: 100 }));
const { resubstitution, outOfBag: unseen, estimate, plus } = bootstrap632.accuracy;
for (const [name, accuracy] of Object.entries({ seen: resubstitution, unseen, '.632': estimate, '.632+': plus.estimate }))
  console.log(`  ${name.padEnd(6)} ${(100 * (1 - accuracy)).toFixed(1).padStart(5)} %`);

// What the 5×2cv tests and the corrected t test take.
const plan = fiveByTwo({ stratified: true });
const [many, one] = [await evaluateLearner(nearest(15), data, plan), await evaluateLearner(nearest(1), data, plan)];
const { fiveByTwo: pairs, testTrainRatio } = foldDifferences(many, one, 'bayesianReward');
console.log(`15 nearest minus 1 nearest, fair bits, by repetition (test/train ${testTrainRatio})`);
console.log(`  ${pairs.map((pair) => pair.map((difference) => difference.toFixed(3)).join(' ')).join(' | ')}`);

const { matrix } = foldCorrelations(await evaluateLearner(nearest(15), data, plans[1]), ['bayesianReward', 'accuracy', 'miscalibration']);
console.log(`over the 25 holdouts, fair bits go with accuracy: r = ${matrix[0][1].toFixed(2)}`);
