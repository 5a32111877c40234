import type { KeptEstimates, Kernels } from '../../kernels/kernels.js';
import { takeAll } from '../../kernels/takeAll.js';
import { log2 } from '../../math/log.js';
import { addSpread, noSpread, type Spread, spreadOf, spreadsOf } from './exactSpread.js';
import { GROUP, type Layout } from './layout.js';

/**
 * Kononenko & Bratko's information turns where the estimate of the true class is its prior. Under one prior that is known
 * from the beginning (`at`) rows are summed on their side of it. The frequencies in the test set are known at the end only:
 * estimates in a band around what they are expected to be are kept themselves, and the others are summed on their side.
 */
export interface Band {
  low: Float64Array;
  high: Float64Array;
}

/** No estimate is as large. */
const ABOVE_ALL = 2;

/** Everything is kept. */
export function wholeBand(k: number): Band {
  return { low: new Float64Array(k), high: new Float64Array(k).fill(ABOVE_ALL) };
}

/** Estimates that are gathered at a time. */
const GATHERED = 4096;

/** How many standard errors of its middle a band reaches on either side. */
const REACH = 5;

/** The band in which the frequencies of the whole are to be expected, from the counts of a sample; `rows` as many as they tell as much as. */
export function expectedBand(counts: ArrayLike<number>, rows?: number): Band {
  const k = counts.length;
  let all = 0;
  for (let i = 0; i < k; i++) all += counts[i];
  const band = wholeBand(k);
  if (all === 0) return band;
  const n = rows ?? all;
  for (let i = 0; i < k; i++) {
    const q = (counts[i] + 0.5) / (all + 0.5 * k);
    const reach = REACH * Math.sqrt((q * (1 - q)) / n) + 1 / n;
    band.low[i] = Math.max(0, q - reach);
    band.high[i] = q + reach < 1 ? q + reach : ABOVE_ALL;
  }
  return band;
}

/** Four numbers for each class (assembly/spreadGroups.ts): a prior, and a band; where the prior is inside, it is that at which the band begins. */
export function cutsOf(at: ArrayLike<number>, { low, high }: Band): Float64Array {
  const cuts = new Float64Array(4 * at.length);
  for (let c = 0; c < at.length; c++) {
    const [q, from, to] = [at[c], low[c], high[c]];
    cuts.set([q < from || q > to ? q : from, from, to], 4 * c);
  }
  return cuts;
}

/** The band of a class, of its cuts. */
export function bandOf(cuts: Float64Array, c: number): [low: number, high: number] {
  return [cuts[4 * c + 1], cuts[4 * c + 2]];
}

/** Estimates of true classes that were kept, with their weights where rows have some. */
export interface Kept {
  values: Float64Array;
  classes: Uint16Array;
  weights?: Float64Array | undefined;
}

/** What rows come to between cuts. */
export interface TurningTable {
  cuts: Float64Array;
  groups: Spread[];
}

/** Both sides of a prior: the spread of log2 p of estimates from it upwards, and of log2(1 − p) of those below. */
interface TurnedSides {
  above: Spread;
  below: Spread;
}

/** Rows by the side of the prior that they are on, for every prior that lies where estimates were kept, or at a cut. */
export class TurningPoints {
  readonly tables: TurningTable[] = [];
  private closed: Kept[] = [];
  private gathered: (Kept & { filled: number }) | undefined;
  keptRows = 0;
  private sorted: { values: Float64Array; weights: Float64Array | undefined }[] | undefined;

  constructor(
    private readonly k: number,
    /** They sort, and take logs and add them up, where there are many; the bits are the same without. */
    private readonly kernels?: Kernels,
  ) {}

  /** Adds what a block of rows came to between cuts. */
  addBlock(block: Float64Array, layout: Layout, cuts: Float64Array): void {
    const { groups } = this.tableOf(cuts);
    spreadsOf(block, layout.turns, groups.length).forEach((spread, i) => {
      if (spread) addSpread(groups[i], spread);
    });
  }

  keep(kept: Kept): void {
    if (kept.values.length === 0) return;
    this.chunks.push(kept);
    this.keptRows += kept.values.length;
    this.sorted = undefined;
  }

  /** Keeps the first of some estimates. They are gathered: many small arrays would keep the garbage collector busy. */
  keepSome(count: number, { values, classes, weights }: KeptEstimates, weighted: boolean): void {
    if (count === 0) return;
    this.sorted = undefined;
    if (!this.gathered || this.gathered.filled + count > this.gathered.values.length || (this.gathered.weights !== undefined) !== weighted) {
      this.closeGathered();
      const size = Math.max(GATHERED, count);
      this.gathered = { filled: 0, values: new Float64Array(size), classes: new Uint16Array(size), weights: weighted ? new Float64Array(size) : undefined };
    }
    const { gathered } = this;
    gathered.values.set(values.subarray(0, count), gathered.filled);
    gathered.classes.set(classes.subarray(0, count), gathered.filled);
    gathered.weights?.set(weights.subarray(0, count), gathered.filled);
    gathered.filled += count;
    this.keptRows += count;
  }

  private closeGathered(): void {
    if (!this.gathered) return;
    const { filled, values, classes, weights } = this.gathered;
    this.gathered = undefined;
    this.closed.push({ values: values.slice(0, filled), classes: classes.slice(0, filled), ...(weights ? { weights: weights.slice(0, filled) } : {}) });
  }

  /** What is kept, as it came. */
  get chunks(): Kept[] {
    this.closeGathered();
    return this.closed;
  }

  mergeTables(tables: readonly TurningTable[]): void {
    for (const { cuts, groups } of tables) {
      const mine = this.tableOf(cuts);
      groups.forEach((spread, i) => {
        addSpread(mine.groups[i], spread);
      });
    }
  }

  tableOf(cuts: Float64Array): TurningTable {
    const found = this.tables.find((table) => isSameNumbers(table.cuts, cuts));
    if (found) return found;
    const made = { cuts, groups: Array.from({ length: 4 * this.k }, noSpread) };
    this.tables.push(made);
    return made;
  }

  /** Takes out all that is kept, as it came, to be cut anew. */
  takeKept(): Kept[] {
    const { chunks } = this;
    this.closed = [];
    this.keptRows = 0;
    this.sorted = undefined;
    return chunks;
  }

  /** A narrower band, inside the one at hand: what has been summed up outside of it stays outside. */
  recut(cuts: Float64Array): void {
    for (const table of this.tables) table.cuts = cuts;
  }

  /** Whether the sides of a prior can be told. */
  tells(prior: Float64Array): boolean {
    return this.tables.every(({ cuts }) => prior.every((q, c) => isTold(cuts, c, q)));
  }

  /** The sides of a class's prior, which must be one that they can be told of. */
  sides(c: number, q: number): TurnedSides {
    const above = noSpread();
    const below = noSpread();
    for (const { cuts, groups } of this.tables) {
      const [under, between, over, againBetween] = groups.slice(4 * c, 4 * c + 4);
      addSpread(below, under);
      addSpread(above, over);
      // What is between a prior and the band is above one of them and below the other.
      const [at, low] = cuts.subarray(4 * c, 4 * c + 2);
      if (at < low ? q <= at : q < at) addSpread(above, between);
      else addSpread(below, againBetween);
    }
    const { values, weights } = this.keptByClass()[c];
    const turn = firstNotBelow(values, q);
    addSpread(below, this.spreadOfLogs(values.subarray(0, turn), weights?.subarray(0, turn), true));
    addSpread(above, this.spreadOfLogs(values.subarray(turn), weights?.subarray(turn), false));
    return { above, below };
  }

  /** The spread of log2 p, or of log2(1 − p), of estimates. */
  private spreadOfLogs(values: Float64Array, weights: Float64Array | undefined, rest: boolean): Spread {
    const { length } = values;
    const { kernels } = this;
    if (!kernels || !hasRoom(kernels, length)) {
      const logs = Float64Array.from(values, (p) => log2(rest ? 1 - p : p));
      return spreadOf(groupOf(logs, weights), 0);
    }
    const [x, logs, classes, group] = [kernels.float64(length), kernels.float64(length), kernels.uint16(length), kernels.float64(GROUP)];
    x.set(values);
    kernels.logColumn(x, logs, length, rest);
    classes.fill(0);
    group.fill(0);
    // The kernel leaves out logs that are infinite; with weights it is not asked.
    const whole = weights === undefined && kernels.spreadByClass(logs, classes, undefined, length, group) === 0;
    const spread = spreadOf(whole ? group : groupOf(logs, weights), 0);
    for (const view of [x, logs, classes, group]) kernels.free(view);
    return spread;
  }

  /** What is kept of each class, by size, and those of one size by weight: so that it does not depend on the order of merging. */
  keptByClass(): NonNullable<TurningPoints['sorted']> {
    if (this.sorted) return this.sorted;
    const { chunks, k, kernels, keptRows } = this;
    const weighted = chunks.some(({ weights }) => weights);
    if (kernels && !weighted && hasRoom(kernels, keptRows, 4 * k)) {
      this.sorted = sortedByClass(kernels, chunks, keptRows, k);
      return this.sorted;
    }
    const counts = new Uint32Array(k);
    for (const { classes } of chunks) for (let i = 0; i < classes.length; i++) counts[classes[i]]++;
    const valuesOf = Array.from(counts, (count) => new Float64Array(count));
    const weightsOf = weighted ? Array.from(counts, (count) => new Float64Array(count)) : undefined;
    counts.fill(0);
    for (const { values, classes, weights } of chunks)
      for (let i = 0; i < classes.length; i++) {
        const c = classes[i];
        const to = counts[c]++;
        valuesOf[c][to] = values[i];
        if (weightsOf) weightsOf[c][to] = weights ? weights[i] : 1;
      }
    this.sorted = valuesOf.map((values, c) => {
      const weights = weightsOf?.[c];
      if (!weights) return { values: values.sort(), weights };
      const order = Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b] || weights[a] - weights[b]);
      return { values: Float64Array.from(order, (i) => values[i]), weights: Float64Array.from(order, (i) => weights[i]) };
    });
    return this.sorted;
  }
}

function isTold(cuts: Float64Array, c: number, q: number): boolean {
  const at = 4 * c;
  return q === cuts[at] || (cuts[at + 1] <= q && q <= cuts[at + 2]);
}

export function isSameNumbers(a: Float64Array, b: Float64Array): boolean {
  return a === b || a.every((cut, i) => cut === b[i]);
}

/** The place of the first of some sorted numbers that is not below q. */
function firstNotBelow(values: Float64Array, q: number): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (values[middle] < q) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The values of each class by size, where they fit the kernels' memory. */
function sortedByClass(kernels: Kernels, chunks: readonly Kept[], rows: number, k: number): { values: Float64Array; weights: undefined }[] {
  const room = takeAll(kernels, (keep) => ({
    values: keep(kernels.float64(rows)),
    beside: keep(kernels.float64(rows)),
    labels: keep(kernels.uint16(rows)),
    places: keep(kernels.uint32(k)),
  }));
  const { values, beside, labels, places } = room;
  places.fill(0);
  let filled = 0;
  for (const chunk of chunks) {
    beside.set(chunk.values, filled);
    labels.set(chunk.classes, filled);
    filled += chunk.values.length;
  }
  kernels.countByClass(labels, rows, places);
  const counts = [...places];
  counts.reduce((from, count, c) => {
    places[c] = from;
    return from + count;
  }, 0);
  kernels.dealByClass(beside, labels, rows, places, values);
  const sorted = counts.map((count, c) => {
    const own = values.subarray(places[c] - count, places[c]);
    if (count >= FEW_KEPT) kernels.sortBySize(own, count, beside);
    const kept = own.slice();
    return { values: count < FEW_KEPT ? kept.sort() : kept, weights: undefined };
  });
  for (const view of Object.values(room)) kernels.free(view);
  return sorted;
}

/** Few are sooner done here, and many must leave room for what sorting takes. */
const FEW_KEPT = 256;
const BESIDE = 2 ** 18;
const hasRoom = (kernels: Kernels, length: number, more = 0): boolean => length >= FEW_KEPT && kernels.available >= 18 * length + more + BESIDE;

/** A group of logs, as the kernels add them to one. */
function groupOf(logs: Float64Array, weights: Float64Array | undefined): Float64Array {
  const group = new Float64Array(GROUP);
  for (let i = 0; i < logs.length; i++) {
    const x = logs[i];
    const weight = weights ? weights[i] : 1;
    if (group[0] === 0) group[1] = x;
    const d = x - group[1];
    group[0] += weight;
    group[2] += weight * d;
    group[3] += weight * d * d;
  }
  return group;
}
