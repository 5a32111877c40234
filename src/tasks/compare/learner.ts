import { basename } from 'node:path';
import { FairbitsError } from '../../base/errors.js';
import { placesByName } from '../../base/places.js';
import type { Judged } from '../../compare/judged.js';
import { nameOfFile } from '../../compare/names.js';
import { BY_ID, differentTruth, sameClasses, sameLength, sameTruths } from '../../compare/same.js';
import { measures } from '../../core/measures/registry.js';
import type { LeftOut, PartRows } from '../../rows/table.js';
import { nodeGround } from '../nodeGround.js';
import { placeRows } from '../placeRows.js';
import { chunksOf, type RowSource, RowStore } from '../resample/rowStore.js';
import type { ScoreOptions } from '../score/options.js';
import { scoreOnce } from '../score/scoreFiles.js';
import { placesById } from './ids.js';

/** What one learner did on every instance, from a file. */
export interface FileLearner extends Judged {
  /** What `chunks` hands over; it can be posted to threads. */
  source: RowSource;
  /** Where bad rows are skipped: its rows, part by part, and those that are left out beside the bad ones. */
  parts: readonly PartRows[];
  leaveOut?: readonly LeftOut[] | undefined;
  close(): void;
}

/** Scores a file and keeps every instance's rewards. */
export async function scoreLearner(file: string, name: string, options: ScoreOptions, leaveOut?: readonly LeftOut[]): Promise<FileLearner> {
  const store = new RowStore(measures.length + 1);
  let parts: readonly PartRows[] = [];
  const onRows = (found: readonly PartRows[]): void => {
    parts = found;
  };
  const pairing = options.skipBad ? { pairing: { leaveOut, onRows } } : {};
  try {
    const { report, scores, guesses } = await scoreOnce([file], { ...options, ...pairing, columns: store });
    const summaries = scores.map(({ summary }) => summary);
    return { name, file, report, guesses, summaries, parts, leaveOut, ...storedRows(store), close: () => store.close() };
  } catch (error) {
    store.close();
    throw error;
  }
}

function storedRows(store: RowStore): Pick<FileLearner, 'rows' | 'source' | 'chunks'> {
  const source = store.source();
  return { rows: source.rows, source, chunks: () => chunksOf(source) };
}

/** Brings another learner's rows into the order of the first, by an id where one is given; the truths must then agree. */
export async function alignLearner(
  first: FileLearner,
  other: FileLearner,
  id: { column: string; ofFirst: readonly string[]; ofOther: readonly string[] } | undefined,
  options: ScoreOptions,
): Promise<FileLearner> {
  sameClasses(first, other);
  if (!id) {
    sameLength(first, other);
    const found = differentTruth(first, other);
    const place = found && (await rowPlaceOf(first, found.row, options.header));
    sameTruths(first, other, (row) => place ?? `row ${row + 1}`, ` in the same order. ${BY_ID}`);
    return other;
  }
  const places = placesById(id.ofFirst, id.ofOther, [first.file, other.file], id.column);
  const columns = Array.from({ length: other.source.columns }, () => new Float64Array(places.length));
  let from = 0;
  for (const chunk of other.chunks()) {
    chunk.forEach((values, c) => {
      columns[c].set(values, from);
    });
    from += chunk[0].length;
  }
  other.close();
  const store = new RowStore(other.source.columns);
  store.add(columns.map((values) => Float64Array.from(places, (place) => values[place])));
  const aligned = { ...other, ...storedRows(store), close: () => store.close() };
  try {
    sameTruths(first, aligned, (row) => `the instance ${JSON.stringify(id.ofFirst[row])} (column "${id.column}")`, '');
  } catch (error) {
    store.close();
    throw error;
  }
  return aligned;
}

/** The line of a text; else the row, counted from 1. */
async function rowPlaceOf({ file, parts, leaveOut }: FileLearner, row: number, header: boolean | undefined): Promise<string> {
  const skipped = leaveOut !== undefined || parts.some(({ bad }) => bad.length > 0);
  const [place] = file === '-' ? [undefined] : await placeRows(nodeGround, [file], undefined, [row], skipped, header);
  return place?.line === undefined ? `row ${row + 1}` : `line ${place.line}`;
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
  const names = files.map((file) => (file === '-' ? 'standard input' : nameOfFile(basename(file))));
  const places = placesByName(files);
  return new Set(names).size === names.length ? names : files.map((file, i) => (places.get(file) === i ? file : `${file} (${i + 1})`));
}
