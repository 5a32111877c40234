import { addSpread, noSpread, type Spread } from '../core/statistics/exactSpread.js';
import { toFixed } from '../math/exactSum.js';
import { log2 } from '../math/log.js';
import { HISTOGRAM_KEYS, hasClassHistograms, histogramColumns, MOST_BINS, WIDTH_BINS } from './histogramSql.js';
import { HISTOGRAMS_MARK } from './metadata.js';
import { broken, type Cells, ResultCells, type ResultRow } from './resultCells.js';
import { openResult } from './resultRows.js';
import type { ResolvedSpec } from './spec.js';

/** What is summed up of a bin, as multiples of 2⁻²⁵⁶; logs in nats. */
const SUMS = ['p', 'q', 'v', 'l', 'l2', 'y', 'y2'] as const;
/** And where other priors are not told of. */
const FEWER_SUMS = SUMS.slice(0, 4);

/** Estimates of one class, or of the modal ones, that lie in one bin and whose rows have the same true class. */
export interface HistogramBin extends Record<(typeof SUMS)[number], bigint> {
  /** The class, or k: the modal one. */
  estimate: number;
  /** The true class; of modal estimates 1 where that is the modal one, else 0. */
  truth: number;
  bin: number;
  /** That of equal width that it lies in. */
  widthBin: number;
  weight: bigint;
  lowest: number;
  highest: number;
}

/** Estimates by bin, from the lowest up. */
export interface Histograms {
  spec: ResolvedSpec;
  bins: HistogramBin[];
}

/** Reads what engines answered to histogramSql; the rows of several shards are added up. `turns`: whether other priors were asked about, too. */
export function histogramsFromRows(rows: readonly ResultRow[], turns = true): Histograms {
  const { spec, float, results, others } = openResult(rows, HISTOGRAMS_MARK);
  const cells = new ResultCells(histogramColumns(spec, turns), float);
  const parts = new Map<string, number>();
  const bins = new Map<string, HistogramBin>();
  const add = (bin: HistogramBin): void => {
    const key = [bin.estimate, bin.truth, bin.bin].join();
    const known = bins.get(key);
    if (known) addBin(known, bin);
    else bins.set(key, { ...bin });
  };
  for (const [i, row] of others) {
    const found = binOfRow(spec, cells, row, i, turns ? SUMS : FEWER_SUMS);
    const isModal = cells.whole(row, HISTOGRAM_KEYS.mo, i, 0, 1) === 1;
    const key = [found.estimate, found.truth, isModal, found.bin].join();
    const count = (parts.get(key) ?? 0) + 1;
    if (count > results) throw broken(`${count} rows are of the same bin (${key}) of ${results} result${results === 1 ? '' : 's'}`, key);
    parts.set(key, count);
    add(found);
    if (isModal && found.estimate < spec.k) add({ ...found, estimate: spec.k, truth: Number(found.estimate === found.truth) });
  }
  const all = [...bins.values()];
  all.sort((a, b) => a.estimate - b.estimate || a.bin - b.bin || a.truth - b.truth);
  return { spec, bins: all };
}

function binOfRow(spec: ResolvedSpec, cells: ResultCells, row: Cells, index: number, sums: readonly (typeof SUMS)[number][]): HistogramBin {
  const whole = (name: string, least: number, most: number): number => cells.whole(row, name, index, least, most);
  const { k } = spec;
  const estimate = whole(HISTOGRAM_KEYS.ei, hasClassHistograms(spec) ? 0 : k, k);
  const edge = (name: string): number => {
    const text = cells.there(row, name, index);
    const found = Number(text);
    if (!(found >= 0 && found <= 1)) throw broken(`row ${index + 1} has ${JSON.stringify(text)} in the column "${name}": expected a number from 0 to 1`, text);
    return found;
  };
  const lowest = edge('lowest');
  const rows = whole('n_n', 1, Number.MAX_SAFE_INTEGER);
  return {
    estimate,
    truth: whole(HISTOGRAM_KEYS.et, 0, estimate === k ? 1 : k - 1),
    bin: whole(HISTOGRAM_KEYS.fb, -MOST_BINS, MOST_BINS),
    widthBin: Math.ceil(lowest * WIDTH_BINS),
    weight: spec.weights === undefined ? toFixed(rows) : cells.sum(row, 'n_w1', index),
    lowest,
    highest: edge('highest'),
    ...(Object.fromEntries(SUMS.map((name) => [name, sums.includes(name) ? cells.sum(row, `n_${name}`, index) : 0n])) as Record<(typeof SUMS)[number], bigint>),
  };
}

function addBin(to: HistogramBin, more: HistogramBin): void {
  to.weight += more.weight;
  for (const name of SUMS) to[name] += more[name];
  to.lowest = Math.min(to.lowest, more.lowest);
  to.highest = Math.max(to.highest, more.highest);
}

/** What the rows of each true class weigh, where that is told. */
export function histogramWeights({ spec: { k }, bins }: Histograms): bigint[] {
  const weights = new Array<bigint>(k).fill(0n);
  for (const { estimate, truth, weight } of bins) if (estimate === 0) weights[truth] += weight;
  return weights;
}

/** Rows on one side of the prior of their true class: Σ ln p above, Σ ln(1 − p) below. */
interface TurnedSide {
  truth: number;
  above: boolean;
  spread: Spread;
}

/**
 * On which side of a prior the estimates of true classes lie. Those of a bin that the prior lies in are all taken for above, or all for below, whichever can be
 * less wrong; `bound` is how far the mean of Kononenko & Bratko's information can be off by that, in bits.
 */
export function turnedSides({ spec: { k }, bins }: Histograms, prior: Float64Array): { sides: TurnedSide[]; bound: number } {
  const sides = Array.from({ length: 2 * k }, (_, i): TurnedSide => ({ truth: i >> 1, above: i % 2 === 1, spread: noSpread() }));
  let [off, all] = [0, 0];
  for (const { estimate, truth, weight, lowest, highest, l, l2, y, y2 } of bins) {
    if (estimate !== truth || estimate === k) continue;
    const q = prior[truth];
    const [takenAbove, takenBelow] = [lowest, highest].map((p) => Math.abs(log2(p) - log2(q)) + Math.abs(log2(1 - p) - log2(1 - q)));
    const inside = lowest < q && highest >= q;
    const above = inside ? takenAbove <= takenBelow : lowest >= q;
    const share = Number(weight) / 2 ** 256;
    all += share;
    if (inside) off += share * Math.min(takenAbove, takenBelow);
    addSpread(sides[2 * truth + Number(above)].spread, above ? { weight, sum: l, squares: l2 } : { weight, sum: y, squares: y2 });
  }
  return { sides, bound: off / all };
}
