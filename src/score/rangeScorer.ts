import { list } from '../classes.js';
import { type Chunk, createEngine, type Engine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { type CsvError, type CsvPlan, csvPlan } from '../kernels/csvPlan.js';
import { Gathered } from './gathered.js';
import { indexOf, LineReader, type Lines, lineAt } from './lines.js';
import { CHUNK_ESTIMATES, PartScorer } from './partScorer.js';
import type { Range, RangeCount, RangeResult, ScorePlan } from './plan.js';

/** Scores ranges of files, one at a time. Each thread has one, with an engine of its own. */
export class RangeScorer {
  static async create(plan: ScorePlan): Promise<RangeScorer> {
    return new RangeScorer(await createEngine(plan.engine), plan);
  }

  private readonly plans: CsvPlan[];
  private readonly reader: LineReader;
  private readonly maxRows: number;
  private readonly chunk: Chunk;
  private readonly kept = new Gathered();

  constructor(
    readonly engine: Engine,
    private readonly plan: ScorePlan,
  ) {
    const { kernels } = engine;
    const names = plan.classes.map((name) => new TextEncoder().encode(name));
    this.plans = plan.files.map(({ delimiter, comment, columns }) => csvPlan(kernels, { delimiter, quote: 34, comment, columns, width: plan.width, names }));
    this.reader = new LineReader(kernels);
    this.maxRows = Math.max(1, Math.floor(CHUNK_ESTIMATES / plan.width));
    this.chunk = engine.chunk(this.maxRows, plan.width);
  }

  /** Rows of each class, without decoding an estimate. */
  count(range: Range): RangeCount {
    const plan = this.plans[range.file];
    const { kernels } = this.engine;
    const counts = kernels.float64(this.plan.classes.length);
    counts.fill(0);
    try {
      this.reader.read(this.plan.files[range.file], range, ({ bytes, from, to, offset, final }) => {
        let at = from;
        for (;;) {
          const { next, error } = kernels.countTruth(bytes, at, to, final, plan, counts);
          if (!error) return next;
          if (!this.plan.skipBad) throw this.csvError(range, bytes, offset, error);
          at = afterLine(bytes, error.to, to);
        }
      });
      return { counts: counts.slice(), quotes: this.reader.quotes };
    } finally {
      kernels.free(counts);
    }
  }

  /** Everything that a range comes to under a prior. */
  score(range: Range, prior: Float64Array): RangeResult {
    const { plan, engine } = this;
    const part = new PartScorer(engine, plan, prior, this.kept);
    try {
      this.reader.read(plan.files[range.file], range, (text) => this.parse(range, text, part));
      return { ...part.finish(), quotes: this.reader.quotes };
    } finally {
      part.free();
    }
  }

  /** Parses lines and adds their rows; says how far it got. */
  private parse(range: Range, { bytes, from, to, offset, final }: Lines, part: PartScorer): number {
    const { probabilities, labels } = this.chunk;
    let at = from;
    for (;;) {
      const { rows, next, error } = this.engine.kernels.parseRows(bytes, at, to, final, this.plans[range.file], probabilities, labels, this.maxRows);
      part.add(probabilities, labels, 0, rows, (row, problem) => this.rowError(range, bytes, offset, at, to, final, row, problem));
      at = next;
      if (error) {
        part.skip(this.csvError(range, bytes, offset, error));
        at = afterLine(bytes, error.to, to);
      } else if (rows < this.maxRows) return at;
    }
  }

  /** The error of a row whose numbers were read but cannot be taken, with its place. */
  private rowError(
    range: Range,
    bytes: Uint8Array,
    offset: number,
    from: number,
    to: number,
    final: boolean,
    row: number,
    problem: FairbitsError,
  ): FairbitsError {
    const { path } = this.plan.files[range.file];
    const { kernels } = this.engine;
    const scratch = this.engine.chunk(row, this.plan.width);
    const at = row === 0 ? from : kernels.parseRows(bytes, from, to, final, this.plans[range.file], scratch.probabilities, scratch.labels, row).next;
    scratch.free();
    const line = lineAt(path, offset + at);
    const column = problem.class === undefined ? undefined : this.columnOf(range, String(problem.class));
    const message = problem.message.replace(/^row \d+: /, '');
    return new FairbitsError(problem.code, `${path}:${line}: ${message}`, {
      file: path,
      line,
      ...(column === undefined ? {} : { column }),
      found: problem.found,
      ...(problem.expected === undefined ? {} : { expected: problem.expected }),
    });
  }

  private columnOf(range: Range, name: string): string {
    const { names, columns } = this.plan.files[range.file];
    return names[columns.indexOf(this.plan.classes.indexOf(name))];
  }

  /** The error of a line that could not be read. */
  private csvError(range: Range, bytes: Uint8Array, offset: number, { code, column, from, to, fields }: CsvError): FairbitsError {
    const { path, names: columns } = this.plan.files[range.file];
    const line = lineAt(path, offset + from);
    const name = columns[column];
    const text = new TextDecoder().decode(bytes.subarray(from, Math.min(to, from + 60)));
    const found = JSON.stringify(to > from + 60 ? `${text}…` : text);
    const place = `${path}:${line}: column "${name}"`;
    const where = { file: path, line, column: name, found: text };
    if (code === 'ragged') {
      return new FairbitsError('fields', `${path}:${line}: ${fields} fields, but the header has ${columns.length}. Is a delimiter missing, or a quote?`, {
        file: path,
        line,
        found: fields,
        expected: `${columns.length} fields`,
      });
    }
    if (code === 'unknown-class') {
      const { classes } = this.plan;
      return new FairbitsError(
        'class',
        `${place} has the class ${found}, which no column of estimates is for; the classes are ${list(classes)}. Check --truth and --probs.`,
        { ...where, expected: list(classes) },
      );
    }
    if (code === 'quote')
      return new FairbitsError('format', `${place}: a quoted field does not end: expected a closing quote before the file ends`, {
        ...where,
        expected: 'a closing quote',
      });
    const expected = code === 'not-finite' ? 'a finite number' : 'a number';
    return new FairbitsError('value', `${place} holds ${found}: expected ${expected} from 0 to 1. Is this the right column? (--probs)`, { ...where, expected });
  }
}

/** Where the line after a place begins. */
function afterLine(bytes: Uint8Array, at: number, to: number): number {
  const newline = indexOf(bytes, 10, at, to);
  return newline < 0 ? to : newline + 1;
}
