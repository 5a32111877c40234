import { numberOf } from '../base/reported.js';
import { type MeasureReport, type Reported, reported } from '../evaluate/report.js';
import { figure } from './table.js';

/** What a reward is measured against, by where the prior is from. */
const AGAINST: Record<string, string> = {
  test: 'always quoting the class frequencies of the test set',
  train: 'always quoting the class frequencies of the training set',
  uniform: 'giving every class the same probability',
  given: 'always quoting the prior',
};

export const against = (source: string): string => AGAINST[source] ?? AGAINST.given;

/** So many digits behind the point that two of them count: two to four. */
export function digitsOf(value: number): number {
  const size = Math.abs(value);
  return size === 0 || !Number.isFinite(size) ? 2 : Math.min(4, Math.max(2, 1 - Math.floor(Math.log10(size))));
}

/** A share in percent, as one says it. */
export function percentText(share: Reported | undefined): string {
  if (typeof share !== 'number') return figure(share);
  const size = 100 * Math.abs(share);
  const text = size >= 99.5 && size < 100 ? (size > 99.9 ? '>99.9' : size.toFixed(1)) : size < 1 && size >= 0.05 ? size.toFixed(1) : size.toFixed(0);
  return `${share < 0 && Number(text) !== 0 ? '−' : ''}${text} %`;
}

/** "0.67 of 0.94 bits per prediction (72 %)". */
export function rewardText({ mean, ceiling, share }: Pick<MeasureReport, 'mean' | 'ceiling' | 'share'>): string {
  if (typeof mean !== 'number' || ceiling === undefined) return `${figure(mean)} bits per prediction`;
  const digits = digitsOf(mean);
  return `${figure(mean, digits)} of ${figure(ceiling, digits)} bits per prediction (${percentText(share)})`;
}

/** "earn 0.67 of 0.94 bits per prediction (72 %)"; or "lose 0.41 bits per prediction, where perfect ones would earn 0.94". */
export function earnText(
  own: Pick<MeasureReport, 'mean' | 'ceiling' | 'share' | 'interval'>,
  confidence?: number,
  verbs: readonly [earn: string, lose: string] = ['earn', 'lose'],
): string {
  const { mean, ceiling, interval } = own;
  if (typeof mean !== 'number' || !(mean < 0)) return `${verbs[0]} ${rewardText(own)}${confidence === undefined ? '' : intervalText(own, confidence)}`;
  const digits = digitsOf(mean);
  const [high, low] = (interval ?? []).map((end) => figure(reported(-numberOf(end)), digits));
  const range = confidence === undefined || !interval ? '' : ` (${level(confidence)} interval of the loss ${low} to ${high})`;
  const perfect = ceiling === undefined ? '' : `, where perfect ones would earn ${figure(ceiling, digits)}`;
  return `${verbs[1]} ${figure(-mean, digits)} bits per prediction${range}${perfect}`;
}

/** "95 % interval 0.065 to 0.096", with as many digits as the mean has. */
export function intervalText({ mean, interval }: Pick<MeasureReport, 'mean' | 'interval'>, confidence: number): string {
  const digits = digitsOf(numberOf(mean));
  return interval ? `, ${level(confidence)} interval ${figure(interval[0], digits)} to ${figure(interval[1], digits)}` : '';
}

export const level = (confidence: number): string => `${Number((100 * confidence).toPrecision(6))} %`;

/** Whether an interval lies above 0, below it, or holds it; undefined where there is none. */
export function sideOf({ interval }: Pick<MeasureReport, 'interval'>): 'above' | 'below' | 'holds 0' | undefined {
  if (!interval) return undefined;
  const [low, high] = interval.map((end) => numberOf(end));
  return low > 0 ? 'above' : high < 0 ? 'below' : low <= 0 && high >= 0 ? 'holds 0' : undefined;
}
