/** The test sets that the files hold. All numbers come from whole ones by division, so they are the same everywhere. */
import { integers } from './random.mjs';

export const CLASSES = { one: ['no', 'yes'], two: ['no', 'yes'], three: ['a', 'b', 'c'], six: ['u', 'v', 'w', 'x', 'y', 'z'] };

/** Positive whole numbers that sum to `total`, some of them much larger than others. */
function parts(total, k, next) {
  const raw = Array.from({ length: k }, () => (1 + next(12)) * (1 + next(12)) * (1 + next(12)));
  const sum = raw.reduce((a, b) => a + b, 0);
  const found = raw.map((x) => 1 + Math.floor(((total - k) * x) / sum));
  found[0] += total - found.reduce((a, b) => a + b, 0);
  return found;
}

/** Positive whole numbers as shares of their sum. */
function shares(counts) {
  const sum = counts.reduce((a, b) => a + b, 0);
  return counts.map((count) => count / sum);
}

/** Which part a number below the sum of all falls into. */
function drawn(counts, at) {
  let below = 0;
  return counts.findIndex((count) => {
    below += count;
    return at < below;
  });
}

/**
 * Rows with known probabilities, two learners' estimates of them, weights, amounts, sets of classes and numbers.
 * Every column of several numbers is an array of rows.
 */
export function testSet(seed, rows, classes) {
  const next = integers(seed);
  const k = classes.length;
  const set = { classes, rows, id: [], label: [], known: [], first: [], second: [], weight: [], amount: [], sets: [], actual: [], guess: [] };
  for (let r = 0; r < rows; r++) {
    const truth = parts(64, k, next);
    const label = drawn(truth, next(64));
    set.id.push(`r${r + 1}`);
    set.label.push(classes[label]);
    set.known.push(truth.map((count) => count / 64));
    set.first.push(shares(truth.map((count) => 40 * count + 1 + next(600))));
    set.second.push(shares(truth.map((count) => 20 * count + 1 + next(1500))));
    set.weight.push([0, 0.5, 1, 1, 1, 2, 3][next(7)]);
    set.amount.push(1 + next(2000) / 4);
    set.sets.push(classes.filter((_, i) => next(100) < (i === label ? 70 : 25)));
    const actual = next(8000) / 8 - 300;
    set.actual.push(actual);
    set.guess.push(actual + next(3200) / 16 - 90);
  }
  return set;
}

const byClass = (prefix, classes, rows) => classes.map((name, i) => [`${prefix}${name}`, rows.map((row) => row[i])]);

/** The true class and the estimates, nothing else. */
export function narrow({ classes, label, first }, estimates = first) {
  return { label, ...Object.fromEntries(byClass('p_', classes, estimates)) };
}

/** The true class and P(the last class). */
export function single({ classes, label, first }, estimates = first) {
  return { label, ...Object.fromEntries(byClass('p_', classes, estimates).slice(-1)) };
}

/** Everything there is. */
export function rich(set, estimates = set.first) {
  const { classes, id, label, known, weight, amount, sets, actual, guess } = set;
  return {
    id,
    label,
    ...Object.fromEntries([...byClass('p_', classes, estimates), ...byClass('t_', classes, known)]),
    n: weight,
    amount,
    said: sets,
    real: actual,
    guess,
  };
}

/** Some rows of columns, in the order given. */
export function rowsOf(columns, order) {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, order.map((r) => values[r])]));
}
