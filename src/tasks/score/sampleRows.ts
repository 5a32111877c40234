import type { Engine } from '../../core/engine.js';
import { head, type Read, type Reading } from '../../rows/bytes/reading.js';
import type { Part, Wanted } from '../../rows/table.js';
import { RowWork, type SinkKind } from '../../run/rowWork.js';
import { cutTables } from '../../run/runRows.js';
import type { Predictions } from '../predictions.js';
import type { OpenRows } from '../rowCrew.js';

/** What some rows tell of all: how many there are of each class, and about how many there will be in all, if that can be known, and how many at least. */
interface RowSample {
  counts: Float64Array;
  expectedRows: number | undefined;
  leastRows: number | undefined;
}

/** Parts whose classes are counted, where parts can be read here and there; and how many rows of each, about. */
const SAMPLES = 4;
const COUNTED_ROWS = 2 ** 14;

/** Of text, so many bytes. */
const COUNTED_BYTES = 2 ** 19;

/** Rows of text further on may be longer, but hardly so many times. */
const MUCH_LONGER = 1.1;

/** Thrown when a part has shown as many rows as are wanted of it. */
const SEEN_ENOUGH = new Error('enough rows');

/**
 * Counts the classes of some rows, so that it is known about where the frequencies of all will be; undefined where these are
 * all rows. Of text only the beginning is looked at, so that a stream has the bits of a file. Rows that cannot be read are for the
 * scoring to say.
 */
export async function sampleRows({ inputs, tables }: OpenRows, { classes, wanted }: Predictions, engine: Engine): Promise<RowSample | undefined> {
  const [{ text, address }] = tables;
  const truths = wanted.map((each): Wanted => ({ ...each, numbers: [], weights: undefined }));
  const task = { sink: 'count', of: classes.length, wanted: truths, engine: {}, skipBad: true };
  const { kernels } = engine;
  const found = kernels.uint32(classes.length).fill(0);
  const sinks: SinkKind = () => () => {
    let seen = 0;
    return {
      add({ labels, rows }) {
        kernels.countByClass(labels, rows, found);
        seen += rows;
        // Of text the bytes are counted that some rows take: all of those at hand.
        if (!text && seen >= COUNTED_ROWS) throw SEEN_ENOUGH;
      },
      finish() {},
      free() {},
    };
  };
  const work = new RowWork(engine, tables, task, sinks);
  const count = async (read: Read, parts: readonly Part[]): Promise<number> => {
    for (const part of parts)
      try {
        await read(work.run(part, undefined));
      } catch (error) {
        if (error !== SEEN_ENOUGH) throw error;
      }
    return found.reduce((sum, rows) => sum + rows, 0);
  };
  try {
    if (text) {
      const bytes = await inputs.read(head(address.file, Math.min(COUNTED_BYTES, inputs.files[address.file].size)));
      if (bytes.length < COUNTED_BYTES && tables.length === 1) return undefined;
      const { rowsAt } = text;
      const rows = await count(readFrom(bytes), [{ table: 0, from: rowsAt, to: bytes.length, known: { start: rowsAt, linesBefore: text.linesBefore } }]);
      if (rows <= classes.length) return undefined;
      const all = tables.reduce((sum, { size, text: its }) => sum + size - (its?.rowsAt ?? 0), 0);
      const expectedRows = all < Infinity ? (rows * all) / (bytes.length - rowsAt) : undefined;
      return { counts: Float64Array.from(found), expectedRows, leastRows: expectedRows && expectedRows / MUCH_LONGER };
    }
    const parts = cutTables(tables, Infinity);
    if (parts.length <= 1) return undefined;
    const step = Math.max(1, Math.floor(parts.length / SAMPLES));
    await count(
      inputs.read,
      parts.filter((_, i) => i % step === Math.floor(step / 2)),
    );
    const all = tables.some(({ rows }) => rows === undefined) ? undefined : tables.reduce((sum, { rows = 0 }) => sum + rows, 0);
    return { counts: Float64Array.from(found), expectedRows: all, leastRows: all };
  } catch {
    return undefined;
  } finally {
    work.free();
    kernels.free(found);
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
