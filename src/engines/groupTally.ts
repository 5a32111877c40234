import type { TallyJSON } from '../core/tally.js';
import { columnSlot, pairSlot, SIDES } from '../kernels/slots.js';
import { fromFixed } from '../math/exactSum.js';
import type { Result, RowGroup } from './resultRows.js';

/** The tally of a result, as it is saved: counts by class, and sums of logs in nats. */
export function groupTally({ spec, groups, against }: Result): TallyJSON {
  const { k, classes, weights, crossed } = spec;
  const weighted = weights !== undefined;
  const count = (name: string): number => groups.reduce((sum, group) => sum + group.count(name), 0);
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const impossible = groups.filter((group) => group.impossible > 0);
  const length = k === 2 ? 36 : 4 * k;
  const sums = new Array<bigint>(length).fill(0n);
  const zeros = new Array<number>(length).fill(0);
  const sides = new Array<number>(k === 2 ? 2 * SIDES : 0).fill(0);
  const cells = new Map<string, [number, number, number]>();
  for (const group of groups) {
    const { truth, modal } = group;
    const weight = fromFixed(group.weight);
    if (k === 2) sides[modal * 2 + truth] += weight;
    else {
      const cell = cells.get(`${truth} ${modal}`) ?? [truth, modal, 0];
      cell[2] += weight;
      cells.set(`${truth} ${modal}`, cell);
    }
    if (k === 2) addPair(spec.single, group, sums, zeros);
    else addClasses(k, crossed, group, sums, zeros);
  }
  against.forEach((sum, i) => {
    sums[i] += sum;
  });
  const products = k === 2 ? 48 : 8 * k;
  return {
    format: 'fairbits-tally',
    version: weighted ? 2 : 1,
    classes,
    positive: spec.positive,
    cutoff: spec.cutoff,
    rows,
    clamped: count('clamped'),
    renormalized: 0,
    roundedOnes: count('ones'),
    roundedOutside: count('outside'),
    certain: impossible.filter((group) => group.impossible === 2).reduce((sum, group) => sum + group.rows, 0),
    ties: count('ties'),
    impossible: impossible.reduce((sum, group) => sum + group.rows, 0),
    sums: sums.map(String),
    zeros,
    sides,
    confusion: [...cells.values()].filter(([, , weight]) => weight > 0),
    open: { rows: 0, mantissas: new Array(products).fill(1), exponents: new Array(products).fill(0), zeros: new Array(products + 2).fill(0) },
    ...(weighted
      ? {
          weights: {
            total: [fromFixed(groups.reduce((sum, { weight }) => sum + weight, 0n)), 0] as [number, number],
            zero: count('zero'),
            sums: new Array<number>(length).fill(0),
            lost: new Array<number>(length).fill(0),
          },
        }
      : {}),
  };
}

/** Two classes: sums by side, label and class; of one column by side and label. */
function addPair(single: boolean, group: RowGroup, sums: bigint[], zeros: number[]): void {
  const { truth, modal: side, impossible, rows } = group;
  const slots = single ? [24 + columnSlot(side, truth) - columnSlot(0, 0)] : [pairSlot(side, truth, 0), pairSlot(side, truth, 1)];
  slots.forEach((slot, i) => {
    sums[slot] += group.sum(`s${i}`);
    const isZero = single || i === truth ? impossible > 0 : impossible === 2 && (side & 1) !== truth;
    if (isZero) zeros[slot] += rows;
  });
}

/** More classes: B, A, G, H of every class. Up to 16 of them the logs are beside the tally, but for those of impossible rows. */
function addClasses(k: number, crossed: boolean, group: RowGroup, sums: bigint[], zeros: number[]): void {
  const { truth, modal, impossible, rows } = group;
  const bet = (modal === truth ? 2 : 3) * k + modal;
  if (crossed && impossible > 0) for (let i = 0; i < k; i++) sums[i === truth ? k + i : i] += group.sum(`s${i}`);
  if (!crossed) {
    sums[k + truth] += group.sum('t1');
    sums[bet] += group.sum('d1');
  }
  if (impossible > 0) zeros[k + truth] += rows;
  if (impossible === 2) {
    zeros[bet] += rows;
    if (modal !== truth) zeros[modal] += rows;
  }
}
