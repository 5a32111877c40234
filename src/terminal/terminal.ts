import { count } from '../base/figures.js';
import type { Ranking } from '../columns/ranking/ranked.js';
import { measures } from '../core/measures/registry.js';
import type { MeasureReport, Report } from '../evaluate/report.js';
import { matrixLines } from './matrix.js';
import { against, percentText, rewardText } from './rewardWords.js';
import { intervalLine, type ReadFrom, scoreBrief } from './scoreBrief.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, MAX_LISTED_CLASSES, table, UNIT_WORDS } from './table.js';

/** The whole report of a test set, to be read on a terminal of 80 columns: the answer first, then every figure. */
export function renderReport(report: Report, from: ReadFrom, { bold, dim, warn }: Style): string[] {
  const { rows, classes, prior, cutoff } = report;
  const { verdict, warnings } = scoreBrief(report, from);
  const { files, guesses, pooled, verb = 'read' } = from;
  const lines: string[] = [...fold(verdict, LINE_WIDTH, '').map(bold), ''];
  if (warnings.length > 0) lines.push(...warnings.flatMap((text) => fold(`! ${text}`, LINE_WIDTH, '  ').map(warn)), '');
  lines.push(
    ...[`${verb} ${files.join(', ')}${pooled ? ', pooled as one test set' : ''}`, ...guesses].flatMap((text) => fold(text, LINE_WIDTH, '  ').map(dim)),
  );
  lines.push(
    ...fold(`${count(rows)} rows, ${classes.length} classes${classes.length <= MAX_LISTED_CLASSES ? `: ${classes.join(', ')}` : ''}`, LINE_WIDTH, '  '),
  );
  if (report.weights) {
    const { total, zero } = report.weights;
    lines.push(
      `the sum of the weights is ${figure(total, Number.isInteger(total) ? 0 : 4)}, which is the number of rows they count for${zero > 0 ? `; ${count(zero)} rows have the weight 0` : ''}`,
    );
  }
  const values = Object.entries(prior.values);
  const shown = values.length <= MAX_LISTED_CLASSES ? values.map(([name, q]) => `${name} ${figure(q)}`).join(', ') : `${values.length} values`;
  lines.push(...fold(`prior   ${prior.source}: ${shown}`, LINE_WIDTH, '        '));
  lines.push(
    `cutoff  ${cutoff.name}${cutoff.name === 'none' ? '' : `: estimates held to [${figure(cutoff.low, 6)}, ${figure(cutoff.high, 6)}], ${count(cutoff.changed)} changed`}`,
  );
  lines.push('', ...measureLines(report, { bold, dim, warn }), '');
  const { calibration } = report;
  const over = calibration.overconfident === null ? '' : ` (over ${figure(calibration.overconfident)}, under ${figure(calibration.underconfident)})`;
  lines.push(
    ...fold(
      `miscalibration ${figure(calibration.miscalibration)}${over}, ${count(calibration.cells)} cell${calibration.cells === 1 ? '' : 's'}${calibration.reason ? ` (${calibration.reason})` : ''}`,
      LINE_WIDTH,
      '  ',
    ),
  );
  if (calibration.approximate) lines.push(...fold(calibration.approximate, LINE_WIDTH - 2, '').map((line) => dim(`  ${line}`)));
  lines.push(...calibrationLines(calibration).flatMap((text) => fold(text, LINE_WIDTH, '  ')));
  if (report.ranking) lines.push(...rankingLines(report.ranking).flatMap((text) => fold(text, LINE_WIDTH, '  ')));
  if (report.lemma1) lines.push('', ...lemmaLines(report));
  if (report.confusion && classes.length <= MAX_LISTED_CLASSES) lines.push('', ...confusionLines(report, dim));
  lines.push('', ...fold(intervalLine(report), LINE_WIDTH, '').map(dim));
  return lines;
}

/** Only where the true distribution is known, so it is none of the measures of a test set. */
const KNOWN_TRUTH = { id: 'klDivergence' as const, meaning: 'Kullback–Leibler divergence of the estimates from the true probabilities' };

function measureLines(report: Report, { bold, dim }: Style): string[] {
  const shown = [...measures, ...(report.measures[KNOWN_TRUTH.id] ? [KNOWN_TRUTH] : [])];
  const cells = shown.map(({ id }) => {
    const { mean, standardError, interval, unit, ceiling, share } = report.measures[id] as MeasureReport;
    const range = interval ? `${figure(interval[0])} … ${figure(interval[1])}` : '–';
    return [id, figure(mean), UNIT_WORDS[unit], figure(standardError), range, ...(ceiling === undefined ? [] : [figure(ceiling), percentText(share)])];
  });
  const [head, ...body] = table([['', 'mean', '', 's.e.', 'interval', 'perfect', 'share'], ...cells], [false, true, false, true, true, true, true]);
  return [
    dim(head),
    ...shown.flatMap(({ meaning, id }, i) => {
      const { mean, reason } = report.measures[id] as MeasureReport;
      const text =
        mean === null && reason
          ? `not known: ${reason}`
          : id === 'bayesianReward'
            ? `the headline: ${rewardText(report.measures.bayesianReward)} over ${against(report.prior.source)}${betsWords(report)}`
            : meaning;
      return [i === 0 ? bold(body[i]) : body[i], ...fold(`  ${text}`.slice(2), LINE_WIDTH - 2, '').map((line) => dim(`  ${line}`))];
    }),
  ];
}

/** Of more than two classes the reward is an average, and so smaller than one may expect. */
const betsWords = ({ classes: { length: k } }: Report): string => (k > 2 ? `, an average over ${k} bets, one on each class` : '');

/** What is beside the measure of Korb, Hope & Hughes 2001, in a sentence; `fairbits calibrate` has the tables. */
export function calibrationLines({ modal, classWise, decompositions }: Report['calibration']): string[] {
  if (!modal || !classWise || !decompositions) return [];
  const { equalMass, equalWidth, spiegelhalter } = modal;
  const { miscalibration, discrimination, uncertainty } = decompositions.quadratic.corp;
  return [
    `expected calibration error of the modal class ${figure(equalMass.expected)} (bins of equal mass; ${figure(equalWidth.expected)} of equal width), largest ${figure(equalMass.maximum)}, over all classes ${figure(classWise.equalMass)}; Spiegelhalter’s z ${figure(spiegelhalter.z, 2)}, p ${figure(spiegelhalter.p)}`,
    `quadratic loss by CORP: miscalibration ${figure(miscalibration)} − discrimination ${figure(discrimination)} + uncertainty ${figure(uncertainty)}`,
  ];
}

export function rankingLines(ranking: Ranking): string[] {
  const why = ranking.reason ? ` (${ranking.reason})` : '';
  const about = (error: number | null | undefined): string => (typeof error !== 'number' ? '' : ` ± ${figure(error, 6)}`);
  const note = ranking.approximate ? [ranking.approximate] : [];
  if ('auc' in ranking) {
    const { positive, auc, interval, averagePrecision, error } = ranking;
    const sure = interval ? ` (${figure(interval[0])} … ${figure(interval[1])})` : '';
    return [
      `ranking by "${positive}": AUC ${figure(auc)}${about(error?.auc)}${sure}, average precision ${figure(averagePrecision)}${about(error?.averagePrecision)}${why}`,
      ...note,
    ];
  }
  const { aucOneVsOne, aucOneVsRest, error } = ranking;
  return [
    `ranking: AUC one against one ${figure(aucOneVsOne)}${about(error?.aucOneVsOne)}, one against the rest ${figure(aucOneVsRest)}${about(error?.aucOneVsRest)}${why}`,
    ...note,
  ];
}

function lemmaLines({ lemma1 }: Report): string[] {
  if (!lemma1) return [];
  const { positive, logW, logX, logY, logZ, truePositives, falsePositives, trueNegatives, falseNegatives, reward, uniformReward } = lemma1;
  return [
    `Lemma 1, positive class "${positive}"`,
    ...table(
      [
        ['', 'rows', 'sum of ln'],
        ['w  true positives', count(truePositives as number), figure(logW)],
        ['x  false positives', count(falsePositives as number), figure(logX)],
        ['y  true negatives', count(trueNegatives as number), figure(logY)],
        ['z  false negatives', count(falseNegatives as number), figure(logZ)],
      ],
      [false, true, true],
    ).map((line) => `  ${line}`),
    `  reward ${figure(reward)} under the prior, ${figure(uniformReward)} under a uniform one`,
  ];
}

function confusionLines({ classes, confusion = [] }: Report, dim: (text: string) => string): string[] {
  const [first, ...rest] = matrixLines(
    'actual \\ modal',
    classes,
    confusion.map((row) => row.map(count)),
    LINE_WIDTH,
  );
  return [dim(first), ...rest];
}
