import { basename } from 'node:path';
import { FairbitsError } from '../errors.js';
import { measures } from '../measures/registry.js';
import type { Summary } from '../moments.js';
import type { Report } from '../report.js';
import { chunksOf, type RowSource, RowStore } from '../resampling/rowStore.js';
import type { ScoreOptions } from '../score/options.js';
import { scoreOnce } from '../score/scoreFiles.js';
import { placesById, readIds } from './ids.js';

/** What one learner did on every instance. */
export interface Learner {
  name: string;
  file: string;
  report: Report;
  summaries: Summary[];
  guesses: string[];
  /** A column for each measure, then the true classes, by their places among `report.classes`. */
  rows: RowSource;
  close(): void;
}

const TRUTHS = measures.length;
const BY_ID = 'Where a column tells the instances apart, fairbits compare --id COLUMN brings them together.';

/** Scores a file and keeps every instance's rewards. */
export async function scoreLearner(file: string, name: string, options: ScoreOptions): Promise<Learner> {
  const store = new RowStore(measures.length + 1);
  try {
    const { report, moments, guesses } = await scoreOnce([file], { ...options, ranking: false, columns: store });
    return { name, file, report, guesses, summaries: moments.map((each) => each.summary()), rows: store.source(), close: () => store.close() };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Brings another learner's rows into the order of the first, by an id where one is given; the truths must then agree. */
export async function align(first: Learner, other: Learner, id: { column: string; ofFirst: readonly string[] } | undefined): Promise<Learner> {
  sameClasses(first, other);
  if (!id) {
    sameLength(first, other);
    sameTruths(first, other, (row) => `row ${row + 1} (counted from 1, without the header)`, ` in the same order. ${BY_ID}`);
    return other;
  }
  const places = placesById(id.ofFirst, await readIds(other.file, id.column), [first.file, other.file], id.column);
  const columns = Array.from({ length: other.rows.columns }, () => new Float64Array(places.length));
  let from = 0;
  for (const chunk of chunksOf(other.rows)) {
    chunk.forEach((values, c) => {
      columns[c].set(values, from);
    });
    from += chunk[0].length;
  }
  other.close();
  const store = new RowStore(other.rows.columns);
  store.add(columns.map((values) => Float64Array.from(places, (place) => values[place])));
  const aligned = { ...other, rows: store.source(), close: () => store.close() };
  try {
    sameTruths(first, aligned, (row) => `the instance ${JSON.stringify(id.ofFirst[row])} (column "${id.column}")`, '');
  } catch (error) {
    store.close();
    throw error;
  }
  return aligned;
}

function sameClasses(first: Learner, other: Learner): void {
  const [a, b] = [first, other].map(({ report }) => [...report.classes].sort());
  if (a.length === b.length && a.every((name, i) => name === b[i])) return;
  throw new FairbitsError('columns', `${other.file} is about the classes ${b.join(', ')} and ${first.file} about ${a.join(', ')}: expected the same`, {
    file: other.file,
    found: b.join(', '),
    expected: a.join(', '),
  });
}

function sameLength(first: Learner, other: Learner): void {
  const [a, b] = [first.rows.rows, other.rows.rows];
  if (a !== b)
    throw new FairbitsError(
      'length',
      `${first.file} has ${a} rows and ${other.file} has ${b}: expected predictions of the same instances in the same order. ${BY_ID}`,
      { file: other.file, found: b, expected: `${a} rows` },
    );
}

function sameTruths(first: Learner, other: Learner, which: (row: number) => string, more: string): void {
  const names = other.report.classes;
  const code = Float64Array.from(names, (name) => first.report.classes.indexOf(name));
  const others = chunksOf(other.rows);
  let from = 0;
  for (const chunk of chunksOf(first.rows)) {
    const mine = chunk[TRUTHS];
    const theirs = (others.next().value as Float64Array[])[TRUTHS];
    for (let r = 0; r < mine.length; r++) {
      if (mine[r] === code[theirs[r]]) continue;
      const [a, b] = [first.report.classes[mine[r]], names[theirs[r]]];
      throw new FairbitsError(
        'class',
        `${which(from + r)} has the true class "${a}" in ${first.file} and "${b}" in ${other.file}: expected predictions of the same instances${more}`,
        { file: other.file, row: from + r, found: b, expected: a },
      );
    }
    from += mine.length;
  }
}

/** Names for learners: what is different in the names of their files. */
export function learnerNames(files: readonly string[], given?: readonly string[]): string[] {
  if (given) {
    if (given.length !== files.length || new Set(given).size !== given.length)
      throw new FairbitsError('option', `--names gives ${given.length} (${given.join(', ')}) for ${files.length} files: expected a different name for each`, {
        found: given.join(', '),
        expected: `${files.length} names`,
      });
    return [...given];
  }
  const names = files.map((file) =>
    file === '-' ? 'standard input' : basename(file).replace(/(\.(csv|tsv|txt|ndjson|jsonl|parquet|arrows?|feather|ipc|npy|gz))+$/i, ''),
  );
  return new Set(names).size === names.length ? names : files.map((file, i) => (files.indexOf(file) === i ? file : `${file} (${i + 1})`));
}
