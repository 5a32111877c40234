import type { Kernels, PriorTables, TurnColumns } from '../kernels/kernels.js';
import { takeAll } from '../kernels/takeAll.js';
import { layoutOf } from './layout.js';

/** Logs that are worked on at a time, so that they stay in the nearest cache; and rows at most. */
const LOGS = 4096;
const ROWS = 1024;

/** The open block of some statistics: the numbers that the kernels add to. */
export interface OpenBlock {
  numbers: Float64Array;
}

type Columns = Record<'truth' | 'truthBits' | 'restBits' | 'betBits' | 'other' | 'weights', Float64Array>;

/**
 * The kernels' memory for statistics of so many classes. The block that was worked on last stays in it until another one's
 * turn comes: of many classes it is larger than the rows.
 */
export class SpreadRoom {
  readonly rows: number;
  readonly columns: Columns;
  readonly groups: Uint32Array;
  readonly logs: Float64Array;
  /** Distances of rows, and these times their weights. */
  readonly distances: Float64Array;
  readonly turned: TurnColumns;
  readonly cuts: Float64Array;
  /** A prior that stakes 1 on every class, where that is taken apart from the logs. */
  readonly even: PriorTables | undefined;
  private readonly state: Float64Array;
  private readonly views: ArrayBufferView[] = [];
  private resident: OpenBlock | undefined;
  private lastCuts: Float64Array | undefined;

  constructor(
    private readonly kernels: Kernels,
    readonly k: number,
  ) {
    const { crossed, length, wide } = layoutOf(k);
    const rows = Math.max(1, Math.min(ROWS, Math.floor(LOGS / k)));
    this.rows = rows;
    const room = takeAll(kernels, (keep) => {
      const numbers = (count: number): Float64Array => keep(kernels.float64(count));
      const column = (): Float64Array => numbers(rows);
      const groups = (): Uint32Array => keep(kernels.uint32(rows));
      const classes = keep(kernels.uint16(rows));
      return {
        columns: { truth: column(), truthBits: column(), restBits: column(), betBits: column(), other: column(), weights: column() },
        groups: groups(),
        logs: numbers(crossed ? rows * k : 0),
        distances: numbers(crossed ? 2 * rows * wide : 0),
        turned: {
          values: column(),
          groups: groups(),
          kept: column(),
          keptClasses: classes,
          keptWeights: column(),
          again: column(),
          againGroups: groups(),
          againWeights: column(),
        },
        cuts: numbers(4 * k),
        even: crossed
          ? undefined
          : {
              prior: numbers(0),
              logs: numbers(0),
              certain: numbers(0),
              stakes: numbers(k).fill(1),
              mantissas: numbers(k).fill(1),
              exponents: numbers(k).fill(0),
            },
        state: numbers(length),
      };
    });
    this.columns = room.columns;
    this.groups = room.groups;
    this.logs = room.logs;
    this.distances = room.distances;
    this.turned = room.turned;
    this.cuts = room.cuts;
    this.even = room.even;
    this.state = room.state;
    this.views = [
      ...Object.values(room.columns),
      room.groups,
      room.logs,
      room.distances,
      ...Object.values(room.turned),
      room.cuts,
      ...Object.values(room.even ?? {}),
      room.state,
    ];
  }

  /** The numbers of a block, in the kernels' memory. */
  enter(block: OpenBlock, cuts: Float64Array): Float64Array {
    if (this.resident !== block) {
      this.leave();
      this.state.set(block.numbers);
      this.resident = block;
    }
    if (this.lastCuts !== cuts) {
      this.cuts.set(cuts);
      this.lastCuts = cuts;
    }
    return this.state;
  }

  /** Writes back what is at work, if it is this block, or whichever it is. */
  leave(block = this.resident): void {
    if (!block || block !== this.resident) return;
    block.numbers.set(this.state);
    this.resident = undefined;
  }

  free(): void {
    this.leave();
    for (const view of this.views) this.kernels.free(view);
  }
}
