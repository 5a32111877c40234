import type { KeptEstimates, Kernels, PriorTables } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';
import { layoutOf } from './layout.js';

/** Logs that are worked on at a time, so that they stay in the nearest cache; and rows at most. */
const MAX_SPREAD_LOGS = 4096;
export const MAX_SPREAD_ROWS = 1024;

/** The open block of some statistics: the numbers that the kernels add to. */
export interface OpenBlock {
  numbers: Float64Array;
}

type Columns = Record<'truth' | 'truthBits' | 'restBits' | 'betBits' | 'stakes' | 'losses' | 'weights', Float64Array>;

/** The numbers of a block by what they are of (layout.ts). */
type BlockNumbers = Record<'all' | 'column' | 'bets' | 'quadratic' | 'turns' | 'stakes' | 'truths', Float64Array>;

/**
 * The kernels' memory for statistics of so many classes. The block that was worked on last stays in it until another one's
 * turn comes: of many classes it is larger than the rows.
 */
export class SpreadRoom {
  readonly rows: number;
  readonly columns: Columns;
  /** k logs to a row; the rows in order of their classes; their distances, and these times their weights. */
  readonly logs: Float64Array;
  readonly order: Uint32Array;
  readonly distances: Float64Array;
  readonly kept: KeptEstimates;
  readonly cuts: Float64Array;
  /** Rows by true and modal class, where the tally does not count them. */
  readonly cells: Uint32Array;
  /** A prior that stakes 1 on every class, where that is taken apart from the logs. */
  readonly even: PriorTables | undefined;
  private readonly parts: BlockNumbers;
  private readonly views: ArrayBufferView[] = [];
  private resident: OpenBlock | undefined;
  private lastCuts: Float64Array | undefined;

  constructor(
    private readonly kernels: Kernels,
    readonly k: number,
  ) {
    const layout = layoutOf(k);
    const { crossed, length, wide } = layout;
    const rows = Math.max(1, Math.min(MAX_SPREAD_ROWS, Math.floor(MAX_SPREAD_LOGS / k)));
    this.rows = rows;
    const room = takeAll(kernels, (keep) => {
      const taken = <View extends ArrayBufferView>(view: View): View => {
        this.views.push(view);
        return keep(view);
      };
      const numbers = (count: number): Float64Array => taken(kernels.float64(count));
      const column = (): Float64Array => numbers(rows);
      return {
        columns: {
          truth: column(),
          truthBits: column(),
          restBits: column(),
          betBits: column(),
          stakes: numbers(crossed ? 0 : rows),
          losses: column(),
          weights: column(),
        },
        logs: numbers(crossed ? rows * k : 0),
        order: taken(kernels.uint32(rows)),
        distances: numbers(crossed ? 2 * rows * wide : 0),
        kept: { values: column(), classes: taken(kernels.uint16(rows)), weights: column() },
        cuts: numbers(4 * k),
        cells: taken(kernels.uint32(crossed ? k * k : 0)).fill(0),
        even: crossed ? undefined : evenStakes(k, numbers),
        all: numbers(length),
      };
    });
    this.columns = room.columns;
    this.logs = room.logs;
    this.order = room.order;
    this.distances = room.distances;
    this.kept = room.kept;
    this.cuts = room.cuts;
    this.cells = room.cells;
    this.even = room.even;
    const { all } = room;
    const from = (name: Exclude<keyof BlockNumbers, 'all'>): Float64Array => all.subarray(layout[name]);
    this.parts = {
      all,
      column: from('column'),
      bets: from('bets'),
      quadratic: from('quadratic'),
      turns: from('turns'),
      stakes: from('stakes'),
      truths: from('truths'),
    };
  }

  /** The numbers of a block, in the kernels' memory. */
  enter(block: OpenBlock, cuts: Float64Array): BlockNumbers {
    if (this.resident !== block) {
      this.leave();
      this.parts.all.set(block.numbers);
      this.resident = block;
    }
    if (this.lastCuts !== cuts) {
      this.cuts.set(cuts);
      this.lastCuts = cuts;
    }
    return this.parts;
  }

  /** Writes back what is at work, if it is this block, or whichever it is. */
  leave(block = this.resident): void {
    if (!block || block !== this.resident) return;
    block.numbers.set(this.parts.all);
    this.resident = undefined;
  }

  free(): void {
    this.leave();
    for (const view of this.views) this.kernels.free(view);
  }
}

function evenStakes(k: number, numbers: (count: number) => Float64Array): PriorTables {
  const none = numbers(0);
  const [stakes, mantissas, exponents] = [numbers(k).fill(1), numbers(k).fill(1), numbers(k).fill(0)];
  return { prior: none, logs: none, certain: none, stakes, mantissas, exponents };
}
