import { list } from '../classes.js';
import { createEngine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { csvPlan, SKIPPED } from '../kernels/csvPlan.js';
import { formatOf, openTable } from '../sources/formats.js';
import { readHeader } from '../sources/header.js';
import { fileAccess } from './fileAccess.js';
import { head } from './head.js';
import { Inputs } from './inputs.js';
import { LineReader, lineAt } from './lines.js';
import { plannedFile } from './plan.js';

const ROWS = 16384;

/** One column of finite numbers, from files of any format that has named columns. */
export async function numberColumn(files: readonly string[], column: string, option: string): Promise<Float64Array> {
  const inputs = await Inputs.open(files);
  try {
    const parts: Float64Array[] = [];
    for (const { path, name } of inputs.files) {
      const bytes = head(path);
      const format = formatOf(name, bytes);
      if (format === 'npy')
        throw new FairbitsError('option', `${name}: a .npy file has no column "${column}" for ${option}: expected CSV, NDJSON, Parquet or Arrow`, {
          file: name,
          expected: 'a file with named columns',
        });
      parts.push(...(format === 'csv' ? await fromCsv(path, bytes, column, option) : await fromTable(path, name, format, column, option)));
    }
    const all = new Float64Array(parts.reduce((rows, { length }) => rows + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  } finally {
    inputs.close();
  }
}

function place(columns: readonly string[], column: string, file: string, option: string): number {
  const index = columns.indexOf(column);
  if (index >= 0) return index;
  throw new FairbitsError('columns', `${file}: there is no column "${column}"; the columns are ${list(columns)}. Say which with ${option}.`, {
    file,
    found: list(columns),
    expected: option,
  });
}

async function fromCsv(path: string, bytes: Uint8Array, column: string, option: string): Promise<Float64Array[]> {
  const { kernels } = await createEngine();
  const size = fileAccess(path);
  const file = plannedFile(path, size.size, readHeader(bytes, path, bytes.length === size.size), []);
  size.close();
  const index = place(file.names, column, path, option);
  const columns = file.names.map((_, i) => (i === index ? 0 : SKIPPED));
  const plan = csvPlan(kernels, { delimiter: file.delimiter, quote: 34, comment: file.comment, columns, width: 1, names: [] });
  const numbers = kernels.float64(ROWS);
  const none = kernels.uint16(1);
  const parts: Float64Array[] = [];
  new LineReader(kernels).read({ ...file, columns }, { file: 0, from: file.rowsAt, to: file.size }, ({ bytes, from, to, offset, final }) => {
    for (let at = from; ; ) {
      const { rows, next, error } = kernels.parseRows(bytes, at, to, final, plan, numbers, none, ROWS);
      if (rows > 0) parts.push(numbers.slice(0, rows));
      if (error) {
        const found = new TextDecoder().decode(bytes.subarray(error.from, Math.min(error.to, error.from + 60)));
        const line = lineAt(path, offset + error.from);
        throw new FairbitsError('value', `${path}:${line}: column "${column}" holds ${JSON.stringify(found)}: expected a finite number (${option})`, {
          file: path,
          line,
          column,
          found,
          expected: 'a finite number',
        });
      }
      at = next;
      if (rows < ROWS) return at;
    }
  });
  return parts;
}

async function fromTable(path: string, name: string, format: 'ndjson' | 'parquet' | 'arrow', column: string, option: string): Promise<Float64Array[]> {
  const source = await openTable(format, fileAccess(path, name));
  try {
    const index = place(source.columns, column, name, option);
    source.inspect(index, [index]);
    const parts: Float64Array[] = [];
    let before = 0;
    for await (const { rows, numbers, bad } of source.batches(index, [index])) {
      const [{ values, from, stride }] = numbers;
      const part = Float64Array.from({ length: rows }, (_, r) => values[from + r * stride]);
      const wrong = part.findIndex((x) => !Number.isFinite(x));
      if (wrong >= 0) {
        const found = bad.get(wrong)?.found ?? String(part[wrong]);
        throw new FairbitsError('value', `${name}: row ${before + wrong + 1}: column "${column}" holds ${found}: expected a finite number (${option})`, {
          file: name,
          line: before + wrong + 1,
          column,
          found,
          expected: 'a finite number',
        });
      }
      parts.push(part);
      before += rows;
    }
    return parts;
  } finally {
    source.close();
  }
}
