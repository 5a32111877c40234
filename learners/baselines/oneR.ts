import { AdaptiveCode, log2Choose } from '../base/adaptiveCode.js';
import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import { firstLargest, middleOf, sortedKnown, type Training } from '../base/training.js';
import type { Column } from '../data/dataset.js';
import { distinctValues } from '../trees/complexity.js';

const OPTIONS = {
  bucket: { default: 6, least: 1, most: Infinity, whole: true, about: 'numeric attributes: the least number of rows of the largest class in a bucket' },
  estimates: {
    default: 'certain',
    of: ['certain', 'frequencies'],
    about: '1 for the class of the rule, or the frequencies of classes among the rows it holds for',
  },
} satisfies OptionSpecs;

/** A rule on one attribute: a class for each value or interval, and for missing values where training has some. */
export interface OneRule {
  attribute: number;
  /** Numeric attributes: values from a cut on are right of it. */
  cuts: number[] | null;
  /** The counts of classes for each value or interval, and last for missing values. */
  counts: Float64Array[];
  correct: number;
}

/** 1R (Holte 1993), as Weka has it. */
export const oneR: LearnerKind<typeof OPTIONS> = {
  name: '1r',
  about: 'the best rule on one attribute',
  options: OPTIONS,
  fit(training, { bucket, estimates }) {
    const rule = bestRule(training, bucket);
    const { k, classes, data, majority, classCounts, n } = training;
    const column = data.attributes[rule.attribute];
    const missing = rule.counts.length - 1;
    const certain = estimates === 'certain';
    const answers = rule.counts.map((counts, i) => {
      const size = counts.reduce((sum, count) => sum + count, 0);
      const answer = new Float64Array(k);
      // Missing values that training had none of are of the majority; so are values that no row has, but for Weka's certainty.
      if (certain) answer[size === 0 && i === missing ? majority : firstLargest(counts)] = 1;
      else for (let c = 0; c < k; c++) answer[c] = size === 0 ? classCounts[c] / n : counts[c] / size;
      return answer;
    });
    return {
      predict(rows) {
        const all = new Float64Array(rows.length * k);
        for (let i = 0; i < rows.length; i++) all.set(answers[placeOf(column, rule.cuts, rows[i], missing)], i * k);
        return all;
      },
      claims(rows) {
        const claims = new Uint8Array(rows.length * k);
        for (let i = 0; i < rows.length; i++) {
          const place = placeOf(column, rule.cuts, rows[i], missing);
          if (place !== missing) claims[i * k + firstLargest(rule.counts[place])] = 1;
        }
        return claims;
      },
      describe() {
        const names = rule.cuts
          ? intervals(column.name, rule.cuts)
          : (column as { categories: readonly string[] }).categories.map((value) => `${column.name} = ${value}`);
        const lines = rule.counts.slice(0, missing).map((counts, i) => `${names[i]}: ${classes[firstLargest(counts)]}`);
        if (rule.counts[missing].some((count) => count > 0)) lines.push(`${column.name} missing: ${classes[firstLargest(rule.counts[missing])]}`);
        return ['rule on one attribute', '', ...lines, '', `${rule.correct} of ${n} training rows right`].join('\n');
      },
      complexity() {
        const code = new AdaptiveCode(k);
        for (const counts of rule.counts.slice(0, missing)) code.send(firstLargest(counts));
        const attribute = Math.log2(training.columns.length);
        const d = distinctValues(training.columns[rule.attribute]);
        // Where no value is known there is nothing to say.
        const cuts = rule.cuts && d > 0 ? Math.log2(d) + log2Choose(d - 1, rule.cuts.length) : 0;
        return { bits: attribute + cuts + code.bits, parts: { attributes: attribute, cuts, classes: code.bits } };
      },
    };
  },
};

function placeOf(column: Column, cuts: readonly number[] | null, row: number, missing: number): number {
  if (column.kind === 'nominal') return column.codes[row] < 0 ? missing : column.codes[row];
  const value = column.values[row];
  if (Number.isNaN(value)) return missing;
  let place = 0;
  while (place < cuts!.length && value >= cuts![place]) place++;
  return place;
}

function intervals(name: string, cuts: readonly number[]): string[] {
  if (cuts.length === 0) return [`${name} known`];
  return [`${name} < ${cuts[0]}`, ...cuts.slice(1).map((cut, i) => `${cuts[i]} <= ${name} < ${cut}`), `${name} >= ${cuts[cuts.length - 1]}`];
}

/** The rule with most training rows right; of several the first attribute's. */
export function bestRule(training: Training, bucket: number): OneRule {
  let best: OneRule | undefined;
  for (const [attribute, column] of training.columns.entries()) {
    const { cuts, counts } =
      column.kind === 'numeric' ? numericRule(column.values, training, bucket) : nominalRule(column.codes, column.categories.length, training);
    const correct = counts.reduce((sum, group) => sum + Math.max(...group), 0);
    if (!best || correct > best.correct) best = { attribute, cuts, counts, correct };
  }
  return best as OneRule;
}

function nominalRule(codes: Int32Array, values: number, { k, n, labels }: Training): { cuts: null; counts: Float64Array[] } {
  const counts = Array.from({ length: values + 1 }, () => new Float64Array(k));
  for (let i = 0; i < n; i++) counts[codes[i] < 0 ? values : codes[i]][labels[i]]++;
  return { cuts: null, counts };
}

interface Bucket {
  counts: Float64Array;
  lowest: number;
  highest: number;
}

/** Values in ascending order make buckets: one absorbs the bucket before it where that is small, or has the same largest class. */
function numericRule(values: Float64Array, { k, n, labels }: Training, bucket: number): { cuts: number[]; counts: Float64Array[] } {
  const order = sortedKnown(values);
  let buckets: Bucket[] = [];
  for (let i = 0; i < order.length; ) {
    const value = values[order[i]];
    const counts = new Float64Array(k);
    for (; i < order.length && values[order[i]] === value; i++) counts[labels[order[i]]]++;
    const next: Bucket = { counts, lowest: value, highest: value };
    const before = buckets[buckets.length - 1];
    if (before && (firstLargest(before.counts) === firstLargest(counts) || Math.max(...before.counts) < bucket)) {
      for (let c = 0; c < k; c++) counts[c] += before.counts[c];
      next.lowest = before.lowest;
      buckets[buckets.length - 1] = next;
    } else buckets.push(next);
  }
  buckets = buckets.reduce<Bucket[]>((merged, next) => {
    const before = merged[merged.length - 1];
    if (before && firstLargest(before.counts) === firstLargest(next.counts)) {
      for (let c = 0; c < k; c++) before.counts[c] += next.counts[c];
      before.highest = next.highest;
    } else merged.push(next);
    return merged;
  }, []);
  const missing = new Float64Array(k);
  for (let i = 0; i < n; i++) if (Number.isNaN(values[i])) missing[labels[i]]++;
  return { cuts: buckets.slice(1).map(({ lowest }, i) => -middleOf(-lowest, -buckets[i].highest)), counts: [...buckets.map(({ counts }) => counts), missing] };
}
