import { list } from '../classes.js';
import { createEngine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { csvPlan, SKIPPED } from '../kernels/csvPlan.js';
import { type Format, openTable } from '../sources/formats.js';
import { readHeader } from '../sources/header.js';
import { formatsOf } from './formatsOf.js';
import { LineReader, lineAt } from './lines.js';
import { openPaths } from './openPaths.js';
import { plannedFile } from './plan.js';
import { head, type OpenFiles, type Reading, type Request } from './reading.js';

const ROWS = 16384;

/** One column of finite numbers, from files of any format that has named columns, as many at a time as are asked for. */
export class NumberColumn {
  private readonly parts: AsyncGenerator<Float64Array>;
  private left = new Float64Array(0);

  constructor(files: readonly string[], column: string, option: string) {
    this.parts = numberParts(files, column, option);
  }

  /** The next so many; fewer where there are no more. */
  async take(count: number): Promise<Float64Array> {
    const taken = new Float64Array(count);
    let filled = 0;
    while (filled < count) {
      if (this.left.length === 0) {
        const { value, done } = await this.parts.next();
        if (done) return taken.subarray(0, filled);
        this.left = value as Float64Array<ArrayBuffer>;
      }
      const some = this.left.subarray(0, count - filled);
      taken.set(some, filled);
      filled += some.length;
      this.left = this.left.subarray(some.length);
    }
    return taken;
  }

  async close(): Promise<void> {
    await this.parts.return(undefined);
  }
}

async function* numberParts(files: readonly string[], column: string, option: string): AsyncGenerator<Float64Array> {
  const inputs = await openPaths(files);
  try {
    for (const [file, format] of (await formatsOf(inputs)).entries()) {
      const { name } = inputs.files[file];
      if (format === 'npy')
        throw new FairbitsError('option', `${name}: a .npy file has no column "${column}" for ${option}: expected CSV, NDJSON, Parquet or Arrow`, {
          file: name,
          expected: 'a file with named columns',
        });
      yield* format === 'csv' ? fromCsv(inputs, file, column, option) : fromTable(inputs, file, format, column, option);
    }
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

async function* fromCsv({ files, read }: OpenFiles, at: number, column: string, option: string): AsyncGenerator<Float64Array> {
  const { kernels } = await createEngine();
  const input = files[at];
  const { name, size } = input;
  const start = await read(head(at, size));
  const file = plannedFile(input, readHeader(start, name, start.length === size), []);
  const index = place(file.names, column, name, option);
  const columns = file.names.map((_, i) => (i === index ? 0 : SKIPPED));
  const plan = csvPlan(kernels, { delimiter: file.delimiter, quote: 34, comment: file.comment, columns, width: 1, names: [] });
  const numbers = kernels.float64(ROWS);
  const none = kernels.uint16(1);
  const parts: Float64Array[] = [];
  let wrong: { position: number; found: string } | undefined;
  const reading = new LineReader(kernels).read({ ...file, columns }, { file: at, from: file.rowsAt, to: file.size }, ({ bytes, from, to, offset, final }) => {
    for (let at = from; !wrong; ) {
      const { rows, next, error } = kernels.parseRows(bytes, at, to, final, plan, numbers, none, ROWS);
      if (rows > 0) parts.push(numbers.slice(0, rows));
      if (error) {
        wrong = { position: offset + error.from, found: new TextDecoder().decode(bytes.subarray(error.from, Math.min(error.to, error.from + 60))) };
        return to;
      }
      at = next;
      if (rows < ROWS) return at;
    }
    return to;
  });
  // One request after another, so that what was read can be handed on between them.
  for (let step = reading.next(); !step.done; ) {
    step = reading.next(await read(once(step.value)));
    yield* parts.splice(0);
  }
  yield* parts;
  if (!wrong) return;
  const { position, found } = wrong;
  const line = await read(lineAt(at, position));
  throw new FairbitsError('value', `${name}:${line}: column "${column}" holds ${JSON.stringify(found)}: expected a finite number (${option})`, {
    file: name,
    line,
    column,
    found,
    expected: 'a finite number',
  });
}

function* once(request: Request): Reading<number> {
  return yield request;
}

async function* fromTable(
  inputs: OpenFiles,
  file: number,
  format: Exclude<Format, 'csv' | 'npy'>,
  column: string,
  option: string,
): AsyncGenerator<Float64Array> {
  const { name } = inputs.files[file];
  const source = await openTable(format, inputs.access(file));
  try {
    const index = place(source.columns, column, name, option);
    source.inspect(index, [index]);
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
      yield part;
      before += rows;
    }
  } finally {
    source.close();
  }
}
