import { FairbitsError } from 'fairbits';
import { type Column, type Dataset, datasetOf, type ReadOptions } from './dataset.js';

/** What stands for a missing value, beside an empty cell. */
const MISSING = new Set(['', '?', 'NA', 'NaN', 'nan', 'null']);

/** A table of text: a header and rows of as many cells. */
export interface CsvText {
  header: string[];
  rows: string[][];
  /** The line on which each row begins, counted from 1. */
  lines: number[];
}

/**
 * Reads CSV with a header. A column whose known values are all numbers is numeric, any other nominal; the class is nominal always. Values
 * and classes are put in order (numbers by size, words by code), so that the order of rows decides nothing.
 *
 * @example
 * ```ts
 * import { readCsv } from 'fairbits/learners';
 *
 * const { attributes, classes } = readCsv('x,outlook,play\n1,sunny,no\n2,rainy,yes\n', { class: 'play' });
 * attributes.map(({ name, kind }) => [name, kind]); // → [ [ 'x', 'numeric' ], [ 'outlook', 'nominal' ] ]
 * classes; // → [ 'no', 'yes' ]
 * ```
 */
export function readCsv(text: string, options: ReadOptions = {}): Dataset {
  const { name = 'data.csv' } = options;
  return datasetOf(csvColumns(text, name, options.class), { ...options, name, classes: 'occurring' });
}

/** The columns of CSV, the class among them: the last, or the one that is named. */
export function csvColumns(text: string, name: string, wanted: string | undefined): Column[] {
  const { header, rows } = splitCsv(text, name);
  const target = wanted === undefined ? header.length - 1 : header.indexOf(wanted);
  return header.map((title, i) =>
    columnOf(
      title,
      rows.map((row) => row[i]),
      i === target,
      name,
    ),
  );
}

/** A column of text as numbers or as codes. */
function columnOf(name: string, cells: readonly string[], isClass: boolean, file: string): Column {
  const known = cells.filter((cell) => !MISSING.has(cell));
  const numbers = known.length > 0 && known.every(isNumber);
  if (numbers && isClass && known.some((cell) => !Number.isInteger(Number(cell))))
    throw new FairbitsError(
      'class',
      `${file}: the class "${name}" is numeric (${known.find((cell) => !Number.isInteger(Number(cell)))} is one of its values); expected names of classes, or whole numbers that stand for them`,
      {
        file,
        column: name,
        found: 'numbers',
        expected: 'classes',
      },
    );
  if (numbers && !isClass) return { kind: 'numeric', name, values: Float64Array.from(cells, (cell) => (MISSING.has(cell) ? NaN : Number(cell))) };
  const categories = [...new Set(known)].sort(numbers ? (a, b) => Number(a) - Number(b) : (a, b) => (a < b ? -1 : 1));
  const code = new Map(categories.map((category, i) => [category, i]));
  return { kind: 'nominal', name, categories, codes: Int32Array.from(cells, (cell) => code.get(cell) ?? -1) };
}

function isNumber(cell: string): boolean {
  return Number.isFinite(Number(cell)) && !/^[+-]?0[xob]/i.test(cell);
}

/** Splits CSV (RFC 4180): commas, or semicolons or tabs where the header has those and no comma; quotes with "" for a quote. */
export function splitCsv(text: string, file: string): CsvText {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const end = body.indexOf('\n');
  const first = end < 0 ? body : body.slice(0, end);
  const separator = [',', ';', '\t'].find((sign) => first.includes(sign)) ?? ',';
  const rows: string[][] = [];
  const lines: number[] = [];
  let at = 0;
  let line = 1;
  while (at < body.length) {
    const start = line;
    const cells: string[] = [];
    for (let more = true; more; ) {
      let cell: string;
      if (body[at] === '"') {
        let close = at + 1;
        while (close < body.length && (body[close] !== '"' || body[close + 1] === '"')) close += body[close] === '"' ? 2 : 1;
        if (close >= body.length)
          throw new FairbitsError('format', `${file}:${line}: a quote does not end; expected a closing quote`, { file, line, expected: 'a closing quote' });
        cell = body.slice(at + 1, close).replaceAll('""', '"');
        for (let i = at; i < close; i++) if (body.charCodeAt(i) === 10) line++;
        at = close + 1;
        while (body[at] === ' ' || body[at] === '\r') at++;
        if (at < body.length && body[at] !== separator && body[at] !== '\n')
          throw new FairbitsError('format', `${file}:${line}: text after a closing quote; expected a separator`, { file, line, expected: 'a separator' });
      } else {
        const from = at;
        while (at < body.length && body[at] !== separator && body[at] !== '\n') at++;
        cell = body.slice(from, at).trim();
      }
      cells.push(cell);
      more = body[at] === separator;
      at++;
    }
    line++;
    // An empty line is no row.
    if (cells.length === 1 && cells[0] === '') continue;
    if (rows.length > 0 && cells.length !== rows[0].length)
      throw new FairbitsError(
        'fields',
        `${file}:${start}: ${cells.length} cell${cells.length === 1 ? '' : 's'}; expected ${rows[0].length}, as in the header`,
        {
          file,
          line: start,
          found: cells.length,
          expected: `${rows[0].length} cells`,
        },
      );
    rows.push(cells);
    lines.push(start);
  }
  const [header, ...body_] = rows;
  if (header === undefined || body_.length === 0)
    throw new FairbitsError('length', `${file}: there are no rows; expected a header and at least one row`, { file, found: 0, expected: 'a header and rows' });
  const twice = header.find((title, i) => header.indexOf(title) !== i);
  if (twice !== undefined)
    throw new FairbitsError('columns', `${file}:1: two columns are called "${twice}"; expected different names`, {
      file,
      line: 1,
      column: twice,
      expected: 'different names',
    });
  return { header, rows: body_, lines: lines.slice(1) };
}
