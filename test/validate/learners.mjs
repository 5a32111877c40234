/**
 * Two learners that are equally good, as in Dietterich (1998): each decides by the nearer class mean of a feature of its own, and the two
 * features are drawn alike. Which is ahead on a data set, or on any part of it, is chance.
 */
export function dataSet({ normal, next }, n) {
  const truth = Uint8Array.from({ length: n }, () => (next() < 0.5 ? 0 : 1));
  const feature = () => Float64Array.from(truth, (y) => y + normal());
  return { n, truth, features: [feature(), feature()] };
}

/** The accuracy on `test` of what learns from `train`. */
function accuracy({ truth, features }, which, train, test) {
  const x = features[which];
  const sums = [0, 0];
  const counts = [0, 0];
  for (const i of train) {
    sums[truth[i]] += x[i];
    counts[truth[i]]++;
  }
  const means = sums.map((sum, c) => sum / Math.max(1, counts[c]));
  const middle = (means[0] + means[1]) / 2;
  const upper = means[1] >= means[0] ? 1 : 0;
  let right = 0;
  for (const i of test) if ((x[i] >= middle ? upper : 1 - upper) === truth[i]) right++;
  return right / test.length;
}

const everyone = (n) => Uint32Array.from({ length: n }, (_, i) => i);

/** Accuracies of both on repeated splits, `part` of the data for testing. */
export function holdouts(data, random, times, part) {
  const size = Math.round(data.n * part);
  const scores = [[], []];
  for (let t = 0; t < times; t++) {
    const order = random.shuffle(everyone(data.n));
    for (const which of [0, 1]) scores[which].push(accuracy(data, which, order.subarray(size), order.subarray(0, size)));
  }
  return scores;
}

export function crossValidation(data, random, folds) {
  const order = random.shuffle(everyone(data.n));
  const scores = [[], []];
  for (let f = 0; f < folds; f++) {
    const test = order.filter((_, i) => i % folds === f);
    const train = order.filter((_, i) => i % folds !== f);
    for (const which of [0, 1]) scores[which].push(accuracy(data, which, train, test));
  }
  return scores;
}

export function fiveByTwo(data, random) {
  return Array.from({ length: 5 }, () => {
    const [a, b] = crossValidation(data, random, 2);
    return [a[0] - b[0], a[1] - b[1]];
  });
}
