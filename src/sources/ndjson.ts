import { FairbitsError } from '../errors.js';
import type { ByteAccess } from './byteAccess.js';
import { encodeSets } from './sets.js';
import { type BadCell, type Batch, CLASS, damaged, NUMBER, noteBad, shown, type TableSource } from './tableSource.js';
import { TruthNames } from './truths.js';

const PIECE = 2 ** 20;
const LONGEST_LINE = 2 ** 25;
const NEWLINE = 10;
const FORMAT = 'NDJSON';

/** One JSON object to a line. The first object's keys are the columns. */
export async function openNdjson(access: ByteAccess): Promise<TableSource> {
  const columns = await firstKeys(access);
  return {
    name: access.name,
    size: access.size,
    columns,
    inspect: () => ({ float32: false }),
    batches: (truth, estimates, _groups, sets) =>
      batches(
        access,
        truth === undefined ? undefined : columns[truth],
        estimates.map((i) => columns[i]),
        sets === undefined ? undefined : columns[sets],
      ),
    close: () => access.close(),
  };
}

async function firstKeys(access: ByteAccess): Promise<string[]> {
  for await (const { lines } of pieces(access)) {
    const first = lines[0];
    if (first === undefined) continue;
    const row = parseRow(first);
    if ('found' in row) throw damaged(access.name, FORMAT, `row 1 is ${row.found}, not ${row.expected}`);
    return Object.keys(row.value);
  }
  throw new FairbitsError('format', `${access.name} is empty: expected a JSON object to a line`, { file: access.name, expected: 'a JSON object to a line' });
}

async function* batches(access: ByteAccess, truth: string | undefined, estimates: readonly string[], sets: string | undefined): AsyncIterable<Batch> {
  const names = new TruthNames();
  for await (const { lines, position } of pieces(access)) {
    const rows = lines.length;
    const codes = new Uint32Array(rows);
    const numbers = estimates.map(() => ({ values: new Float64Array(rows), from: 0, stride: 1 }));
    const bad = new Map<number, BadCell>();
    const written: unknown[] = [];
    for (let r = 0; r < rows; r++) {
      const row = parseRow(lines[r]);
      if ('found' in row) {
        bad.set(r, { column: undefined, ...row });
        continue;
      }
      const { value } = row;
      if (truth !== undefined) {
        const code = names.code(own(value, truth));
        if (code < 0) noteBad(bad, r, { column: truth, found: shown(own(value, truth)), expected: CLASS });
        else codes[r] = code;
      }
      if (sets !== undefined) written[r] = own(value, sets);
      for (let i = 0; i < estimates.length; i++) {
        const estimate = own(value, estimates[i]);
        if (typeof estimate === 'number') numbers[i].values[r] = estimate;
        else {
          numbers[i].values[r] = NaN;
          noteBad(bad, r, { column: estimates[i], found: shown(estimate), expected: NUMBER });
        }
      }
    }
    const given = sets === undefined ? {} : { sets: encodeSets(rows, (r) => written[r], sets, bad) };
    yield { rows, numbers, truth: { codes, names: names.names }, ...given, bad, position };
  }
}

/** A key's value; what an object has by nature is none of its keys. */
function own(row: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

function parseRow(line: string): { value: Record<string, unknown> } | { found: string; expected: string } {
  const expected = 'a JSON object';
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value: value as Record<string, unknown> };
    return { found: shown(value), expected };
  } catch {
    return { found: shown(line), expected };
  }
}

/** The lines of a file that hold something, a piece at a time. */
async function* pieces(access: ByteAccess): AsyncIterable<{ lines: string[]; position: number }> {
  const decoder = new TextDecoder();
  let rest = new Uint8Array();
  for (let at = 0; at < access.size; ) {
    const to = Math.min(at + PIECE, access.size);
    const got = new Uint8Array(await access.slice(at, to));
    const bytes = rest.length === 0 ? got : joined(rest, got);
    at = to;
    const end = to === access.size ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0 && bytes.length > LONGEST_LINE) throw damaged(access.name, FORMAT, `a line is longer than ${LONGEST_LINE} bytes`);
    rest = bytes.subarray(end);
    if (end === 0) continue;
    const lines = decoder
      .decode(bytes.subarray(0, end))
      .split('\n')
      .filter((line) => line.trim() !== '');
    yield { lines, position: at };
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
