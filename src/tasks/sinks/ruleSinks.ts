import { FairbitsError } from '../../base/errors.js';
import type { Engine } from '../../core/engine.js';
import { badRow } from '../../core/input.js';
import { settle } from '../../core/rounded.js';
import { type Treatment, type TreatmentOptions, treat } from '../../core/treatment.js';
import type { Refuse, RowBlock } from '../../rows/table.js';
import { predictSets, type SetRule } from '../../rules/predictSets.js';
import type { Sink, SinkKind } from '../../run/rowWork.js';
import { type Gathered, Gatherer } from './gather.js';

/** Sets that stand in a column. */
interface WrittenSets {
  classes: readonly string[];
  column: string;
}

/** Sets that are made of estimates. */
export interface EstimateSets {
  classes: string[];
  rule: SetRule;
  /** Of each table. */
  treatments: TreatmentOptions[];
  columns: string[][];
}

const unplaced = ({ message }: FairbitsError): string => message.replace(/^row \d+: /, '');

/** Sets and true classes, in order; a set with a class twice is refused. */
export const setSinks: SinkKind<WrittenSets, unknown, Gathered> = (engine, of) => () => new SetSink(engine, of);

class SetSink implements Sink<Gathered> {
  private readonly gathered = new Gatherer();

  constructor(
    private readonly engine: Engine,
    private readonly of: WrittenSets,
  ) {}

  add(block: RowBlock, refuse: Refuse): void {
    const { classes, column } = this.of;
    const { rows, numbers, labels } = block;
    const members = block.sets.members as Uint16Array;
    const sizes = block.sets.sizes as Uint16Array;
    for (let done = 0, from = 0; done < rows; ) {
      const rest = { members: members.subarray(from), sizes: sizes.subarray(done) };
      const bad = this.check(rest, labels.subarray(done), classes);
      const good = bad ? (bad.row as number) : rows - done;
      const held = rest.sizes.subarray(0, good).reduce((sum, size) => sum + size, 0);
      this.gathered.add({
        rows: good,
        numbers,
        labels: labels.subarray(done, done + good),
        sets: { members: rest.members.subarray(0, held), sizes: rest.sizes.subarray(0, good) },
      });
      if (!bad) return;
      const { code, found, expected } = bad;
      const at = done + good;
      refuse(() => block.problem(at, code, `column "${column}": ${unplaced(bad)}`, { column, found, ...(expected === undefined ? {} : { expected }) }), at);
      from += held + sizes[at];
      done = at + 1;
    }
  }

  /** The error of the first row that a tally would not take. */
  private check(sets: { members: Uint16Array; sizes: Uint16Array }, labels: Uint16Array, classes: readonly string[]): FairbitsError | undefined {
    try {
      this.engine.ruleTally(classes).add(sets, labels);
      return undefined;
    } catch (error) {
      if (error instanceof FairbitsError && error.row !== undefined) return error;
      throw error;
    }
  }

  finish(): Gathered {
    return this.gathered.finish();
  }

  free(): void {}
}

/** Sets made of estimates, and true classes, in order. */
export const estimateSetSinks: SinkKind<EstimateSets, unknown, Gathered> = (engine, of) => (_, table) => new EstimateSetSink(engine, of, table);

class EstimateSetSink implements Sink<Gathered> {
  private readonly gathered = new Gatherer();
  private readonly treatment: Treatment;

  constructor(
    private readonly engine: Engine,
    private readonly of: EstimateSets,
    private readonly table: number,
  ) {
    this.treatment = treat(of.classes, new Float64Array(), of.treatments[table]);
  }

  add(block: RowBlock, refuse: Refuse): void {
    const { kernels } = this.engine;
    const { classes, rule } = this.of;
    const { tolerance, rounding } = this.treatment;
    const k = classes.length;
    const { rows, numbers, labels } = block;
    for (let done = 0; done < rows; ) {
      const p = numbers.subarray(done * k);
      const truths = labels.subarray(done);
      let { bad } = kernels.inspect(p, truths, rows - done, k, tolerance);
      // What rounding put outside of [0, 1] is 0 or 1.
      if (bad >= 0 && settle(p, rounding) > 0) ({ bad } = kernels.inspect(p, truths, rows - done, k, tolerance));
      const good = bad < 0 ? rows - done : bad;
      this.gathered.add({ rows: good, numbers: new Float64Array(), labels: truths.subarray(0, good), sets: predictSets(p.subarray(0, good * k), k, rule) });
      const at = done + good;
      if (at < rows) refuse(() => this.problem(block, at), at);
      done = at + 1;
    }
  }

  private problem(block: RowBlock, row: number): ReturnType<RowBlock['problem']> {
    const { classes, columns } = this.of;
    const { tolerance, rounding } = this.treatment;
    const error = badRow(block.numbers, row * classes.length, 0, row, classes.length, false, tolerance, classes, rounding);
    const { code, found, expected } = error;
    const column = error.class === undefined ? undefined : columns[this.table][classes.indexOf(String(error.class))];
    const message =
      code === 'estimates-sum' ? `the estimates sum to ${found}: expected ${expected}. Set --tolerance.` : `column "${column}": ${unplaced(error)}`;
    return block.problem(row, code, message, { ...(column === undefined ? {} : { column }), found, ...(expected === undefined ? {} : { expected }) });
  }

  finish(): Gathered {
    return this.gathered.finish();
  }

  free(): void {}
}
