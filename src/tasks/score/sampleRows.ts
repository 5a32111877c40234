import type { Engine } from '../../core/engine.js';
import { HEAD, head, type Read, type Reading } from '../../rows/bytes/reading.js';
import type { Part, Wanted } from '../../rows/table.js';
import { type PartOutcome, RowWork } from '../../run/rowWork.js';
import { cutTables } from '../../run/runRows.js';
import type { Predictions } from '../predictions.js';
import type { OpenRows } from '../rowCrew.js';
import { countSinks } from '../sinks/countClasses.js';

/** What some rows tell of all: how many there are of each class, and about how many there will be in all, if that can be known. */
interface RowSample {
  counts: Float64Array;
  expectedRows: number | undefined;
}

/** Parts whose classes are counted, where parts can be read here and there. */
const SAMPLES = 4;

/**
 * Counts the classes of some rows, so that it is known about where the frequencies of all will be; undefined where these are
 * all rows. Of text only the beginning is looked at, so that a stream has the bits of a file. Rows that cannot be read are for the
 * scoring to say.
 */
export async function sampleRows({ inputs, tables }: OpenRows, { classes, wanted }: Predictions, engine: Engine): Promise<RowSample | undefined> {
  const [{ text, address }] = tables;
  const truths = wanted.map((each): Wanted => ({ ...each, numbers: [], weights: undefined }));
  const task = { sink: 'count', of: classes.length, wanted: truths, engine: {}, skipBad: true };
  const work = new RowWork(engine, tables, task, countSinks);
  const counts = new Float64Array(classes.length);
  const count = async (read: Read, parts: readonly Part[]): Promise<number> => {
    for (const part of parts) {
      const outcome = (await read(work.run(part, undefined))) as PartOutcome<Float64Array>;
      for (const [i, rows] of outcome.result.entries()) counts[i] += rows;
    }
    return counts.reduce((sum, rows) => sum + rows, 0);
  };
  try {
    if (text) {
      const bytes = await inputs.read(head(address.file, inputs.files[address.file].size));
      if (bytes.length < HEAD && tables.length === 1) return undefined;
      const { rowsAt } = text;
      const rows = await count(readFrom(bytes), [{ table: 0, from: rowsAt, to: bytes.length, known: { start: rowsAt, linesBefore: text.linesBefore } }]);
      if (rows <= classes.length) return undefined;
      const all = tables.reduce((sum, { size, text: its }) => sum + size - (its?.rowsAt ?? 0), 0);
      return { counts, expectedRows: all < Infinity ? (rows * all) / (bytes.length - rowsAt) : undefined };
    }
    const parts = cutTables(tables, Infinity);
    if (parts.length <= 1) return undefined;
    const step = Math.max(1, Math.floor(parts.length / SAMPLES));
    await count(
      inputs.read,
      parts.filter((_, i) => i % step === Math.floor(step / 2)),
    );
    return { counts, expectedRows: tables.some(({ rows }) => rows === undefined) ? undefined : tables.reduce((sum, { rows = 0 }) => sum + rows, 0) };
  } catch {
    return undefined;
  } finally {
    work.free();
  }
}

/** Reads bytes that are at hand. */
export function readFrom(bytes: Uint8Array): Read {
  return <T>(reading: Reading<T>): T => {
    for (let step = reading.next(); ; ) {
      if (step.done) return step.value;
      const { into, at } = step.value;
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      step = reading.next(part.length);
    }
  };
}
