import { list } from '../classes.js';
import { type Chunk, createEngine, type Engine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { type CsvError, type CsvPlan, csvPlan, SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import { treat, untreated } from '../treatment.js';
import { isWeight, WEIGHT } from '../weights.js';
import { csvProblem } from './csvProblem.js';
import { type HeldRows, Holder, type Room } from './heldRows.js';
import { afterRow, LineReader, type Lines, placeOf, rowStart } from './lines.js';
import { CHUNK_ESTIMATES, PartScorer } from './partScorer.js';
import type { Range, RangeCount, RangeOutcome, RangeResult, ReadingJob, ScorePlan, SkippedRow, Span, Spanned } from './plan.js';
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
      return yield* job.kind === 'count' ? this.count(range) : this.score(range, job.prior);
    } catch (error) {
      if (!range.known && (error instanceof Unplaced || error instanceof FairbitsError)) return { failed: true, start: this.reader.start };
      throw error instanceof Unplaced ? yield* placed(error, placeOf(range.from, range.known)) : error;
    }
  }

  /** Rows of each class, without decoding an estimate unless there is room for the rows. */
  private *count(range: Range): Reading<Spanned<RangeCount>> {
    if (this.plan.weighted) return yield* this.weigh(range);
    if (range.room) return yield* this.hold(range, range.room);
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

  /** Rows of each class, and the rows themselves. */
  private *hold({ room: _, ...range }: Range, room: Room): Reading<Spanned<RangeCount>> {
    const { files, width, classes } = this.plan;
    const holder = new Holder(room, width, classes.length);
    const take = (): void => {
      holder.add(this.chunk.probabilities, this.chunk.labels, this.rows);
      this.rows = 0;
    };
    this.rows = 0;
    let span: Span;
    try {
      span = yield* this.reader.read(files[range.file], range, (text) => this.parse(range, text, take));
    } catch (error) {
      // What is wrong is for the scoring to say, which finds what else is wrong before it.
      if (error instanceof Unplaced) return yield* this.count(range);
      throw error;
    }
    take();
    return { counts: holder.counts, span, ...holder.held(span) };
  }

  /** What the rows of each class weigh, likewise. */
  private *weigh(range: Range): Reading<Spanned<RangeCount>> {
    const { kernels } = this.engine;
    const { probabilities: weights, labels } = this.chunk;
    const { delimiter, quote, comment, names, columns } = this.plans[range.file];
    const kinds = columns.map((kind) => (kind === TRUTH ? TRUTH : kind === this.plan.width ? 0 : SKIPPED));
    const plan = csvPlan(kernels, { delimiter, quote, comment, names, columns: kinds, width: 1 });
    const counts = new Float64Array(this.plan.classes.length);
    try {
      const span = yield* this.reader.read(this.plan.files[range.file], range, ({ bytes, from, to, offset, final }) => {
        for (let at = from; ; ) {
          const { rows, next, error } = kernels.parseRows(bytes, at, to, final, plan, weights, labels, labels.length);
          // What is no weight is for the scoring to say.
          for (let r = 0; r < rows; r++) if (isWeight(weights[r])) counts[labels[r]] += weights[r];
          if (error) throw this.csvError(range, { bytes, offset }, error);
          if (rows < labels.length) return next;
          at = next;
        }
      });
      return { counts, span };
    } finally {
      kernels.free(plan.block);
    }
  }

  /** Everything that a range comes to under a prior. */
  private *score(range: Range, prior: Float64Array): Reading<Spanned<RangeResult>> {
    const { plan, engine } = this;
    if (range.held) {
      const result = this.scoreHeld(range.held, prior);
      if (result) return result;
    }
    const part = new PartScorer(engine, plan, prior);
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

  /** The same of rows that have been read already; undefined if some are bad, for where they are is in the file. */
  private scoreHeld({ estimates, labels, ofClass, span }: HeldRows, prior: Float64Array): Spanned<RangeResult> | undefined {
    const { plan, engine, chunk, maxRows } = this;
    const { width } = plan;
    const rows = labels.length;
    // More than two classes are ranked by whole rows, which are these.
    const kept = plan.keepRows === 'ranking' && width > 2 && untreated(treat(plan.classes, estimates, plan.treatment));
    const part = new PartScorer(engine, plan, prior, kept ? { rows, estimates, labels, ofClass } : undefined);
    try {
      for (let from = 0; from < rows; from += maxRows) {
        const to = Math.min(rows, from + maxRows);
        chunk.probabilities.set(estimates.subarray(from * width, to * width));
        chunk.labels.set(labels.subarray(from, to));
        part.add(chunk.probabilities, chunk.labels, undefined, 0, to - from, (_, problem) => problem);
      }
      return { ...part.finish(), skippedFirst: [], span };
    } catch (error) {
      if (error instanceof FairbitsError) return undefined;
      throw error;
    } finally {
      part.free();
    }
  }

  /** Parses lines; their rows are taken when there are enough of them. Says how far it got. */
  private parse(range: Range, { bytes, from, to, offset, final, single }: Lines, take: () => void, part?: PartScorer): number {
    const { width } = this;
    const { probabilities, labels } = this.chunk;
    let at = from;
    for (;;) {
      const room = this.maxRows - this.rows;
      const { kernels } = this.engine;
      const p = probabilities.subarray(this.rows * width);
      const { rows, next, error } = kernels.parseRows(bytes, at, to, final, this.plans[range.file], p, labels.subarray(this.rows), room);
      if (rows > 0 && part) this.texts.push({ row: this.rows, position: offset + at, length: next - at });
      this.rows += rows;
      at = next;
      if (error || rows === room) take();
      if (error) {
        if (!this.plan.skipBad) throw this.csvError(range, { bytes, offset }, error);
        const behind = afterRow({ bytes, to, final }, at, error, this.plans[range.file].delimiter);
        // It goes on behind these bytes.
        if (behind === undefined) return at;
        part?.skip(() => this.csvError(range, { bytes, offset }, error));
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
