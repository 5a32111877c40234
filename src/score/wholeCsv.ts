import { list } from '../classes.js';
import { FairbitsError } from '../errors.js';
import { type CsvError, type CsvPlan, csvPlan } from '../kernels/csvPlan.js';
import type { Kernels } from '../kernels/kernels.js';
import { formatOf } from '../sources/formats.js';
import { type Header, readHeader } from '../sources/header.js';
import { Inputs } from './inputs.js';
import { indexOf, type LineReader, type Lines, lineAt } from './lines.js';
import { plannedFile } from './plan.js';
import { head, type InputFile } from './reading.js';
import { readNow } from './readNow.js';

/** What a column should hold, and which option says that it is this one: for messages. */
export interface Wanted {
  expected: string;
  option: string;
}

/** A CSV that is read in one thread, from its first row to its last: for what depends on the order of rows, or on small tables. */
export class WholeCsv {
  private constructor(
    private readonly inputs: Inputs,
    private readonly header: Header,
    private readonly file: InputFile,
  ) {}

  /** What messages call it. */
  get name(): string {
    return this.file.name;
  }

  get size(): number {
    return this.file.size;
  }

  /** Opens a file (also .gz), or standard input; a command's name is for the message if it is of another format. */
  static async open(file: string, command: string): Promise<WholeCsv> {
    const [first, ...others] = await WholeCsv.openAll([file], command);
    if (others.length === 0) return first;
    first.close();
    throw new FairbitsError('file', `${file} matches ${others.length + 1} files: expected one. Join them first if they are one test set.`, {
      file,
      found: others.length + 1,
      expected: 'one file',
    });
  }

  /** Opens files, and those that a pattern matches; closing one of them closes all. */
  static async openAll(files: readonly string[], command: string): Promise<WholeCsv[]> {
    const inputs = await Inputs.open(files);
    try {
      return inputs.files.map((file) => {
        const { name, size } = file;
        const bytes = readNow([file], head(0, size));
        const format = formatOf(name, bytes);
        if (format !== 'csv')
          throw new FairbitsError('format', `${name} is ${format}: fairbits ${command} reads CSV and TSV. Convert it first.`, {
            file: name,
            found: format,
            expected: 'CSV or TSV',
          });
        return new WholeCsv(inputs, readHeader(bytes, name, bytes.length === size), file);
      });
    } catch (error) {
      inputs.close();
      throw error;
    }
  }

  get columns(): readonly string[] {
    return this.header.columns;
  }

  /** The place of a column that an option names. */
  column(wanted: string, option: string): number {
    const index = this.columns.indexOf(wanted);
    const twice = index >= 0 && this.columns.indexOf(wanted, index + 1) >= 0;
    if (index >= 0 && !twice) return index;
    const what = twice ? `there are two columns "${wanted}"` : `there is no column "${wanted}"; the columns are ${list(this.columns)}`;
    throw new FairbitsError('columns', `${this.name}:1: ${what}. Say which with ${option}.`, {
      file: this.name,
      line: 1,
      column: wanted,
      found: list(this.columns),
      expected: wanted,
    });
  }

  /** A plan for the kernels; `columns` says of each column what it holds (see CsvLayout). */
  plan(kernels: Kernels, columns: number[], width: number, classes: readonly string[]): CsvPlan {
    const { delimiter, comment } = plannedFile(this.file, this.header, columns);
    const names = classes.map((name) => new TextEncoder().encode(name));
    return csvPlan(kernels, { delimiter, quote: 34, comment, columns, width, names });
  }

  /** Hands over all lines in order; `take` says how far it got, and gets the rest again with what follows. */
  read(reader: LineReader, take: (lines: Lines) => number): void {
    const file = plannedFile(this.file, this.header, []);
    if (file.rowsAt < file.size) readNow([file], reader.read(file, { file: 0, from: file.rowsAt, to: file.size }, take));
  }

  /** Where the row starts that a place leads to, behind empty lines and comments. */
  rowStart({ bytes, to }: Lines, at: number): number {
    const { comment } = this.header;
    for (;;) {
      const newline = indexOf(bytes, 10, at, to);
      if (newline < 0) return at;
      const empty = newline === at || (newline === at + 1 && bytes[at] === 13);
      if (!empty && bytes[at] !== comment?.charCodeAt(0)) return at;
      at = newline + 1;
    }
  }

  /** An error on the line of a byte. */
  errorAt(position: number, code: FairbitsError['code'], message: string, details: { column?: string; found?: unknown; expected?: string }): FairbitsError {
    const line = readNow([this.file], lineAt(0, position));
    return new FairbitsError(code, `${this.name}:${line}: ${message}`, { file: this.name, line, ...details });
  }

  /** The error of a line that could not be read. */
  csvError({ bytes, offset }: Lines, { code, column: index, from, to, fields }: CsvError, wanted: (column: number) => Wanted): FairbitsError {
    if (code === 'ragged') {
      const expected = `${this.columns.length} fields`;
      return this.errorAt(offset + from, 'fields', `${fields} fields, but the header has ${this.columns.length}. Is a delimiter missing, or a quote?`, {
        found: fields,
        expected,
      });
    }
    const column = this.columns[index];
    const text = new TextDecoder().decode(bytes.subarray(from, Math.min(to, from + 60)));
    const found = JSON.stringify(to > from + 60 ? `${text}…` : text);
    if (code === 'quote')
      return this.errorAt(offset + from, 'format', `column "${column}": a quoted field does not end: expected a closing quote before the file ends`, {
        column,
        found: text,
        expected: 'a closing quote',
      });
    const { expected, option } = wanted(index);
    const what = code === 'unknown-class' ? `has the class ${found}` : `holds ${found}`;
    return this.errorAt(offset + from, code === 'unknown-class' ? 'class' : 'value', `column "${column}" ${what}: expected ${expected}. Check ${option}.`, {
      column,
      found: text,
      expected,
    });
  }

  /** The error of a file without rows. */
  empty(): FairbitsError {
    return new FairbitsError('format', `${this.name}: there is a header but no row: expected rows`, { file: this.name, expected: 'rows' });
  }

  close(): void {
    this.inputs.close();
  }
}
