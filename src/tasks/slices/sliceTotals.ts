import { giveBack } from '../../base/giveBack.js';
import { createEngine, type Engine } from '../../core/engine.js';
import type { StatisticsOptions } from '../../core/statistics/rewardStatistics.js';
import { type SlicedPiece, SlicedStatistics, sliceBytes } from '../../core/statistics/slicedStatistics.js';
import { addRewards, noRewards } from '../../slices/rewardShape.js';
import { dimensionsOf, OTHER_VALUES, type SlicePlan } from '../../slices/slicePlan.js';
import type { SlicedColumn, SlicedRows } from '../../slices/sliceReport.js';
import { addSums, CalibrationRows, noCalibration } from '../../slices/sliceSums.js';
import type { Coded, SlicedPart } from './partSlices.js';
import { movedSlices } from './slicer.js';

/** Beside the sums: the rows at hand, and what is made of them. */
const ROOM_BESIDE = 12 * 2 ** 20;

/**
 * The slices of parts, whose rows are added up in order. A slice is kept from its first row on, as long as there is room; those that come later are
 * only counted, so that what is kept is whole, and does not depend on the threads.
 */
export class SliceTotals {
  private readonly columns: SliceNames[];
  /** Of all tables before, and of the one at hand. */
  private readonly rewards: Float64Array;
  private readonly open: Float64Array;
  private readonly statistics: SlicedStatistics;
  private table = 0;
  private readonly calibration: CalibrationRows;

  /** Its sums have a memory of their own, as large as they need. */
  static async create(like: Engine, plan: SlicePlan, classes: readonly string[], options: StatisticsOptions): Promise<SliceTotals> {
    const ways = dimensionsOf(plan).length;
    const bytes = ROOM_BESIDE + ways * (sliceBytes(classes.length, plan.most + 1) + 8 * calibrationLength(plan.most));
    const engine = await createEngine({ backend: like.backend, memory: Math.ceil(bytes / 2 ** 16) * 2 ** 16 });
    return new SliceTotals(engine, plan, classes, options);
  }

  private constructor(
    engine: Engine,
    private readonly plan: SlicePlan,
    private readonly classes: readonly string[],
    options: StatisticsOptions,
  ) {
    this.columns = dimensionsOf(plan).map(() => new SliceNames(engine, plan.most));
    this.calibration = new CalibrationRows(
      engine,
      this.columns.map(({ open }) => open),
    );
    this.rewards = noRewards(classes.length);
    this.open = noRewards(classes.length);
    // One more is for all other values.
    const most = this.columns.map(() => plan.most + 1);
    this.statistics = new SlicedStatistics(engine, classes, options, most);
  }

  /** Adds the rows of a part of a table, which were treated so. Their memory is given back. */
  add(part: SlicedPart, table: number, treated: StatisticsOptions): void {
    const { estimates, labels, weights, coded } = part;
    const k = this.classes.length;
    if (table !== this.table) this.closeTable();
    this.table = table;
    const codes = coded.map((each, c) => this.columns[c].codesOf(each));
    const each = (piece: SlicedPiece): void => {
      addRewards(this.open, k, piece);
      this.calibration.add(piece);
    };
    const slices = this.columns.map(({ names }) => names.length);
    this.statistics.add(estimates, labels, weights, { codes, slices }, each, treated);
    giveBack(movedSlices(part));
  }

  /** Another file begins: what each comes to is added up, so that files come to what merging them comes to. */
  private closeTable(): void {
    this.statistics.closeAll();
    addSums(this.rewards, this.open);
    this.open.fill(0);
    for (const column of this.columns) column.close();
  }

  finish(): SlicedRows {
    this.closeTable();
    const statistics = this.statistics.finish();
    const columns = dimensionsOf(this.plan).map(({ name, kind }, c): SlicedColumn => {
      const { names, others, calibrations } = this.columns[c];
      const { length } = noCalibration();
      const slices = names.map((value, code) => ({
        name: value,
        rows: statistics[c][code].rows,
        statistics: statistics[c][code],
        calibration: calibrations.slice(code * length, (code + 1) * length),
      }));
      const { rows, values, more } = others;
      return { name, kind, slices, ...(rows > 0 ? { others: { rows, values: values.size, atLeast: more } } : {}) };
    });
    return { columns, rewards: this.rewards };
  }
}

/** Numbers of the calibration of so many slices, those that have no room, and that of all others. */
const calibrationLength = (most: number): number => (most + 2) * noCalibration().length;

/** The slices of a column: their names, by their codes, and those that had no room. */
class SliceNames {
  readonly names: string[] = [];
  /** Of all tables before, and of the one at hand. */
  readonly calibrations: Float64Array;
  readonly open: Float64Array;
  readonly others = { rows: 0, values: new Set<string>(), more: false };
  private readonly codeOf = new Map<string, number>();

  constructor(
    { kernels }: Engine,
    private readonly most: number,
  ) {
    this.calibrations = new Float64Array(calibrationLength(most));
    this.open = kernels.float64(this.calibrations.length).fill(0);
  }

  close(): void {
    addSums(this.calibrations, this.open);
    this.open.fill(0);
  }

  /** The codes of a part's rows, instead of those that it gave them; one behind the last for what has no room. */
  codesOf({ codes, names }: Coded): Uint32Array {
    const mine = Uint32Array.from(names, (name) => this.code(name));
    const none = this.most + 1;
    const dropped = mine.includes(none) ? new Float64Array(names.length) : undefined;
    for (let r = 0; r < codes.length; r++) {
      if (dropped) dropped[codes[r]]++;
      codes[r] = mine[codes[r]];
    }
    if (dropped) for (const [i, name] of names.entries()) if (mine[i] === none) this.drop(name, dropped[i]);
    return codes;
  }

  private code(name: string): number {
    const known = this.codeOf.get(name);
    if (known !== undefined) return known;
    const kept = this.names.length - Number(this.codeOf.has(OTHER_VALUES));
    if (kept >= this.most && name !== OTHER_VALUES) return this.most + 1;
    const code = this.names.push(name) - 1;
    this.codeOf.set(name, code);
    return code;
  }

  private drop(name: string, rows: number): void {
    const { others } = this;
    others.rows += rows;
    if (others.values.size < this.most) others.values.add(name);
    else others.more ||= !others.values.has(name);
  }
}
