import { log2 } from '../../math/log.js';
import type { Groups } from '../ranking/rankStatistics.js';
import { type IsotonicBlock, Pooling } from '../recalibration/isotonic.js';
import type { ReliabilityBin } from './reliability.js';

/** A loss as miscalibration − discrimination + uncertainty. */
export interface Decomposition {
  /** The mean loss of one class's estimates: (p − y)², or −log2 of what was said to what happened, in bits. */
  loss: number;
  miscalibration: number;
  discrimination: number;
  uncertainty: number;
  /** How much larger miscalibration and discrimination may be, where estimates are known by their bins only. */
  error?: number;
}

/** With bins there is a rest: what estimates of one bin differ by. */
export interface BinnedDecomposition extends Decomposition {
  within: number;
}

/** The quadratic and the log loss, each taken apart in two ways: CORP (Dimitriadis, Gneiting & Jordan 2021) and over bins (Murphy 1973). */
export interface Decompositions {
  quadratic: { corp: Decomposition; murphy: BinnedDecomposition };
  log: { corp: Decomposition; murphy: BinnedDecomposition };
}

/** What was pooled. */
type Pooled = Pick<IsotonicBlock, 'rows' | 'frequency'>;

type Loss = (frequency: number, estimate: number) => number;

/** What an estimate costs on average where the class has the frequency f. */
const quadraticCost: Loss = (f, p) => f * (1 - p) * (1 - p) + (1 - f) * p * p;
const log: Loss = (f, p) => (f > 0 ? -f * log2(p) : 0) + (f < 1 ? -(1 - f) * log2(1 - p) : 0);

/** All rows together: how many, how often it came true, and the mean losses. */
interface Whole {
  rows: number;
  frequency: number;
  quadratic: number;
  log: number;
}

/**
 * CORP (Dimitriadis, Gneiting & Jordan 2021): miscalibration is what isotonic recalibration gains, discrimination what the
 * recalibrated gain over always quoting the frequency, uncertainty what that costs. Nothing has to be chosen. Murphy's
 * (1973) is over the bins of a reliability table, with the rest that bins leave.
 */
export function decompositions(whole: Whole, blocks: readonly Pooled[], bins: readonly ReliabilityBin[]): Decompositions {
  return {
    quadratic: { corp: corp(whole, whole.quadratic, blocks, quadraticCost), murphy: murphy(whole, whole.quadratic, bins, quadraticCost) },
    log: { corp: corp(whole, whole.log, blocks, log), murphy: murphy(whole, whole.log, bins, log) },
  };
}

function corp({ frequency, rows }: Whole, own: number, blocks: readonly Pooled[], loss: Loss): Decomposition {
  const recalibrated = meanLoss(blocks, rows, loss);
  const uncertainty = loss(frequency, frequency);
  return { loss: own, miscalibration: own - recalibrated, discrimination: uncertainty - recalibrated, uncertainty };
}

/** What quoting the frequency of each block costs. */
function meanLoss(blocks: readonly Pooled[], rows: number, loss: Loss): number {
  return blocks.reduce((sum, block) => sum + block.rows * loss(block.frequency, block.frequency), 0) / rows;
}

/**
 * How much more isotonic recalibration could gain than with whole bins for groups: at most what it gains where in each bin what came true
 * is above all that did not. By the rearrangement inequality no other order in the bins allows a lower loss.
 */
export function poolingErrors(
  { values, positives, negatives }: Groups,
  single: (group: number) => boolean,
  blocks: readonly Pooled[],
  rows: number,
): { quadratic: number; log: number } {
  const pooling = new Pooling();
  for (let g = 0; g < values.length; g++) {
    if (single(g)) pooling.add(values[g], positives[g], negatives[g]);
    else {
      if (negatives[g] > 0) pooling.add(values[g], 0, negatives[g]);
      if (positives[g] > 0) pooling.add(values[g], positives[g], 0);
    }
  }
  const best = pooling.blocks();
  const gain = (loss: Loss): number => Math.max(0, meanLoss(blocks, rows, loss) - meanLoss(best, rows, loss));
  return { quadratic: gain(quadraticCost), log: gain(log) };
}

function murphy({ frequency, rows }: Whole, own: number, bins: readonly ReliabilityBin[], loss: Loss): BinnedDecomposition {
  const over = (of: (bin: ReliabilityBin) => number) => bins.reduce((sum, bin) => sum + (bin.rows / rows) * of(bin), 0);
  const known = over((bin) => loss(bin.frequency, bin.frequency));
  const uncertainty = loss(frequency, frequency);
  const miscalibration = over((bin) => loss(bin.frequency, bin.meanEstimate)) - known;
  const discrimination = uncertainty - known;
  return { loss: own, miscalibration, discrimination, uncertainty, within: own - (miscalibration - discrimination + uncertainty) };
}

/** Decompositions of several classes added up. Of all classes, the quadratic one is that of the quadratic loss. */
export function addDecompositions<T extends Decomposition>(all: readonly T[], weight: number): T {
  const keys = Object.keys(all[0]) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, all.reduce((sum, each) => sum + (each[key] as number) * weight, 0)])) as unknown as T;
}
