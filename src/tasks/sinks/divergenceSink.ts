import type { CutoffRange } from '../../core/cutoff.js';
import type { Engine } from '../../core/engine.js';
import { badRow, withinOne } from '../../core/input.js';
import { klDivergence } from '../../core/measures/klDivergence.js';
import { settle } from '../../core/rounded.js';
import { isWeight } from '../../core/weights.js';
import type { Refuse, RowBlock } from '../../rows/table.js';
import type { Sink, SinkKind } from '../../run/rowWork.js';

/** What must be known to compare estimates with true probabilities; it can be posted. */
export interface DivergenceOf {
  classes: string[];
  renormalize: boolean;
  cutoff: CutoffRange;
  skipBad: boolean;
  /** Of each table: columns of estimates, and how exact they are. */
  tables: { width: number; tolerance: number; rounding: number }[];
}

/** The divergence of each row, and how often it counts. */
export interface DivergencePart {
  values: Float64Array;
  weights?: Float64Array;
}

export const divergenceSinks: SinkKind<DivergenceOf, unknown, DivergencePart> = (engine, of) => (_, table) => new DivergenceSink(engine, of, table);

class DivergenceSink implements Sink<DivergencePart> {
  private readonly values: number[] = [];
  private readonly weights: number[] = [];
  private weighted = false;

  constructor(
    private readonly engine: Engine,
    private readonly of: DivergenceOf,
    private readonly table: number,
  ) {}

  add(block: RowBlock, refuse: Refuse): void {
    const { kernels } = this.engine;
    const { classes, renormalize, cutoff } = this.of;
    const { width, rounding } = this.of.tables[this.table];
    const { rows, numbers, weights } = block;
    const k = classes.length;
    const p = kernels.float64(rows * k);
    const t = kernels.float64(rows * k);
    try {
      for (let r = 0; r < rows; r++) {
        completeRow(numbers, r * 2 * width, width, p, r * k);
        completeRow(numbers, r * 2 * width + width, width, t, r * k);
      }
      if (renormalize && width > 1) kernels.renormalize(p, rows, k);
      // As they are scored.
      settle(p, rounding);
      const count = this.keepGood(block, p, t, refuse);
      if (cutoff.low > 0 || cutoff.high < 1) kernels.clamp(p, count * k, cutoff.low, cutoff.high);
      for (const value of klDivergence(t.subarray(0, count * k), p.subarray(0, count * k), k)) this.values.push(value);
      if (weights) this.weighted = true;
    } finally {
      kernels.free(p);
      kernels.free(t);
    }
  }

  /** Moves the good rows together, and says how many they are. Rows whose estimates cannot be used were refused when they were scored. */
  private keepGood(block: RowBlock, p: Float64Array, t: Float64Array, refuse: Refuse): number {
    const { kernels } = this.engine;
    const { skipBad } = this.of;
    const { tolerance } = this.of.tables[this.table];
    const { rows, weights } = block;
    const k = this.of.classes.length;
    const zeros = kernels.uint16(rows).fill(0);
    try {
      let kept = 0;
      for (let r = 0; r < rows; r++) {
        const [estimated, known] = [p, t].map((all) => all.subarray(r * k, (r + 1) * k));
        if (skipBad && (kernels.inspect(estimated, zeros, 1, k, tolerance).bad >= 0 || (weights && !isWeight(weights[r])))) continue;
        if (kernels.inspect(known, zeros, 1, k, tolerance).bad >= 0) {
          refuse(() => this.problem(block, t, r), r);
          continue;
        }
        p.copyWithin(kept * k, r * k, (r + 1) * k);
        t.copyWithin(kept * k, r * k, (r + 1) * k);
        if (weights) this.weights.push(weights[r]);
        kept++;
      }
      return kept;
    } finally {
      kernels.free(zeros);
    }
  }

  private problem(block: RowBlock, t: Float64Array, row: number): ReturnType<RowBlock['problem']> {
    const { classes } = this.of;
    const { tolerance } = this.of.tables[this.table];
    const { code, found, class: name } = badRow(t, row * classes.length, 0, row, classes.length, false, tolerance, classes, 0);
    const sum = code === 'estimates-sum';
    const expected = sum ? withinOne(tolerance) : 'numbers from 0 to 1';
    const what = sum ? `the true probabilities sum to ${found}` : `the true probability of "${name}" is ${found}`;
    return block.problem(row, code, `${what}: expected ${expected}. Check --true-probs.`, { found, expected });
  }

  finish(): DivergencePart {
    return { values: Float64Array.from(this.values), ...(this.weighted ? { weights: Float64Array.from(this.weights) } : {}) };
  }

  free(): void {}
}

/** A row of probabilities; of one column the other class has the rest. */
function completeRow(from: Float64Array, at: number, width: number, to: Float64Array, place: number): void {
  if (width > 1) to.set(from.subarray(at, at + width), place);
  else {
    to[place] = 1 - from[at];
    to[place + 1] = from[at];
  }
}
