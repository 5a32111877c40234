/**
 * How each command is called on a file. Each has several forms, and the cases take them in turn.
 * A form gets the file, another file of the same true classes, and whether the rows have all columns (as in rich.csv).
 */

/** What tells a command the columns, where they cannot be guessed. */
export function selection(file) {
  const set = /^(one|two|three|six|large)/.exec(file)?.[1];
  const classes = { one: 'no,yes', two: 'no,yes', six: 'u,v,w,x,y,z' }[set] ?? 'a,b,c';
  if (/\.npy(\.gz)?$|-npy$/.test(file)) return ['--labels', labelsFor(file), '--classes', classes];
  return set === 'one' ? ['--probs', 'p_yes', '--positive', 'yes'] : [];
}

/** The labels of an NPY file; their type varies with that of the estimates. */
function labelsFor(file) {
  if (/^odd-(one-row|no-rows)/.test(file)) return file.replace('.npy', '.labels.npy');
  const set = /^(one|two|three|six|large)/.exec(file)?.[1] ?? (file === 'odd-column.npy' ? 'one' : 'three');
  const type = file.includes('fortran') ? 'u1' : file.includes('f4') ? 'u2' : file.includes('big') ? 'i4' : 'i8';
  return `${set}.${type}.labels.npy`;
}

const one = (file) => /^one/.test(file);
const classOf = (file) => (/^(one|two)/.test(file) ? 'yes' : /^six/.test(file) ? 'w' : 'b');
const positive = (file) => (one(file) && !file.includes('npy') ? [] : ['--positive', classOf(file)]);
const costs = (file) => (/^(one|two)/.test(file) ? '0,1;5,0' : /^six/.test(file) ? undefined : '0,1,2;3,0,1;1,8,0');

export const COMMANDS = {
  score: {
    usual: (file) => ['score', file, ...selection(file), '--json'],
    rewards: (file) => ['score', file, ...selection(file), '--json', '--rewards', '{out}/rewards.csv', '--no-ranking'],
    save: (file) => ['score', file, ...selection(file), '--no-ranking', '--save', '{out}/saved.json'],
    bootstrap: (file) => ['score', file, ...selection(file), '--json', '--bootstrap', '60', '--seed', '3', '--no-ranking'],
    train: (file) => [
      'score',
      `${/^(one|two|six)/.exec(file)?.[1].replace('one', 'two') ?? 'rich'}.csv`,
      '--json',
      '--no-ranking',
      '--prior',
      `train:${file.endsWith('.npy') ? selection(file)[1] : `${file}:label`}`,
    ],
  },
  // These need all columns.
  weights: {
    usual: (file) => ['score', file, '--weights', 'n', '--json'],
    rewards: (file) => ['score', file, '--weights', 'n', '--no-ranking', '--rewards', '{out}/rewards.csv'],
  },
  known: { usual: (file) => ['score', file, '--true-probs', 't_*', '--no-ranking', '--json'] },
  calibrate: {
    usual: (file) => ['calibrate', file, ...selection(file), '--json'],
    bins: (file) => ['calibrate', file, ...selection(file), '--bins', '4', '--cutoff', 'epsilon:0.01', '--json'],
  },
  recalibrate: {
    fit: (file, other) => ['recalibrate', '--fit', file, '--apply', other, ...selection(file), '--json', '--out', '{out}/corrected.csv'],
    apply: (file, other) => ['recalibrate', '--fit', other, '--apply', file, ...selection(file), '--json', '--method', 'temperature'],
    both: (file) => ['recalibrate', '--fit', file, '--apply', file, ...selection(file), '--json', '--method', 'platt', '--out', '{out}/corrected.csv'],
  },
  decide: {
    usual: (file) => ['decide', file, ...selection(file), ...(costs(file) ? ['--costs', costs(file)] : []), '--json'],
    amounts: (file, _, rich) => ['decide', file, ...selection(file), ...(rich ? ['--costs', 'costs.csv', '--amounts', 'amount'] : []), '--json'],
  },
  curves: {
    usual: (file) => ['curves', file, ...selection(file), ...positive(file), '--points', '30', '--json'],
    csv: (file) => ['curves', file, ...selection(file), ...positive(file), '--points', '100', '--csv'],
  },
  rules: {
    top: (file) => ['rules', file, ...onlyColumns(file), '--predict-set', 'top:2', '--json'],
    sets: (file, _, rich) => [
      'rules',
      file,
      ...(rich ? ['--predicted', 'said', '--classes', 'a,b,c'] : [...onlyColumns(file), '--predict-set', 'above:0.2']),
      '--json',
    ],
    prior: (file) => ['rules', file, ...onlyColumns(file), '--predict-set', 'prior', '--json'],
  },
  regress: { usual: (file) => ['regress', file, '--actual', 'real', '--predicted', 'guess', '--bootstrap', '40', '--json'] },
  compare: {
    usual: (file, other) => ['compare', file, other, ...withoutLabels(file), '--bootstrap', '60', '--json'],
    ids: (file, other, rich) => [
      'compare',
      ...(rich ? ['turned.csv', file, '--id', 'id'] : [other, file, ...withoutLabels(file)]),
      '--bootstrap',
      '40',
      '--json',
    ],
  },
  priors: {
    usual: (file, other) => ['priors', file, other, ...withoutLabels(file), '--points', '7', '--json'],
    second: (file, other) => ['priors', other, file, ...withoutLabels(file), '--points', '3', '--json'],
  },
  test: {
    mcnemar: (file, other) => ['test', 'mcnemar', file, other, ...withoutLabels(file), '--json'],
    delong: (file, other) => ['test', 'delong', other, file, ...withoutLabels(file), ...positive(file), '--json'],
    bet: (file, other) => ['test', 'bet', file, other, ...withoutLabels(file), '--cutoff', 'epsilon:0.001', '--json'],
  },
};

/** rules has no --positive. */
const onlyColumns = (file) => selection(file).filter((word, i, all) => word !== '--positive' && all[i - 1] !== '--positive');

/** compare, priors and test have no --labels. */
const withoutLabels = (file) => (file.includes('npy') ? [] : selection(file));

/** Commands that have --on-error and --threads. */
export const WITH_ON_ERROR = ['score', 'weights', 'known', 'calibrate', 'recalibrate', 'decide', 'curves'];
export const WITH_THREADS = [...WITH_ON_ERROR, 'compare'];
/** Commands that need more columns than the true class and the estimates. */
export const NEED_ALL_COLUMNS = ['weights', 'known', 'regress'];
/** Commands that have no option for labels, and so take no NPY files. */
export const WITHOUT_LABELS = ['compare', 'priors', 'test', 'regress', 'weights', 'known'];
