import { count } from '../base/figures.js';
import type { Ranking } from '../columns/ranking/ranked.js';
import { placesText } from '../evaluate/placesText.js';
import { IMPOSSIBLE_WORDS, type MeasureReport, type Report, type Reported, type WithCutoff } from '../evaluate/report.js';
import type { Brief, BriefTable } from './brief.js';
import { against, earnText, level, percentText, sideOf } from './rewardWords.js';
import { figure, MAX_LISTED_CLASSES } from './table.js';

/** What was read, as the end of an answer tells it. */
export interface ReadFrom {
  files: readonly string[];
  guesses: readonly string[];
  pooled?: { rows: readonly number[]; sameTruths: boolean } | undefined;
  /** What was done with the files, where it is not reading. */
  verb?: string;
}

/** What the predictions are worth, in one sentence or two. */
export function scoreVerdict(report: Pick<Report, 'measures' | 'prior' | 'confidence' | 'rows' | 'impossible' | 'withCutoff'>): string {
  const { measures, prior, confidence, rows } = report;
  const { bayesianReward: own } = measures;
  const { mean, infinite } = own;
  if (mean === '-Infinity') {
    const first = report.impossible?.first ?? [];
    const places = first.length > 0 ? ` (${placesText(first.map(({ place }) => place))}${infinite > first.length ? ', …' : ''})` : '';
    return `These predictions are worth −∞ bits: ${count(infinite)} of ${count(rows)} ${IMPOSSIBLE_WORDS}${places}, and no gain makes up for that. ${cutoffText(report.withCutoff)}`;
  }
  if (typeof mean !== 'number') return `The headline is not known: ${own.reason ?? 'there is no reward to tell of'}.`;
  const over = against(prior.source);
  const side = sideOf(own);
  const earned = `These predictions ${earnText(own, confidence)}`;
  if (side === 'above') return `${earned}: better than ${over}, by more than chance.`;
  if (side === 'below') return `${earned}: worse than ${over}, by more than chance.`;
  if (side === 'holds 0') return `${earned}: as far as these rows tell, no better than ${over}.`;
  return `${earned}, against ${over}.`;
}

/** What the headline would be under a cutoff that was not asked for. */
export function cutoffText(found: WithCutoff | undefined): string {
  if (!found) return 'A cutoff keeps the worth finite (--cutoff mml:N, N the size of the training set).';
  const { cutoff, nOf, bayesianReward, reason } = found;
  if (!bayesianReward) return `Under a cutoff such as ${cutoff} they would be worth something finite; what is not known, as ${reason}.`;
  const whose = nOf === 'test set' ? 'N is the number of rows here, as the size of the training set is not known' : 'N is the size of the training set';
  return `Under the cutoff ${cutoff}, which was not applied, they ${earnText(bayesianReward, undefined, ['would earn', 'would lose'])}; ${whose}.`;
}

/** The answer in short; the rest is in the full report. */
export function scoreBrief(report: Report, from: ReadFrom): Brief {
  return {
    verdict: scoreVerdict(report),
    tables: [figures(report)],
    warnings: [...pooledWarnings(from), ...otherWarnings(report)],
    notes: scoreNotes(report, from),
  };
}

function figures({ measures, confidence, ranking, calibration }: Report): BriefTable {
  const range = (interval: MeasureReport['interval'] | undefined): string => (interval ? `${figure(interval[0])} … ${figure(interval[1])}` : '');
  const of = (name: string, found: MeasureReport, perfect: string): string[] => [
    name,
    figure(found.mean),
    range(found.interval),
    perfect,
    percentText(found.share),
  ];
  const without = (name: string, found: MeasureReport, perfect: string): string[] => of(name, found, perfect).slice(0, 4);
  const { bayesianReward, accuracy, logLoss, quadraticLoss, klDivergence } = measures;
  return {
    head: ['', 'mean', `${level(confidence)} interval`, 'perfect', 'share'],
    rows: [
      of('fair bits per prediction', bayesianReward, figure(bayesianReward.ceiling)),
      without('accuracy', accuracy, '1'),
      without('log loss, in nats', logLoss, '0'),
      without('Brier score', quadraticLoss, '0'),
      ...(klDivergence ? [without('KL divergence, in bits', klDivergence, '0')] : []),
      ...rankingRows(ranking, range),
      ...calibrationRows(calibration),
    ],
    right: [false, true, true, true, true],
  };
}

const INTERVAL_NAMES: Record<string, string> = { normal: 'normal', percentile: 'percentile', basic: 'basic', bca: 'BCa' };

/** How the intervals were found. */
export function intervalLine({ confidence, bootstrap, ranking }: Report): string {
  const how = bootstrap
    ? `${INTERVAL_NAMES[bootstrap.interval]} bootstrap, ${count(bootstrap.replicates)} replicates, seed ${bootstrap.seed}`
    : "mean ± z standard errors; Wilson's for accuracy";
  return `intervals at ${level(confidence)}: ${how}${ranking && 'auc' in ranking ? ", DeLong's for AUC" : ''}`;
}

/** A figure from bins, with how far it may be off. */
const about = (value: Reported, error: Reported | undefined): string => `${figure(value)}${typeof error === 'number' ? ` ± ${figure(error, 6)}` : ''}`;

function rankingRows(ranking: Ranking | undefined, range: (interval: MeasureReport['interval'] | undefined) => string): string[][] {
  if (!ranking) return [];
  if (!('auc' in ranking)) return [['AUC, mean over pairs of classes', about(ranking.aucOneVsOne, ranking.error?.aucOneVsOne), '', '1']];
  return [
    [`AUC of "${ranking.positive}"`, about(ranking.auc, ranking.error?.auc), range(ranking.interval), '1'],
    ['average precision', about(ranking.averagePrecision, ranking.error?.averagePrecision), '', '1'],
  ];
}

/** Over bins of equal mass; over those of equal width, which are exact, where it is not well known where bins of equal mass end. */
function calibrationRows({ modal }: Report['calibration']): string[][] {
  if (!modal) return [];
  const { expected, error } = modal.equalMass;
  if (Number(error?.expected ?? 0) > Number(expected) / 10) return [['expected calibration error, equal width', figure(modal.equalWidth.expected), '', '0']];
  return [['expected calibration error', about(expected, error?.expected), '', '0']];
}

/** What the verdict has not said already. */
function otherWarnings({ warnings, measures }: Report): string[] {
  return measures.bayesianReward.mean === '-Infinity' ? warnings.filter((text) => !text.includes(IMPOSSIBLE_WORDS)) : warnings;
}

function pooledWarnings({ files, pooled }: ReadFrom): string[] {
  if (!pooled?.sameTruths) return [];
  return [
    `the ${files.length} files are pooled as one test set, but have the same true classes in the same order, as the predictions of several learners would. To compare them: fairbits compare ${files.join(' ')}`,
  ];
}

function scoreNotes(report: Report, { files, guesses, pooled, verb = 'read' }: ReadFrom): string[] {
  const { rows, classes, prior, cutoff, weights, ranking, calibration, bootstrap } = report;
  const k = classes.length;
  const values = Object.entries(prior.values);
  const shown = k <= MAX_LISTED_CLASSES ? ` (${values.map(([name, q]) => `${name} ${figure(q, 3)}`).join(', ')})` : '';
  const bets = k > 2 ? `; an average over ${k} bets, one on each class` : '';
  return [
    `${count(rows)} rows, ${k} classes${pooled ? `, pooled from ${files.length} files as one test set` : ''}; ${verb} ${files.join(', ')}`,
    ...(weights
      ? [
          `the sum of the weights is ${figure(weights.total, Number.isInteger(weights.total) ? 0 : 4)}, which is the number of rows they count for${weights.zero > 0 ? `; ${count(weights.zero)} rows have the weight 0` : ''}`,
        ]
      : []),
    ...guesses,
    ...(cutoff.name === 'none'
      ? []
      : [`cutoff ${cutoff.name}: estimates held to ${figure(cutoff.low, 6)} … ${figure(cutoff.high, 6)}, ${count(cutoff.changed)} changed`]),
    `fair bits: what betting by the predictions earns against ${against(prior.source)}${shown}${bets}`,
    ...new Set(
      [ranking?.approximate ?? ranking?.reason, calibration.approximate ?? (calibration.modal ? undefined : calibration.reason)].filter(
        (text) => text !== undefined,
      ),
    ),
    ...(bootstrap ? [intervalLine(report)] : []),
    'every measure and figure: --full; charts: --html FILE',
  ];
}
