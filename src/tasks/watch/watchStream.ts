import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { TOLERANCE_64 } from '../../core/input.js';
import { type Prior, resolvePrior } from '../../core/priors.js';
import { labelMatcher } from '../../rows/classOfLabel.js';
import { type ColumnOptions, chooseColumns } from '../../rows/columns.js';
import { writtenNumber } from '../../rows/understand/peek.js';
import { type WatchBaseline, Watcher, type WatchLine } from '../../watch/watcher.js';
import { type FirstBytes, StreamRows } from './streamRows.js';

export interface StreamOptions extends Omit<ColumnOptions, 'weights' | 'percent' | 'logits'> {
  /** What the stream is called in messages. */
  name: string;
  classes?: readonly string[] | undefined;
  prior?: Prior | undefined;
  /** Columns of a second learner's estimates, by a pattern or list as in `probs`; or its mean quadratic loss; the prior by default. */
  against?: string | { loss: number } | undefined;
  window: number;
  alpha: number;
  tolerance?: number | undefined;
  skipBad?: boolean | undefined;
}

/** What there is of each row. */
interface Chosen {
  watcher: Watcher;
  truth: number;
  estimates: number[];
  others: number[];
  classes: string[];
  /** Where one column holds P(positive): which class that is. */
  positive: number;
  match: (label: string) => number;
}

/** Watches a stream of predictions, in bytes as they come. */
export class WatchStream {
  private readonly rows: StreamRows;
  private chosen: Chosen | undefined;
  private state: { text: string; file: string } | undefined;

  constructor(private readonly options: StreamOptions) {
    this.rows = new StreamRows(options.name);
  }

  /** Bytes of the stream that are done with. */
  get position(): number {
    return this.rows.position;
  }

  /** By which bytes the stream is known again. */
  get head(): FirstBytes {
    return this.rows.head;
  }

  /** The file begins anew: what comes is read from its header on. */
  again(): void {
    this.rows.again();
  }

  get seen(): number {
    return this.chosen ? this.chosen.watcher.rows + this.chosen.watcher.skipped : 0;
  }

  /** Goes on from a state: behind the bytes that it has seen; or with a stream that begins anew, whose first rows are then passed over. */
  resume(text: string, file: string, fromStart: boolean): void {
    let stream: (ReturnType<StreamRows['saved']> & { columns?: string[] }) | undefined;
    try {
      ({ stream } = JSON.parse(text));
    } catch {}
    if (!stream || !Array.isArray(stream.columns))
      throw new FairbitsError('tally', `${file} is not a saved state: expected what fairbits watch --state wrote. Remove it to begin anew`, {
        file,
        expected: 'a saved state',
      });
    this.state = { text, file };
    if (fromStart) return;
    this.rows.restore(stream);
    this.chosen = this.choose(stream.columns);
  }

  saved(): string | undefined {
    return this.chosen?.watcher.saved({ stream: this.rows.saved() });
  }

  line(): WatchLine | undefined {
    return this.chosen?.watcher.line();
  }

  /** Takes bytes; `after` hears of each row that was added, and says whether that is enough. */
  take(bytes: Uint8Array, final: boolean, after: (watcher: Watcher) => boolean, pass = 0): { passed: number; stopped: boolean } {
    let passed = 0;
    for (const { line, cells, problem } of this.rows.take(bytes, final)) {
      this.chosen ??= this.choose(this.rows.columns as readonly string[]);
      if (passed < pass) {
        passed++;
        continue;
      }
      const { watcher } = this.chosen;
      const wrong = problem ?? this.addRow(this.chosen, cells as readonly unknown[]);
      if (wrong !== undefined) {
        const { name, skipBad } = this.options;
        if (!skipBad)
          throw new FairbitsError('value', `${name}:${line}: ${wrong}. To pass over such rows: --on-error skip`, {
            file: name,
            line,
            suggestion: ['--on-error', 'skip'],
          });
        watcher.skipped++;
        continue;
      }
      if (after(watcher)) return { passed, stopped: true };
    }
    return { passed, stopped: false };
  }

  private addRow({ watcher, truth, estimates, others, classes, positive, match }: Chosen, cells: readonly unknown[]): string | undefined {
    const label = match(String(cells[truth] ?? ''));
    if (label < 0) return `the class ${JSON.stringify(cells[truth] ?? null)} is none of ${list(classes)}`;
    const p = this.estimatesIn(cells, estimates, positive);
    if (typeof p === 'string') return p;
    if (others.length === 0) {
      watcher.add(p, label);
      return undefined;
    }
    const q = this.estimatesIn(cells, others, positive);
    if (typeof q === 'string') return q;
    watcher.add(p, label, q);
    return undefined;
  }

  private estimatesIn(cells: readonly unknown[], columns: readonly number[], positive: number): number[] | string {
    const numbers: number[] = [];
    let sum = 0;
    for (const column of columns) {
      const cell = cells[column];
      const x = typeof cell === 'number' ? cell : writtenNumber(String(cell ?? ''));
      if (x === undefined || !(x >= 0 && x <= 1))
        return `column "${this.rows.columns?.[column]}" holds ${JSON.stringify(cell ?? null)}: expected a number from 0 to 1`;
      numbers.push(x);
      sum += x;
    }
    if (numbers.length === 1) return positive === 1 ? [1 - numbers[0], numbers[0]] : [numbers[0], 1 - numbers[0]];
    const { tolerance = TOLERANCE_64 } = this.options;
    return Math.abs(sum - 1) <= tolerance ? numbers : `the estimates sum to ${sum}: expected 1, within ${tolerance}. Set --tolerance`;
  }

  /** Finds the columns, when they are known. */
  private choose(columns: readonly string[]): Chosen {
    const { name, classes: given, prior, against, window, alpha } = this.options;
    const { truth, estimates, classes: named, positive: called } = chooseColumns(columns, this.options, name, `${name}:1`);
    const two = this.options.positive ?? called;
    if (!named && (two === undefined || given?.length !== 2) && two === undefined)
      throw new FairbitsError(
        'columns',
        `${name}: one column of estimates, "${columns[estimates[0]]}", needs --positive CLASS to say whose probability it is, and --classes`,
        {
          file: name,
          expected: '--positive CLASS',
        },
      );
    const classes = named ? [...(given ?? named)] : [...(given ?? [`not ${two}`, two as string])];
    if (named && classes.length !== named.length)
      throw new FairbitsError('columns', `${name}: ${named.length} columns of estimates, but --classes names ${classes.length}: expected one for each`, {
        file: name,
        found: classes.length,
        expected: String(named.length),
      });
    const positive = named ? -1 : classes.indexOf(two as string);
    const matching = labelMatcher(classes);
    const alone = !named && !given ? labelMatcher([two as string]) : undefined;
    const match = alone ? (label: string): number => Number(alone(label) >= 0) : matching;
    const others = typeof against === 'string' ? this.baselineColumns(columns, against, truth, estimates.length) : [];
    const baseline: WatchBaseline = typeof against === 'object' ? against : others.length > 0 ? 'learner' : 'prior';
    const { values } = resolvePrior(prior ?? 'uniform', classes, () => []);
    const watcher = new Watcher({ classes, prior: values, baseline, window, alpha });
    if (this.state) watcher.restore(this.state.text, this.state.file);
    return { watcher, truth, estimates, others, classes, positive, match };
  }

  private baselineColumns(columns: readonly string[], probs: string, truth: number, count: number): number[] {
    const { name } = this.options;
    const { estimates } = chooseColumns(columns, { truth: columns[truth], probs }, name, `${name}:1`);
    if (estimates.length !== count)
      throw new FairbitsError('columns', `${name}:1: --baseline ${probs} is ${estimates.length} columns, and the estimates are ${count}: expected as many`, {
        file: name,
        line: 1,
        found: estimates.length,
        expected: String(count),
      });
    return estimates;
  }
}
