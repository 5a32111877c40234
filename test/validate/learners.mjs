/**
 * Two learners that are equally good, as in Dietterich (1998): each has features of its own, all drawn alike, takes the one that serves it
 * best on the training data, and decides by the nearer class mean. Which is ahead on a data set, or on any part of it, is chance.
 * With one feature to each a learner hardly depends on which part of the data it learns from; with several weak ones it does.
 */
export function dataSet({ normal, next }, n, features, strength) {
  const truth = Uint8Array.from({ length: n }, () => (next() < 0.5 ? 0 : 1));
  const own = () => Array.from({ length: features }, () => Float64Array.from(truth, (y) => strength * y + normal()));
  return { n, truth, features: [own(), own()] };
}

/** The nearer class mean of a feature, and how many of the training data it gets right. */
function learn(x, truth, train) {
  const sums = [0, 0];
  const counts = [0, 0];
  for (const i of train) {
    sums[truth[i]] += x[i];
    counts[truth[i]]++;
  }
  const means = sums.map((sum, c) => sum / Math.max(1, counts[c]));
  const rule = { x, middle: (means[0] + means[1]) / 2, upper: means[1] >= means[0] ? 1 : 0 };
  return { rule, right: hits(rule, truth, train) };
}

function hits({ x, middle, upper }, truth, rows) {
  let right = 0;
  for (const i of rows) if ((x[i] >= middle ? upper : 1 - upper) === truth[i]) right++;
  return right;
}

/** The accuracy on `test` of what learns from `train`. */
function accuracy({ truth, features }, which, train, test) {
  const learned = features[which].map((x) => learn(x, truth, train));
  const best = learned.reduce((one, other) => (other.right > one.right ? other : one));
  return hits(best.rule, truth, test) / test.length;
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
