import { createEngine } from '../../core/engine.js';
import type { Backend, Kernels } from '../../kernels/kernels.js';
import type { Dealt } from './bucketSorter.js';
import { CELL_ROWS, type Cell } from './cellTable.js';
import type { Details } from './details.js';
import type { Miscalibration, ModalCalibration } from './modalCalibration.js';
import { gatherGroup, groupsIn, type SortElsewhere, type StackGroup, stacksOf } from './sortStacks.js';

/** More cells than this are too many to list. */
export const MAX_LISTED_CELLS = 1000;
/** Up to this many rows, making a core takes longer than sorting; the twin gives the same bits. */
const FEW_ROWS = 4096;

/**
 * Korb, Hope & Hughes 2001, eq. 3: √ Σ_cells Σ_j (f − p_j)²/(n − 1), over the estimates of the modal classes, sorted and cut into cells of at
 * least 10 and as few as possible above that; equal estimates are never split, and a remainder of fewer than 10 joins
 * the last cell. f is the cell's frequency of truth. Estimates are negative where the modal class was not the true one.
 * They are sorted by groups of stacks, by a core that has just the memory for the largest.
 */
export async function miscalibration(parts: readonly Dealt[], backend: Backend): Promise<Miscalibration> {
  return (await modalCalibration(parts, backend)).miscalibration;
}

/** The same, and if wanted what else there is to say of the calibration of the modal estimates. Where other threads sort stacks, too, this one takes them as soon as those below have been sorted. */
export async function modalCalibration(
  parts: readonly Dealt[],
  where: Backend | Kernels,
  details?: Details,
  sortElsewhere?: SortElsewhere,
): Promise<ModalCalibration> {
  const stacks = stacksOf(parts);
  const { sizes } = stacks;
  const whole = { from: 0, to: sizes.length };
  let rows = sizes.reduce((a, b) => a + b);
  const all = rows;
  const largest = groupsIn(sizes, whole).reduce((most, { size }) => Math.max(most, size), 0);
  // Ahead of a group there is at most what an earlier one left over: the last cells, which equal estimates may make as large as the largest stack.
  const most = largest + Math.max(...sizes) + 4 * CELL_ROWS;
  const memory = 8 * (most + largest) + (details?.bytes(rows) ?? 0) + 2 ** 18;
  const { backend, available } = typeof where === 'object' ? where : { backend: where, available: 0 };
  // Nobody may come between: what has room now is used now.
  const kernels = available >= memory ? (where as Kernels) : (await createEngine({ backend: rows <= FEW_ROWS ? 'plain' : backend, memory })).kernels;
  const calibrator = details?.sorted(kernels, rows);
  const sorted = kernels.float64(most);
  const room = kernels.float64(largest);
  const sums = kernels.float64(3).fill(0);
  const cells: Cell[] = [];
  let left = 0;
  const take = (group: StackGroup, isSorted: boolean): void => {
    const filled = left + group.size;
    gatherGroup(parts, group, sorted, left);
    if (!isSorted) kernels.sortBySize(sorted.subarray(left, filled), group.size, room);
    if (calibrator) for (let stack = group.from, at = left; stack < group.to; at += sizes[stack++]) calibrator.add(sorted.subarray(at, at + sizes[stack]));
    const taken = kernels.cells(sorted, filled, rows, CELL_ROWS, sums);
    if (details?.cells && cells.length <= MAX_LISTED_CELLS) cells.push(...details.cells(sorted.subarray(0, taken)));
    rows -= taken;
    sorted.copyWithin(0, taken, filled);
    left = filled - taken;
  };
  if (sortElsewhere)
    await sortElsewhere(stacks, (range, done) => {
      for (const group of groupsIn(sizes, range)) take(group, done.includes(group.from));
    });
  else for (const group of groupsIn(sizes, whole)) take(group, false);
  const found = {
    miscalibration: all < 2 ? tooFewRows(all) : fromSums(sums),
    ...(calibrator ? { modal: calibrator.finish() } : {}),
    ...(details?.cells ? { cells: cells.length > MAX_LISTED_CELLS ? null : cells } : {}),
  };
  calibrator?.free();
  for (const view of [sorted, room, sums]) kernels.free(view);
  return found;
}

function tooFewRows(rows: number): Miscalibration {
  return { miscalibration: null, overconfident: null, underconfident: null, cells: rows, reason: 'a cell needs two rows' };
}

function fromSums([over, under, cells]: Float64Array): Miscalibration {
  return { miscalibration: Math.sqrt(over + under), overconfident: Math.sqrt(over), underconfident: Math.sqrt(under), cells };
}
