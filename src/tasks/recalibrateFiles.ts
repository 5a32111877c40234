import { list } from '../base/classes.js';
import { csvCell, csvColumn } from '../base/csvCell.js';
import { FairbitsError } from '../base/errors.js';
import { FitStream } from '../columns/recalibration/fitStream.js';
import { applyRecalibration, type Recalibration, type RecalibrationMethod } from '../columns/recalibration/recalibration.js';
import { type WholeRows, wholeRows } from '../columns/wholeRows.js';
import { createEngine, type Engine } from '../core/engine.js';
import { type MeasureId, measure } from '../core/measures/registry.js';
import { MOMENT_ROWS, Moments } from '../core/moments.js';
import { resolvePrior } from '../core/priors.js';
import type { Scoring } from '../core/scoring.js';
import { treat } from '../core/treatment.js';
import { normalQuantile } from '../math/normalQuantile.js';
import { eachRow } from './eachRow.js';
import { nodeGround } from './nodeGround.js';
import type { ScoreOptions } from './score/options.js';

/** What a measure comes to before and after; the differences in bits do not depend on a prior. */
export interface Gain {
  measure: MeasureId;
  before: number;
  after: number;
  difference: number;
  standardError: number | null;
  interval: [number, number] | null;
  reason?: string;
}

/** What `recalibrateFiles` can be told: the options of `scoreFiles`, the method, and where the corrected rows go. */
export interface RecalibrateOptions extends Omit<ScoreOptions, 'rows' | 'ranking' | 'curves' | 'cells' | 'prior'> {
  method?: RecalibrationMethod;
  /** Gets the corrected predictions as lines of CSV, in order; `restart` begins anew, with a first line. */
  out?: { restart(head: string): void; write(text: string): void };
}

/** What recalibration gained on the second file, and the model that did it. */
export interface Recalibrated {
  rows: number;
  /** Estimates that were held away from 0 and 1. */
  held: number;
  gains: Gain[];
  model: Recalibration;
}

const COMPARED: MeasureId[] = ['bayesianReward', 'informationLoss', 'quadraticLoss', 'accuracy'];
const KEPT_BYTES = 2 ** 27;

/** Learns from one file how to correct estimates and corrects those of another, row by row, in memory that does not grow. */
export async function recalibrateFiles(fit: string, apply: string, options: RecalibrateOptions = {}): Promise<Recalibrated> {
  const { method = 'isotonic', out, keptBytes = KEPT_BYTES, ...rest } = options;
  let stream: FitStream | undefined;
  let whole: ReturnType<typeof wholeRows>;
  await eachRow(nodeGround, [fit], rest, {
    restart(classes) {
      whole = wholeRows(classes, rest.positive);
      stream = new FitStream(method, classes, keptBytes);
    },
    add: (part) => stream?.add(whole(part)),
  });
  const model = (stream as unknown as FitStream).finish();
  stream = undefined;
  const { classes } = model;
  const engine = await createEngine(rest.backend ? { backend: rest.backend } : {});
  let before: ScoredTwice | undefined;
  const names = classes.map((name) => csvCell(name, rest.rawText));
  let held = 0;
  try {
    await eachRow(nodeGround, [apply], rest, {
      restart(found) {
        checkSameClasses(found, classes, fit, apply);
        whole = wholeRows(found, rest.positive, classes);
        before = new ScoredTwice(engine, classes);
        out?.restart(`label,${classes.map((name) => csvColumn('p_', name, rest.rawText)).join(',')}\n`);
      },
      add(part) {
        const rows = whole(part);
        const corrected = applyRecalibration(model, rows.estimates);
        held += corrected.held;
        before?.add(rows, corrected.estimates);
        if (out) writeLines(out, names, corrected.estimates, rows.labels);
      },
    });
    const comparison = before as unknown as ScoredTwice;
    return { rows: comparison.rows, held, gains: comparison.finish(), model };
  } finally {
    before?.free();
  }
}

function checkSameClasses(found: readonly string[], wanted: readonly string[], fit: string, apply: string): void {
  const known = new Set(wanted);
  if (found.length === wanted.length && found.every((name) => known.has(name))) return;
  throw new FairbitsError('columns', `${apply} has the classes ${list(found)}, ${fit} has ${list(wanted)}: expected the same, of one learner`, {
    file: apply,
    found: list(found),
    expected: list(wanted),
  });
}

const LINES = 4096;

function writeLines(out: { write(text: string): void }, names: readonly string[], estimates: Float64Array, labels: Uint16Array): void {
  const k = names.length;
  for (let from = 0; from < labels.length; from += LINES) {
    const lines: string[] = [];
    for (let r = from; r < Math.min(labels.length, from + LINES); r++) lines.push(`${names[labels[r]]},${estimates.subarray(r * k, (r + 1) * k).join(',')}\n`);
    out.write(lines.join(''));
  }
}

/** The same rows scored twice, and the differences row by row. */
class ScoredTwice {
  rows = 0;
  private readonly scorings: Scoring[];
  private readonly differences: { block: Float64Array; moments: Moments; unknown: number }[];
  private filled = 0;

  constructor(
    private readonly engine: Engine,
    classes: readonly string[],
  ) {
    const treatment = treat(classes, new Float64Array(0), { tolerance: Infinity });
    const prior = resolvePrior('uniform', classes, () => []).values;
    this.scorings = [0, 1].map(() => engine.scoring(treatment, prior, COMPARED.map(measure)));
    this.differences = COMPARED.map(() => ({ block: engine.kernels.float64(MOMENT_ROWS), moments: new Moments(engine.kernels), unknown: 0 }));
  }

  add({ estimates, labels }: WholeRows, corrected: Float64Array): void {
    const columns = [estimates, corrected].map((p, i) => {
      const values = COMPARED.map(() => new Float64Array(labels.length));
      this.scorings[i].add(p, labels, (column, some, from) => values[column].set(some(), from));
      return values;
    });
    for (let from = 0; from < labels.length; ) {
      const some = Math.min(labels.length - from, MOMENT_ROWS - this.filled);
      this.differences.forEach((each, c) => {
        for (let r = 0; r < some; r++) {
          const difference = columns[1][c][from + r] - columns[0][c][from + r];
          if (!Number.isFinite(difference)) each.unknown++;
          each.block[this.filled + r] = Number.isFinite(difference) ? difference : 0;
        }
      });
      this.filled += some;
      from += some;
      if (this.filled === MOMENT_ROWS) this.close();
    }
    this.rows += labels.length;
  }

  private close(): void {
    for (const { block, moments } of this.differences) moments.add(block, this.filled);
    this.filled = 0;
  }

  finish(): Gain[] {
    if (this.filled > 0) this.close();
    const [one, two] = this.scorings.map((scoring) => scoring.summaries());
    const z = normalQuantile(0.975);
    return COMPARED.map((id, c) => {
      const { moments, unknown } = this.differences[c];
      const difference = two[c].mean - one[c].mean;
      const { standardError } = moments.summary();
      // Where one of them is infinite there is a difference, but no standard error.
      const known = unknown === 0 && this.rows > 1;
      return {
        measure: id,
        before: one[c].mean,
        after: two[c].mean,
        difference,
        standardError: known ? standardError : null,
        interval: known ? [difference - z * standardError, difference + z * standardError] : null,
        ...(known ? {} : { reason: this.rows > 1 ? 'an infinite value has no standard error' : 'a standard error needs two rows' }),
      };
    });
  }

  free(): void {
    for (const scoring of this.scorings.splice(0)) scoring.free();
    for (const { block } of this.differences.splice(0)) this.engine.kernels.free(block);
  }
}
