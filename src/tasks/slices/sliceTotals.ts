import type { Engine } from '../../core/engine.js';
import type { RewardStatistics, StatisticsOptions } from '../../core/statistics/rewardStatistics.js';
import { noRewards } from '../../slices/rewardShape.js';
import { dimensionsOf, OTHER_VALUES, type SlicePlan } from '../../slices/slicePlan.js';
import type { Slice, SlicedColumn, SlicedRows } from '../../slices/sliceReport.js';
import { addSums, noCalibration } from '../../slices/sliceSums.js';
import type { SlicedPart, SlicePart } from './partSlices.js';

/**
 * The slices of parts, added up in order. A slice is kept from the first part on in which it is, as long as there is room; those that come later are
 * only counted, so that what is kept is whole, and does not depend on the threads.
 */
export class SliceTotals {
  private readonly columns: Map<string, Slice>[];
  private readonly others: { rows: number; slices: Set<string>; more: boolean }[];
  private readonly rewards: Float64Array;

  constructor(
    private readonly engine: Engine,
    private readonly plan: SlicePlan,
    private readonly classes: readonly string[],
    private readonly options: StatisticsOptions,
  ) {
    const dimensions = dimensionsOf(plan);
    this.columns = dimensions.map(() => new Map());
    this.others = dimensions.map(() => ({ rows: 0, slices: new Set(), more: false }));
    this.rewards = noRewards(classes.length);
  }

  /** Adds the slices of a part, whose rows were treated so. */
  add({ slices, rewards }: SlicedPart, treated: StatisticsOptions): void {
    addSums(this.rewards, rewards);
    for (const [c, parts] of slices.entries()) for (const part of parts) this.addSlice(c, part, treated);
  }

  private addSlice(column: number, { name, rows, calibration, statistics, few }: SlicePart, treated: StatisticsOptions): void {
    const known = this.columns[column];
    let slice = known.get(name);
    if (!slice && known.size >= this.plan.most && name !== OTHER_VALUES) {
      const others = this.others[column];
      others.rows += rows;
      if (others.slices.size < this.plan.most) others.slices.add(name);
      else others.more ||= !others.slices.has(name);
      return;
    }
    if (!slice) {
      slice = { name, rows: 0, statistics: this.engine.statistics(this.classes, this.options), calibration: noCalibration() };
      known.set(name, slice);
    }
    slice.rows += rows;
    addSums(slice.calibration, calibration);
    if (statistics) slice.statistics.mergeState(statistics.state, this.engine.tallyFrom(statistics.tally));
    else if (few) this.merge(slice.statistics, few, treated);
  }

  private merge(statistics: RewardStatistics, { estimates, labels, weights }: NonNullable<SlicePart['few']>, treated: StatisticsOptions): void {
    const few = this.engine.statistics(this.classes, treated).add(estimates, labels, weights);
    // A copy: what the tally tells of the logs it asks the statistics for, which are emptied.
    const tally = this.engine.tallyFrom(few.tally.written());
    statistics.mergeState(few.drain(), tally);
  }

  finish(): SlicedRows {
    const columns = dimensionsOf(this.plan).map(({ name, kind }, c): SlicedColumn => {
      const { rows, slices, more } = this.others[c];
      const others = rows > 0 ? { others: { rows, values: slices.size, atLeast: more } } : {};
      return { name, kind, slices: [...this.columns[c].values()], ...others };
    });
    return { columns, rewards: this.rewards };
  }
}
