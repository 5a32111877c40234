import { count } from '../base/figures.js';
import type { Reported } from '../base/reported.js';
import type { AnovaResult } from '../significance/anovaRepeated.js';
import type { BayesianResult } from '../significance/bayesianCorrelatedT.js';
import type { BetResult, Sided } from '../significance/bet.js';
import type { FriedmanResult } from '../significance/friedman.js';
import type { McNemarResult } from '../significance/mcnemar.js';
import type { Effect, TestResult } from '../significance/result.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, table } from './table.js';

const MOST_COMPARISONS = 45;

const TITLES: Record<string, string> = {
  'paired-t': 'Paired t test',
  'corrected-t': 'Corrected resampled t test (Nadeau & Bengio 2003)',
  'bayesian-t': 'Bayesian correlated t test (Corani & Benavoli 2015)',
  '5x2cv-t': '5×2cv paired t test (Dietterich 1998)',
  '5x2cv-f': 'Combined 5×2cv F test (Alpaydin 1999)',
  wilcoxon: "Wilcoxon's signed-rank test (1945)",
  friedman: "Friedman's test (1937)",
  'anova-rm': 'Two-factor repeated-measures analysis of variance',
  mcnemar: "McNemar's test (1947)",
  delong: 'Test of two areas under ROC curves (DeLong, DeLong & Clarke-Pearson 1988)',
  bet: 'The bet: two bettors divide their money by the estimates',
};

/** A test's result, to be read on a terminal of 80 columns. */
export function renderTest(result: TestResult | AnovaResult, files: readonly string[], { bold, dim }: Style): string[] {
  const read = files.length > 0 ? fold(`read ${files.join(', ')}`, LINE_WIDTH, '  ').map(dim) : [];
  const body = result.name === 'anova-rm' ? anovaLines(result as AnovaResult, dim) : testLines(result as TestResult, dim);
  const notes = result.notes.flatMap((note) => fold(`- ${note}`, LINE_WIDTH, '  '));
  const assumptions = result.assumptions.flatMap((text) => fold(`- ${text}`, LINE_WIDTH, '  ')).map(dim);
  const lines = [...fold(result.sentence, LINE_WIDTH, '').map(bold), '', TITLES[result.name], ...read, '', ...body];
  if (notes.length > 0) lines.push('', ...notes);
  return [...lines, '', dim('It is assumed that'), ...assumptions];
}

function testLines(result: TestResult, dim: Style['dim']): string[] {
  const { name, statistic, df, p, n, effect } = result;
  const rows: string[][] = [];
  if (name !== 'bayesian-t') rows.push([name === 'bet' ? 'ratio of their money, log2' : 'statistic', figure(statistic)]);
  if (df !== null) rows.push(['degrees of freedom', Array.isArray(df) ? df.join(', ') : String(df)]);
  if (p !== null) rows.push(['p', probability(p)]);
  if ('exactP' in result) rows.push(['exact p', probability((result as McNemarResult).exactP)]);
  rows.push([COUNTED[name] ?? 'pairs', count(n)]);
  const lines = table(rows, [false, true], false);
  if (name !== 'friedman') lines.push(...effectLines(effect));
  if (name === 'mcnemar' && (result as McNemarResult).accuracyDifference) lines.push(...effectLines((result as McNemarResult).accuracyDifference as Effect));
  if (name === 'friedman') lines.push('', ...friedmanLines(result as FriedmanResult, dim));
  if (name === 'bayesian-t') lines.push('', ...bayesianLines(result as BayesianResult));
  if (name === 'bet') lines.push('', ...betLines(result as BetResult, dim));
  return lines;
}

const COUNTED: Record<string, string> = {
  mcnemar: 'instances that differ',
  friedman: 'data sets',
  bet: 'instances',
  delong: 'instances',
  '5x2cv-t': 'folds',
  '5x2cv-f': 'folds',
};

const probability = (p: number): string => (p === 0 ? '0' : figure(p));

function effectLines({ what, value, interval, confidence, reason }: Effect): string[] {
  const range = interval ? `${figure(interval[0])} … ${figure(interval[1])} at ${Number((100 * confidence).toPrecision(6))} %` : `no interval: ${reason}`;
  return fold(`${what}: ${figure(value)} (${range})`, LINE_WIDTH, '  ');
}

function friedmanLines({ learners, ranks, imanDavenport, criticalDifference, comparisons }: FriedmanResult, dim: Style['dim']): string[] {
  const order = ranks.map((_, i) => i).sort((i, j) => ranks[i] - ranks[j]);
  const { statistic, df, p, reason } = imanDavenport;
  const places = table([['learner', 'mean rank'], ...order.map((i) => [learners[i], figure(ranks[i])])], [false, true]);
  const shown = [...comparisons].sort((x, y) => x.p - y.p).slice(0, MOST_COMPARISONS);
  const pairs = table(
    [
      ['better', 'worse', 'ranks apart', 'p', 'Holm', 'Nemenyi'],
      ...shown.map(({ first, second, difference, p, holm, nemenyi }) => [
        ...(difference <= 0 ? [first, second] : [second, first]),
        figure(Math.abs(difference)),
        probability(p),
        probability(holm),
        figure(nemenyi),
      ]),
    ],
    [false, false, true, true, true, true],
  );
  return [
    `Iman and Davenport: F(${df.join(', ')}) = ${figure(statistic)}, p = ${figure(p)}${reason ? ` (${reason})` : ''}`,
    `critical difference (Nemenyi): ${figure(criticalDifference)}`,
    '',
    dim(places[0]),
    ...places.slice(1),
    '',
    dim(pairs[0]),
    ...pairs.slice(1),
    ...(comparisons.length > shown.length ? [dim(`and ${comparisons.length - shown.length} more (--json)`)] : []),
  ];
}

function bayesianLines({ probabilities: { first, equivalent, second }, rope }: BayesianResult): string[] {
  return table(
    [
      ['first better', figure(first)],
      [`equivalent (within ${rope})`, figure(equivalent)],
      ['second better', figure(second)],
    ],
    [false, true],
    false,
  );
}

function betLines({ evidence, wealth, effect }: BetResult, dim: Style['dim']): string[] {
  const limit = Number((100 * (1 - effect.confidence)).toPrecision(4));
  const row = (name: string, sided: Sided, side: 'first' | 'second'): string[][] =>
    'first' in sided ? [[name, figure(sided[side].bits, 2), figure(sided[side].mostBits, 2), probability(sided[side].p), crossed(sided[side].crossedAt)]] : [];
  const [head, ...body] = table(
    [
      ['evidence, in bits, that', 'now', 'most', 'p', `p ≤ ${limit} % from`],
      ...row("the second's odds are not the truth", evidence.odds, 'first'),
      ...row("the first's odds are not the truth", evidence.odds, 'second'),
      ...row('the first is better (quadratic)', evidence.quadratic, 'first'),
      ...row('the second is better (quadratic)', evidence.quadratic, 'second'),
      ...row('the first is better (log)', evidence.log, 'first'),
      ...row('the second is better (log)', evidence.log, 'second'),
    ],
    [false, true, true, true, true],
  );
  const reasons = Object.entries(evidence).flatMap(([name, sided]) => ('reason' in sided ? fold(`${name}: ${sided.reason}`, LINE_WIDTH, '  ') : []));
  const extreme = (what: string, { row, bits }: { row: number; bits: Reported }): string => `${what} ${figure(bits, 2)} bits after row ${count(row + 1)}`;
  return [
    dim(head),
    ...body,
    ...reasons.map(dim),
    ...fold(`log2 of the ratio of their money: ${extreme('lowest', wealth.lowest)}, ${extreme('highest', wealth.highest)}`, LINE_WIDTH, '  '),
  ];
}

const crossed = (row: number | null): string => (row === null ? '–' : `row ${count(row + 1)}`);

function anovaLines({ effects, means, n, confidence }: AnovaResult, dim: Style['dim']): string[] {
  const [head, ...body] = table(
    [
      ['effect', 'F', 'df', 'p', 'ε', 'p (ε)', 'η²'],
      ...Object.entries(effects).map(([name, { F, df, p, epsilon, pGreenhouseGeisser, partialEtaSquared }]) => [
        name,
        figure(F),
        df.join(', '),
        probability(p),
        figure(epsilon),
        probability(pGreenhouseGeisser),
        figure(partialEtaSquared),
      ]),
    ],
    [false, true, true, true, true, true, true],
  );
  const [top, ...cells] = table(
    [['', 'mean', 'interval'], ...means.map(({ name, mean, interval }) => [name, figure(mean), `${figure(interval[0])} … ${figure(interval[1])}`])],
    [false, true, true],
  );
  return [
    `${count(n)} subjects`,
    '',
    dim(head),
    ...body,
    dim('ε: Greenhouse and Geisser; p (ε) does without sphericity; η²: partial'),
    '',
    dim(top),
    ...cells,
    dim(`all intervals hold at once at ${Number((100 * confidence).toPrecision(6))} % (Bonferroni)`),
  ];
}
