import type { Ours } from '../compare/beside.js';
import { listed, mean, shown } from '../compare/figures.js';
import type { PairResult } from '../compare/pairs.js';
import type { ClaimTable } from '../runs/claimRuns.js';
import type { Finding } from '../study.js';
import { CHESS, theoreticalCurve } from './chessFigures.js';
import { PERCENT } from './paper.js';
import { bestLeft, type Pay } from './theoryTables.js';

/** The paper’s sentences on its experiments, and ours on I(T). */
export function findings(
  table: ClaimTable,
  sets: readonly string[],
  ours: Record<'percent' | 'significance', Ours>,
  verdicts: Record<'percent' | 'significance', PairResult[]>,
  pay: Pay,
): Finding[] {
  return [
    ...chessFindings(table),
    oneRuleFinding(sets, ours),
    glassFinding(sets, ours),
    pruningFinding(sets, ours),
    ...multipleFindings(sets, ours, verdicts),
    ...payFindings(table, sets, pay),
  ];
}

/** How far from the curve the halves of a scheme lie, in bits, at the mean of sizes. */
function offCurve(table: ClaimTable, name: string, curve: readonly (readonly [number, number])[]): number {
  const { percentCorrect, significance } = table.get(CHESS)?.get(name) ?? { percentCorrect: [], significance: [] };
  return mean(percentCorrect.map((percent, i) => Math.abs(significance[i] - valueAt(curve, percent))));
}

/** Between the points of a curve: a straight line. */
function valueAt(curve: readonly (readonly [number, number])[], x: number): number {
  const at = Math.max(
    1,
    curve.findIndex(([percent]) => percent >= x),
  );
  const [[x0, y0], [x1, y1]] = [curve[at - 1], curve[at]];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

function chessFindings(table: ClaimTable): Finding[] {
  const curve = theoreticalCurve(table, 2001);
  const [single, several] = [
    ['C4.5 pruned', 'C4.5 unpruned', 'C4.5 rule', 'Induct-ripple'],
    ['FOIL', 'Induct-DNF'],
  ];
  const sentences: [string, (off: Record<string, number>) => boolean][] = [
    ['Figure 1: on CH, schemes that claim one class lie very close to the theoretical curve.', (off) => single.every((name) => off[name] < 15)],
    [
      'Figure 1: FOIL and Induct-DNF, which claim several classes or none, lie well off it.',
      (off) => several.every((name) => off[name] > 3 * Math.max(...single.map((other) => off[other]))),
    ],
  ];
  if (curve.length === 0 || ![...single, ...several].every((name) => table.get(CHESS)?.has(name)))
    return sentences.map(([sentence]) => ({ whose: 'paper', sentence, holds: null, because: 'CH was not run' }));
  const off = Object.fromEntries([...single, ...several].map((name) => [name, offCurve(table, name, curve)]));
  const because = [single, several].map((names) => `mean distance in bits: ${listed(names.map((name) => `${name} ${shown(off[name], 1)}`))}`);
  return sentences.map(([sentence, holds], i) => ({
    whose: 'paper',
    sentence,
    holds: holds(off),
    because: i === 0 ? `${because[0]} (less than 15 asked, 1 % of what is to be saved)` : because[1],
  }));
}

/** Percent points by which 1R is behind the pruned tree, where these are ten or more. */
function farBehind(sets: readonly string[], percent: Ours): string[] {
  return sets.filter((set) => (percent(set, 'C4.5 pruned') ?? NaN) - (percent(set, '1R') ?? NaN) >= 10);
}

function oneRuleFinding(sets: readonly string[], { percent, significance }: Record<'percent' | 'significance', Ours>): Finding {
  const sentence = 'Sf bears out Holte: 1R generally does well beside C4.5, except on CH and SO.';
  const [here, there] = [farBehind(sets, percent), farBehind(sets, (set, name) => PERCENT.get(set)?.[name] ?? undefined)];
  const known = ['CH', 'SO'].every((set) => sets.includes(set));
  const bySf = ['CH', 'SO'].filter((set) => (significance(set, '1R') ?? NaN) < (significance(set, 'C4.5 pruned') ?? NaN) / 1.5);
  return {
    whose: 'paper',
    sentence,
    holds: known ? bySf.length === 2 && ['CH', 'SO'].every((set) => here.includes(set)) && here.length <= sets.length / 3 : null,
    because: `1R is ten points or more behind the pruned tree on ${listed(here) || 'none'} (in the paper’s own table on ${listed(there)}; CH and SO, and a third of the data sets at most, asked), and has less than two thirds of its Sf on ${bySf.length === 2 ? 'both' : listed(bySf) || 'neither'}`,
  };
}

function glassFinding(sets: readonly string[], { percent, significance }: Record<'percent' | 'significance', Ours>): Finding {
  const sentence = 'On GL, Sf has 1R further behind than percent correct does.';
  if (!sets.includes('GL')) return { whose: 'paper', sentence, holds: null, because: 'GL was not run' };
  const share = (of: Ours) => (of('GL', '1R') as number) / (of('GL', 'C4.5 pruned') as number);
  return {
    whose: 'paper',
    sentence,
    holds: share(significance) < share(percent),
    because: `1R has ${shown(100 * share(percent), 0)} % of the pruned tree’s percent correct, and ${shown(100 * share(significance), 0)} % of its Sf`,
  };
}

function pruningFinding(sets: readonly string[], { percent }: Record<'percent' | 'significance', Ours>): Finding {
  const sentence = 'There is little difference between pruned and unpruned C4.5.';
  const differences = sets.map((set) => ({ set, off: Math.abs((percent(set, 'C4.5 pruned') as number) - (percent(set, 'C4.5 unpruned') as number)) }));
  const large = differences.filter(({ off }) => off >= 3);
  return {
    whose: 'paper',
    sentence,
    holds: large.length <= sets.length / 4,
    because: `percent correct differs by ${shown(mean(differences.map(({ off }) => off)), 1)} points on average, by 3 or more on ${listed(large.map(({ set, off }) => `${set} (${shown(off, 1)})`)) || 'none'} (a quarter of the data sets at most asked; the paper’s own table has 8.9 on HE, 33.5 on HO and 12.4 on LA)`,
  };
}

/** The paper’s examples of sets that are worth more than percent correct tells. */
function multipleFindings(
  sets: readonly string[],
  { percent, significance }: Record<'percent' | 'significance', Ours>,
  verdicts: Record<'percent' | 'significance', PairResult[]>,
): Finding[] {
  return [
    ['FOIL', 'G2'],
    ['FOIL', 'LY'],
    ['Induct-DNF', 'LY'],
  ].map(([name, set]) => {
    const sentence = `On ${set}, ${name} is behind the pruned tree by percent correct, and ahead of it by Sf.`;
    if (!sets.includes(set)) return { whose: 'paper', sentence, holds: null, because: `${set} was not run` };
    const lead = (of: Ours) => (of(set, name) as number) - (of(set, 'C4.5 pruned') as number);
    const p = (results: readonly PairResult[]) =>
      results.find((one) => one.set === set && [one.first, one.second].includes(name) && [one.first, one.second].includes('C4.5 pruned'))?.p ?? 1;
    return {
      whose: 'paper',
      sentence,
      holds: lead(percent) < 0 && lead(significance) > 0,
      because: `${shown(lead(percent), 1)} points (p ${shown(p(verdicts.percent), 3)}), ${shown(lead(significance), 1)} bits (p ${shown(p(verdicts.significance), 3)})`,
    };
  });
}

function payFindings(table: ClaimTable, sets: readonly string[], pay: Pay): Finding[] {
  const large = ['CH', 'HY', 'MU', 'SE'].filter((set) => sets.includes(set));
  const small = sets.filter((set) => !large.includes(set));
  const paying = small.filter((set) => pay.paying.includes(set));
  const simplest = small.filter((set) => bestLeft(set, table).startsWith('1R'));
  return [
    {
      whose: 'ours',
      sentence: 'Most theories that save bits cost more to say than they save.',
      holds: pay.pays < pay.saves / 2,
      because: `${pay.saves} of ${pay.cells} save bits on average, ${pay.pays} of them more than I(T)`,
    },
    {
      whose: 'ours',
      sentence: 'On the four data sets of thousands of rows the best theory pays for itself.',
      holds: large.length < 4 ? null : large.every((set) => pay.paying.includes(set)),
      because: large.length < 4 ? 'not all of CH, HY, MU and SE were run' : listed(large.map((set) => `${set}: ${bestLeft(set, table)}`)),
    },
    {
      whose: 'ours',
      sentence: 'On most of the smaller ones it is 1R, the shortest theory, that leaves most.',
      holds: small.length === 0 ? null : simplest.length > small.length / 2,
      because: `1R leaves most on ${simplest.length} of ${small.length}; some theory pays on ${listed(paying.map((set) => `${set}: ${bestLeft(set, table)}`)) || 'none'}`,
    },
  ];
}
