import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { allRows, type ClassChoice, createLearner, type DataModel, type Dataset, readArff, Training } from 'fairbits/learners';

/** Where check files and data sets lie that are no part of the repository. */
export const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));
export const CHECKS = `${SHARED}learners/`;
export const DATA = `${SHARED}data/`;
/** Why tests of check files are left out, where they are. */
export const WITHOUT_CHECKS = existsSync(CHECKS) && existsSync(DATA) ? false : 'the check files (../shared) are not here';

const FILES: Record<string, string> = {
  iris: 'weka-debian/iris.arff',
  vote: 'weka-debian/vote.arff',
  'breast-cancer': 'weka-debian/breast-cancer.arff',
  labor: 'weka-debian/labor.arff',
  glass: 'weka-debian/glass.arff',
  'kr-vs-kp': 'renatopp-arff/kr.vs.kp.arff',
  hepatitis: 'renatopp-arff/hepatitis.arff',
  colic: 'renatopp-arff/colic.arff',
  'heart.c': 'renatopp-arff/heart.c.arff',
  hypothyroid: 'monash-hgs/hypothyroid.arff',
  vehicle: 'monash-hgs/vehicle.arff',
  wine: 'ready/wine.arff',
};

const read = new Map<string, Dataset>();

export function checkData(name: string, classes: ClassChoice = 'declared'): Dataset {
  const key = `${name} ${classes}`;
  const found = read.get(key) ?? readArff(textOf(DATA + FILES[name]), { name, classes });
  read.set(key, found);
  return found;
}

export function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

export const checkJson = (name: string) => JSON.parse(readFileSync(CHECKS + name, 'utf8'));

export const fixture = (name: string, options = {}): Dataset =>
  readArff(readFileSync(new URL(`fixtures/${name}.arff`, import.meta.url), 'utf8'), { name: `${name}.arff`, ...options });

export interface Parts {
  data: Dataset;
  train: number[];
  test: number[];
  labels: Uint16Array;
}

/** `all`: train and test on every row. `thirds`: test on rows 2, 5, 8, … and train on the others. */
export function partsOf(data: Dataset, mode: string): Parts {
  const rows = allRows(data);
  const [train, test] = mode === 'all' ? [rows, rows] : [rows.filter((row) => row % 3 !== 2), rows.filter((row) => row % 3 === 2)];
  return { data, train, test, labels: labelsOf(data, train) };
}

export const labelsOf = (data: Dataset, rows: readonly number[]): Uint16Array => Uint16Array.from(rows, (row) => data.labels[row]);

export const trainingOf = ({ data, train, labels }: Parts): Training => new Training(data, train, labels, data.classes);

export function modelOf(name: string, { data, train, labels }: Parts, options: Record<string, unknown> = {}): DataModel {
  return createLearner(name, data, options).fit(train, labels, { classes: data.classes });
}

/** The rows that are right, the first of the most probable classes counting; and the sum of −log2 of the true class. */
export function judged(model: DataModel, { data, test }: Parts): { correct: number; loss: number; estimates: Float64Array } {
  const k = data.classes.length;
  const estimates = model.predict(test);
  let [correct, loss] = [0, 0];
  for (const [i, row] of test.entries()) {
    const own = estimates.subarray(i * k, (i + 1) * k);
    if (own.indexOf(Math.max(...own)) === data.labels[row]) correct++;
    loss -= Math.log2(own[data.labels[row]]);
  }
  return { correct, loss, estimates };
}

export function furthest(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  let most = found.length === expected.length ? 0 : Infinity;
  for (let i = 0; i < expected.length; i++) if (!(Math.abs(found[i] - expected[i]) <= most)) most = Math.abs(found[i] - expected[i]);
  return most;
}
