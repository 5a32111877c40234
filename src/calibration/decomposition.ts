import { log2 } from '../kernels/plain/log.js';
import type { Groups } from '../ranking/rankStatistics.js';
import { type IsotonicBlock, isotonic } from './isotonic.js';
import type { ReliabilityBin } from './reliability.js';

/** A loss as miscalibration − discrimination + uncertainty. */
export interface Decomposition {
  /** The mean loss of one class's estimates: (p − y)², or −log2 of what was said to what happened, in bits. */
  loss: number;
  miscalibration: number;
  discrimination: number;
  uncertainty: number;
}

/** With bins there is a rest: what estimates of one bin differ by. */
export interface BinnedDecomposition extends Decomposition {
  within: number;
}

export interface Decompositions {
  quadratic: { corp: Decomposition; murphy: BinnedDecomposition };
  log: { corp: Decomposition; murphy: BinnedDecomposition };
}

type Loss = (estimate: number, frequency: number) => number;

/** What an estimate costs on average where the class has the frequency f. */
const quadratic: Loss = (p, f) => f * (1 - p) * (1 - p) + (1 - f) * p * p;
const log: Loss = (p, f) => (f > 0 ? -f * log2(p) : 0) + (f < 1 ? -(1 - f) * log2(1 - p) : 0);

/**
 * CORP (Dimitriadis, Gneiting & Jordan 2021): miscalibration is what isotonic recalibration gains, discrimination what the
 * recalibrated gain over always quoting the frequency, uncertainty what that costs. Nothing has to be chosen. Murphy's
 * (1973) is over the bins of a reliability table, with the rest that bins leave.
 */
export function decompositions(groups: Groups, bins: readonly ReliabilityBin[]): Decompositions {
  const blocks = isotonic(groups);
  const of = (loss: Loss) => {
    const whole = mean(groups, loss);
    return { corp: corp(whole, blocks, loss), murphy: murphy(whole, bins, loss) };
  };
  return { quadratic: of(quadratic), log: of(log) };
}

/** All rows together. */
interface Whole {
  loss: number;
  frequency: number;
  rows: number;
}

function mean(groups: Groups, loss: Loss): Whole {
  let [sum, hits, rows] = [0, 0, 0];
  for (let g = 0; g < groups.values.length; g++) {
    const n = groups.positives[g] + groups.negatives[g];
    sum += n * loss(groups.values[g], groups.positives[g] / n);
    hits += groups.positives[g];
    rows += n;
  }
  return { loss: sum / rows, frequency: hits / rows, rows };
}

function corp({ loss: own, frequency, rows }: Whole, blocks: readonly IsotonicBlock[], loss: Loss): Decomposition {
  const recalibrated = blocks.reduce((sum, block) => sum + block.rows * loss(block.frequency, block.frequency), 0) / rows;
  const uncertainty = loss(frequency, frequency);
  return { loss: own, miscalibration: own - recalibrated, discrimination: uncertainty - recalibrated, uncertainty };
}

function murphy({ loss: own, frequency, rows }: Whole, bins: readonly ReliabilityBin[], loss: Loss): BinnedDecomposition {
  const over = (of: (bin: ReliabilityBin) => number) => bins.reduce((sum, bin) => sum + (bin.rows / rows) * of(bin), 0);
  const known = over((bin) => loss(bin.frequency, bin.frequency));
  const uncertainty = loss(frequency, frequency);
  const miscalibration = over((bin) => loss(bin.meanEstimate, bin.frequency)) - known;
  const discrimination = uncertainty - known;
  return { loss: own, miscalibration, discrimination, uncertainty, within: own - (miscalibration - discrimination + uncertainty) };
}

/** Decompositions of several classes added up. Of all classes, the quadratic one is that of the quadratic loss. */
export function addDecompositions<T extends Decomposition>(all: readonly T[], weight: number): T {
  const keys = Object.keys(all[0]) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, all.reduce((sum, each) => sum + (each[key] as number) * weight, 0)])) as unknown as T;
}
