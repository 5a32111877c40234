import { FairbitsError } from '../base/errors.js';
import { NEWLINE } from '../base/signs.js';
import { bytesAt } from '../rows/bytes/reading.js';
import { placed, Unplaced } from '../rows/unplaced.js';
import type { Ground } from './ground.js';
import { withTables } from './rowCrew.js';
import { walkRows, wantedTexts } from './walkRows.js';

/** A table of scores, small enough to be held as text: a few numbers for each fold, data set or subject. */
export interface SmallTable {
  file: string;
  /** The line of the header, counted from 1. */
  headerLine: number;
  columns: string[];
  rows: SmallRow[];
}

interface SmallRow {
  /** Where the row begins, counted from 1. */
  line: number;
  cells: string[];
}

/** More than this is hardly a table of scores, and would be held in memory whole. */
const MAX_TABLE_BYTES = 64 * 2 ** 20;

/** Reads a table of scores, of any format with named columns. */
export async function readSmallTable<F>(ground: Ground<F>, file: F): Promise<SmallTable> {
  return withTables(ground, [file], { threads: 1 }, async (opened) => {
    const { inputs, tables } = opened;
    if (tables.length > 1)
      throw new FairbitsError('option', `${String(file)} stands for ${tables.length} files: expected one table of scores`, {
        found: tables.length,
        expected: 'one file',
      });
    const [{ name, size, columns, text, address }] = tables;
    if (size > MAX_TABLE_BYTES)
      throw new FairbitsError(
        'format',
        `${name} has ${size} bytes: expected a table of scores, at most ${MAX_TABLE_BYTES}. Is it a file of predictions? (fairbits score)`,
        { file: name, found: size, expected: `at most ${MAX_TABLE_BYTES} bytes` },
      );
    const bytes = text ? await inputs.read(bytesAt(address.file, 0, size)) : new Uint8Array();
    const rows: SmallRow[] = [];
    let line = 1;
    let position = 0;
    try {
      await walkRows(
        opened,
        [wantedTexts(columns.map((_, i) => i))],
        ({ rows: count, texts, source }) => {
          for (let r = 0; r < count; r++) {
            const at = source?.(r).position ?? 0;
            for (; position < at; position++) if (bytes[position] === NEWLINE) line++;
            rows.push({ line: source ? line : rows.length + 1, cells: texts.map((column) => column[r]) });
          }
          return false;
        },
        (problem) => {
          throw problem();
        },
      );
    } catch (error) {
      throw error instanceof Unplaced ? await inputs.read(placed(error)) : error;
    }
    if (rows.length === 0)
      throw new FairbitsError('format', `${name}: there is a header but no row: expected rows of scores`, { file: name, expected: 'rows of scores' });
    return { file: name, headerLine: text?.linesBefore ?? 0, columns: [...columns], rows };
  });
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(inity)?$/i;

/** A column as numbers; infinite ones only where a test can hold them. */
export function numberColumn({ file, columns, rows }: SmallTable, column: number, infinite: boolean): Float64Array {
  return Float64Array.from(rows, ({ line, cells }) => {
    const text = cells[column];
    const endless = INFINITE.exec(text);
    const value = endless ? (endless[1] === '-' ? -Infinity : Infinity) : NUMBER.test(text) ? Number(text) : NaN;
    if (Number.isNaN(value) || (!infinite && !Number.isFinite(value))) {
      const expected = Number.isNaN(value) ? 'a number' : 'a finite number';
      throw new FairbitsError('value', `${file}:${line}: column "${columns[column]}" holds ${JSON.stringify(text)}: expected ${expected}`, {
        file,
        line,
        column: columns[column],
        found: text,
        expected,
      });
    }
    return value;
  });
}
