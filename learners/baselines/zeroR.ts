import type { LearnerKind } from '../base/learner.js';

/** ZeroR: the frequencies of the classes in training, with one more row of each. */
export const zeroR: LearnerKind<Record<never, never>> = {
  name: 'zeror',
  about: 'the frequencies of the classes',
  options: {},
  fit({ classCounts, n, k, classes, majority }) {
    const estimates = classCounts.map((count) => (count + 1) / (n + k));
    return {
      predict(rows) {
        const all = new Float64Array(rows.length * k);
        for (let i = 0; i < rows.length; i++) all.set(estimates, i * k);
        return all;
      },
      describe: () => `every row is ${classes[majority]} (${classCounts[majority]} of ${n} rows)`,
      complexity: () => null,
    };
  },
};
