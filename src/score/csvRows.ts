import { FairbitsError } from '../errors.js';
import { type CsvResult, csvPlan, SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import type { Kernels } from '../kernels/kernels.js';
import { type Header, readHeader } from '../sources/header.js';
import { csvProblem } from './csvProblem.js';
import { afterRow, type LineReader, type Lines, rowStart } from './lines.js';
import { type PlannedFile, plannedFile } from './plan.js';
import { head, type OpenFiles } from './reading.js';
import type { RowFile, Rows, RowsWanted } from './rowFiles.js';
import { type Problem, placed, Unplaced } from './unplaced.js';

/** Members of sets to a call of the kernels, at least. */
const MEMBERS = 65536;

/** Rows of delimited text. */
export class CsvRows implements RowFile {
  private readonly file: PlannedFile;

  private constructor(
    private readonly inputs: OpenFiles,
    private readonly index: number,
    header: Header,
    private readonly kernels: Kernels,
    private readonly reader: LineReader,
  ) {
    this.file = plannedFile(inputs.files[index], header, []);
  }

  static async open(inputs: OpenFiles, index: number, kernels: Kernels, reader: LineReader): Promise<CsvRows> {
    const { name, size } = inputs.files[index];
    const bytes = await inputs.read(head(index, size));
    return new CsvRows(inputs, index, readHeader(bytes, name, bytes.length === size), kernels, reader);
  }

  get name(): string {
    return this.file.name;
  }

  get place(): string {
    return `${this.file.name}:1`;
  }

  get size(): number {
    return this.file.size;
  }

  get columns(): readonly string[] {
    return this.file.names;
  }

  inspect(): { float32: boolean } {
    return { float32: false };
  }

  async read(wanted: RowsWanted, take: (rows: Rows) => void, skip?: (problem: Problem) => void): Promise<void> {
    const { kernels, file, index } = this;
    const { numbers: wantedNumbers, truth, sets, classes = [], most } = wanted;
    if (file.rowsAt >= file.size) return;
    const width = wantedNumbers.length;
    const { delimiter, comment } = file;
    const columns = file.names.map((_, i) => (i === truth ? TRUTH : sets === undefined ? wantedNumbers.indexOf(i) : SKIPPED));
    const names = classes.map((name) => new TextEncoder().encode(name));
    const plan = csvPlan(kernels, { delimiter, quote: 34, comment, columns, width, names });
    const numbers = kernels.float64(most * width);
    const labels = kernels.uint16(most);
    const members = kernels.uint16(sets === undefined ? 1 : MEMBERS + classes.length + 1);
    const sizes = kernels.uint16(sets === undefined ? 1 : most);
    const parse = ({ bytes, to, final }: Lines, at: number, rows: number): CsvResult & { members?: number } =>
      sets === undefined
        ? kernels.parseRows(bytes, at, to, final, plan, numbers, labels, rows)
        : kernels.parseSets(bytes, at, to, final, plan, sets, labels.subarray(0, rows), members, sizes);
    const takeLines = (lines: Lines): number => {
      for (let at = lines.from; ; ) {
        const { rows, next, error, members: held = 0 } = parse(lines, at, most);
        if (rows > 0)
          take({
            rows,
            numbers: numbers.subarray(0, rows * width),
            labels: labels.subarray(0, rows),
            sets: { members: members.subarray(0, held), sizes: sizes.subarray(0, rows) },
            position: lines.offset + next,
            problem: (row, code, message, details) => this.rowProblem(lines, row === 0 ? at : parse(lines, at, row).next, code, message, details),
          });
        if (error) {
          const problem = csvProblem(index, file, lines, error, ({ code, column }, found) => {
            const { expected, option } = wanted.about(column);
            return { message: `${code === 'unknown-class' ? 'has the class' : 'holds'} ${found}: expected ${expected}. Check ${option}.`, expected };
          });
          if (!skip) throw problem;
          const behind = afterRow(lines, next, error, delimiter);
          if (behind === undefined) return next;
          skip(problem);
          at = behind;
          continue;
        }
        at = next;
        // Fewer than asked for: no whole line is left. Of sets there may be fewer for want of room.
        if (sets === undefined ? rows < most : rows === 0) return at;
      }
    };
    try {
      await this.inputs.read(this.reader.read(file, { file: index, from: file.rowsAt, to: file.size }, takeLines));
    } catch (error) {
      throw await this.placed(error);
    } finally {
      for (const view of [plan.block, numbers, labels, members, sizes]) kernels.free(view);
    }
  }

  /** An error of a row that was read, the row being the next from a place on. */
  private rowProblem(
    { bytes, to, offset }: Lines,
    at: number,
    code: FairbitsError['code'],
    message: string,
    details: { column?: string; found?: unknown; expected?: string },
  ): Unplaced {
    const { name, comment } = this.file;
    const position = offset + rowStart(bytes, at, to, comment);
    return new Unplaced(this.index, position, (line) => new FairbitsError(code, `${name}:${line}: ${message}`, { file: name, line, ...details }));
  }

  async placed(error: unknown): Promise<unknown> {
    return error instanceof Unplaced ? await this.inputs.read(placed(error)) : error;
  }

  close(): void {}
}
