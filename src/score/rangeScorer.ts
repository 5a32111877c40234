import { list } from '../classes.js';
import { type Chunk, createEngine, type Engine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { type CsvError, type CsvPlan, csvPlan } from '../kernels/csvPlan.js';
import { WEIGHT } from '../weights.js';
import { csvProblem } from './csvProblem.js';
import { afterRow, LineReader, type Lines, placeOf, rowStart } from './lines.js';
import type { Look } from './look.js';
import { CHUNK_ESTIMATES, PartScorer } from './partScorer.js';
import type { Range, RangeCount, RangeOutcome, RangeResult, ReadingJob, ScorePlan, SkippedRow, Spanned } from './plan.js';
import type { Reading } from './reading.js';
import { lineOf, placed, Unplaced } from './unplaced.js';

/** Lines that were parsed by one call: their first row in the chunk, and where in the file they are. */
interface Text {
  row: number;
  position: number;
  length: number;
}

/** Scores ranges of files, one at a time. Each thread has one, with an engine of its own. */
export class RangeScorer {
  static async create(plan: ScorePlan): Promise<RangeScorer> {
    return new RangeScorer(await createEngine(plan.engine), plan);
  }

  private readonly plans: CsvPlan[];
  private readonly reader: LineReader;
  private readonly maxRows: number;
  private readonly chunk: Chunk;
  /** Numbers to a row: its estimates, and its weight if it has one. */
  private readonly width: number;
  private readonly weights: Float64Array | undefined;
  /** Rows in the chunk, and the texts that they are from. */
  private rows = 0;
  private texts: Text[] = [];

  constructor(
    readonly engine: Engine,
    private readonly plan: ScorePlan,
  ) {
    const { kernels } = engine;
    const names = plan.classes.map((name) => new TextEncoder().encode(name));
    this.width = plan.width + Number(plan.weighted);
    const { width } = this;
    this.plans = plan.files.map(({ delimiter, comment, columns }) => csvPlan(kernels, { delimiter, quote: 34, comment, columns, width, names }));
    this.reader = new LineReader(kernels);
    this.maxRows = Math.max(1, Math.floor(CHUNK_ESTIMATES / width));
    this.chunk = engine.chunk(this.maxRows, width);
    this.weights = plan.weighted ? new Float64Array(this.maxRows) : undefined;
  }

  /** Does a job over a range. Where its first row was only taken to start somewhere, what is wrong with it may be that. */
  *run(range: Range, job: ReadingJob): Reading<RangeOutcome> {
    try {
      return yield* job.kind === 'count' ? this.count(range) : this.score(range, job.look);
    } catch (error) {
      if (!range.known && (error instanceof Unplaced || error instanceof FairbitsError)) return { failed: true, start: this.reader.start };
      throw error instanceof Unplaced ? yield* placed(error, placeOf(range.from, range.known)) : error;
    }
  }

  /** Rows of each class, without decoding an estimate. */
  private *count(range: Range): Reading<Spanned<RangeCount>> {
    const plan = this.plans[range.file];
    const { kernels } = this.engine;
    const counts = kernels.float64(this.plan.classes.length);
    counts.fill(0);
    try {
      const span = yield* this.reader.read(this.plan.files[range.file], range, ({ bytes, from, to, offset, final, single }) => {
        let at = from;
        for (;;) {
          const { next, error } = kernels.countTruth(bytes, at, to, final, plan, counts);
          if (!error) return next;
          if (!this.plan.skipBad) throw this.csvError(range, { bytes, offset }, error);
          const behind = afterRow({ bytes, to, final }, next, error, plan.delimiter);
          if (behind === undefined || single) return behind ?? next;
          at = behind;
        }
      });
      return { counts: counts.slice(), span };
    } finally {
      kernels.free(counts);
    }
  }

  /** Everything that a range comes to with a look at its rows. */
  private *score(range: Range, look: Look): Reading<Spanned<RangeResult>> {
    const { plan, engine } = this;
    const part = new PartScorer(engine, plan, look);
    const flush = (): void => this.flush(range, part);
    this.rows = 0;
    this.texts = [];
    try {
      const span = yield* this.reader.read(plan.files[range.file], range, (text) => this.parse(range, text, flush, part));
      flush();
      const { skippedFirst, ...result } = part.finish();
      const skippedRows: SkippedRow[] = [];
      for (const problem of skippedFirst) skippedRows.push(yield* this.skippedRow(range, problem as Unplaced));
      return { ...result, skippedFirst: [], skippedRows, span };
    } finally {
      part.free();
    }
  }

  /** Parses lines; their rows are taken when there are enough of them. Says how far it got. */
  private parse(range: Range, { bytes, from, to, offset, final, single }: Lines, take: () => void, part: PartScorer): number {
    const { width } = this;
    const { probabilities, labels } = this.chunk;
    let at = from;
    for (;;) {
      const room = this.maxRows - this.rows;
      const { kernels } = this.engine;
      const p = probabilities.subarray(this.rows * width);
      const { rows, next, error } = kernels.parseRows(bytes, at, to, final, this.plans[range.file], p, labels.subarray(this.rows), room);
      if (rows > 0) this.texts.push({ row: this.rows, position: offset + at, length: next - at });
      this.rows += rows;
      at = next;
      if (error || rows === room) take();
      if (error) {
        if (!this.plan.skipBad) throw this.csvError(range, { bytes, offset }, error);
        const behind = afterRow({ bytes, to, final }, at, error, this.plans[range.file].delimiter);
        // It goes on behind these bytes.
        if (behind === undefined) return at;
        part.skip(() => this.csvError(range, { bytes, offset }, error));
        at = behind;
        if (single) return at;
      } else if (rows < room) return at;
    }
  }

  /** Adds the rows that have been parsed. */
  private flush(range: Range, part: PartScorer): void {
    const { probabilities, labels } = this.chunk;
    const { weights } = this;
    if (weights) {
      const { width } = this.plan;
      // The weights go to a column of their own, and the estimates close up.
      for (let r = 0; r < this.rows; r++) {
        weights[r] = probabilities[r * (width + 1) + width];
        probabilities.copyWithin(r * width, r * (width + 1), r * (width + 1) + width);
      }
    }
    part.add(probabilities, labels, weights, 0, this.rows, (row, problem) => this.rowError(range, row, problem));
    this.rows = 0;
    this.texts = [];
  }

  /** A row that was skipped, by its line in the range. */
  private *skippedRow({ file, from }: Range, problem: Unplaced): Reading<SkippedRow> {
    const place = `${this.plan.files[file].name}:0`;
    return { line: yield* lineOf(problem, { at: from, lines: 0 }), text: problem.on(0).message.slice(place.length) };
  }

  /** The error of a row whose numbers were read but cannot be taken, with its place. */
  private rowError(range: Range, row: number, problem: FairbitsError): Unplaced {
    const { name: file } = this.plan.files[range.file];
    const text = this.texts.findLast((each) => each.row <= row) as Text;
    const column = problem.code === 'weight' ? this.weightsOf(range) : problem.class === undefined ? undefined : this.columnOf(range, String(problem.class));
    const message = problem.message.replace(/^row \d+: /, '');
    const about = { file, ...(column === undefined ? {} : { column }), found: problem.found };
    const details = problem.expected === undefined ? about : { ...about, expected: problem.expected };
    return new Unplaced(
      range.file,
      () => this.positionOf(range.file, text, row),
      (line) => new FairbitsError(problem.code, `${file}:${line}: ${column === undefined ? '' : `column "${column}": `}${message}`, { ...details, line }),
    );
  }

  /** Where a row of the chunk lies in its file: its text is read and parsed again, up to there. */
  private *positionOf(file: number, { row: first, position, length }: Text, row: number): Reading<number> {
    const { kernels } = this.engine;
    const bytes = kernels.uint8(length);
    const scratch = this.engine.chunk(Math.max(1, row - first), this.width);
    try {
      for (let at = 0; at < length; ) {
        const got = yield { file, into: bytes.subarray(at), at: position + at };
        if (got === 0) break;
        at += got;
      }
      const before = row - first;
      const next = before === 0 ? 0 : kernels.parseRows(bytes, 0, length, true, this.plans[file], scratch.probabilities, scratch.labels, before).next;
      return position + rowStart(bytes, next, length, this.plan.files[file].comment);
    } finally {
      scratch.free();
      kernels.free(bytes);
    }
  }

  private columnOf(range: Range, name: string): string {
    const { names, columns } = this.plan.files[range.file];
    return names[columns.indexOf(this.plan.classes.indexOf(name))];
  }

  private weightsOf(range: Range): string {
    const { names, columns } = this.plan.files[range.file];
    return names[columns.indexOf(this.plan.width)];
  }

  /** The error of a line that could not be read. */
  private csvError({ file }: Range, lines: Pick<Lines, 'bytes' | 'offset'>, error: CsvError): Unplaced {
    const { files, classes } = this.plan;
    return csvProblem(file, files[file], lines, error, ({ code, column }, found) => {
      if (code === 'unknown-class')
        return {
          message: `has the class ${found}, which no column of estimates is for; the classes are ${list(classes)}. Check --truth and --probs.`,
          expected: list(classes),
        };
      if (this.plan.weighted && files[file].columns[column] === this.plan.width)
        return { message: `holds ${found}: expected ${WEIGHT}. Is this the right column? (--weights)`, expected: WEIGHT, code: 'weight' };
      const expected = code === 'not-finite' ? 'a finite number' : 'a number';
      return { message: `holds ${found}: expected ${expected} from 0 to 1. Is this the right column? (--probs)`, expected };
    });
  }
}
