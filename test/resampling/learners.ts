import type { Learner, Model } from 'fairbits';

/** Quotes the class frequencies of what it learned from, each count starting at 0.5: what the prior `train` is. */
export const priorLearner: Learner<unknown> = {
  name: 'prior',
  fit(_, labels, { classes }) {
    const counts = classes.map(() => 0.5);
    for (const label of labels) counts[label]++;
    const total = counts.reduce((a, b) => a + b, 0);
    return constant(counts.map((count) => count / total));
  },
};

/** Is certain of the most frequent class, the first of several. */
export const majority: Learner<unknown> = {
  name: 'majority',
  fit(_, labels, { classes }) {
    const counts = classes.map(() => 0);
    for (const label of labels) counts[label]++;
    const most = counts.indexOf(Math.max(...counts));
    return constant(classes.map((_, i) => +(i === most)));
  },
};

function constant(estimates: number[]): Model<unknown> {
  return { predict: (rows) => Float64Array.from(rows.flatMap(() => estimates)) };
}

/** Knows what it has seen, and of anything else says that it is of the first class. */
export const memorizer: Learner<number> = {
  name: 'memorizer',
  fit(rows, labels, { classes }) {
    const seen = new Map(rows.map((row, i) => [row, labels[i]]));
    return { predict: (wanted) => Float64Array.from(wanted.flatMap((row) => classes.map((_, i) => +(i === (seen.get(row) ?? 0))))) };
  },
};

/** Gaussian naive Bayes. Classes count from 0.5, variances are held above ¼. */
export const naiveBayes: Learner<readonly number[]> = {
  name: 'naive Bayes',
  fit(rows, labels, { classes }) {
    const width = rows[0].length;
    const models = classes.map((_, c) => {
      const own = rows.filter((_, i) => labels[i] === c);
      const at = (j: number) => own.map((row) => row[j]);
      const mean = (values: number[]) => (values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : 0);
      return {
        weight: Math.log(own.length + 0.5),
        features: Array.from({ length: width }, (_, j) => {
          const m = mean(at(j));
          return { m, v: own.length > 0 ? Math.max(0.25, mean(at(j).map((x) => (x - m) ** 2))) : 1e3 };
        }),
      };
    });
    return {
      predict(wanted) {
        const out = new Float64Array(wanted.length * classes.length);
        for (const [r, row] of wanted.entries()) {
          const logs = models.map(({ weight, features }) => features.reduce((sum, { m, v }, j) => sum - (row[j] - m) ** 2 / (2 * v) - Math.log(v) / 2, weight));
          const most = Math.max(...logs);
          const raw = logs.map((log) => Math.exp(log - most));
          const sum = raw.reduce((a, b) => a + b, 0);
          out.set(
            raw.map((x) => x / sum),
            r * classes.length,
          );
        }
        return out;
      },
    };
  },
};
