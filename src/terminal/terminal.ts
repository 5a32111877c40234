import type { Ranking } from '../columns/ranking/ranks.js';
import { measures } from '../core/measures/registry.js';
import type { Report } from '../evaluate/report.js';
import { matrixLines } from './matrix.js';
import type { Style } from './style.js';
import { count, figure, fold, table } from './table.js';

const WIDTH = 80;
const MOST_CLASSES = 12;
const UNITS: Record<string, string> = { bits: 'bits', nats: 'nats', share: '', squares: '' };

export const AGAINST: Record<string, string> = {
  test: 'always quoting the class frequencies of the test set',
  train: 'always quoting the class frequencies of the training set',
  uniform: 'giving every class the same chance',
  given: 'always quoting the prior',
};

/** The report of a test set, to be read on a terminal of 80 columns. */
export function renderReport(report: Report, { bold, dim, warn }: Style, intro: readonly string[] = []): string[] {
  const { rows, classes, prior, cutoff } = report;
  const lines: string[] = [...intro.flatMap((text) => fold(text, WIDTH, '  ').map(dim))];
  lines.push(
    ...fold(`${count(rows)} rows, ${classes.length} classes${classes.length <= MOST_CLASSES ? `: ${classes.join(', ')}` : ''}`, WIDTH, '  ').map(bold),
  );
  if (report.weights) {
    const { total, zero } = report.weights;
    lines.push(
      `weights together ${figure(total, Number.isInteger(total) ? 0 : 4)}, so many rows they count for${zero > 0 ? `; ${count(zero)} rows have the weight 0` : ''}`,
    );
  }
  const values = Object.entries(prior.values);
  const shown = values.length <= MOST_CLASSES ? values.map(([name, q]) => `${name} ${figure(q)}`).join(', ') : `${values.length} values`;
  lines.push(...fold(`prior   ${prior.source}: ${shown}`, WIDTH, '        '));
  lines.push(
    `cutoff  ${cutoff.name}${cutoff.name === 'none' ? '' : `: estimates held to [${figure(cutoff.low, 6)}, ${figure(cutoff.high, 6)}], ${count(cutoff.changed)} changed`}`,
  );
  lines.push('');
  lines.push(...measureLines(report, { bold, dim, warn }));
  lines.push('');
  const { calibration } = report;
  const over = calibration.overconfident === null ? '' : ` (over ${figure(calibration.overconfident)}, under ${figure(calibration.underconfident)})`;
  lines.push(
    `miscalibration ${figure(calibration.miscalibration)}${over}, ${count(calibration.cells)} cell${calibration.cells === 1 ? '' : 's'}${calibration.reason ? ` (${calibration.reason})` : ''}`,
  );
  if (calibration.approximate) lines.push(...fold(`  ${calibration.approximate}`.slice(2), WIDTH - 2, '').map((line) => dim(`  ${line}`)));
  lines.push(...calibrationLines(calibration).flatMap((text) => fold(text, WIDTH, '  ')));
  if (report.ranking) lines.push(...rankingLines(report.ranking).flatMap((text) => fold(text, WIDTH, '  ')));
  if (report.lemma1) lines.push('', ...lemmaLines(report));
  if (report.confusion && classes.length <= MOST_CLASSES) lines.push('', ...confusionLines(report, dim));
  if (report.warnings.length > 0) lines.push('', ...report.warnings.flatMap((text) => fold(`! ${text}`, WIDTH, '  ').map(warn)));
  lines.push('', dim(intervalLine(report)));
  return lines;
}

const KINDS: Record<string, string> = { normal: 'normal', percentile: 'percentile', basic: 'basic', bca: 'BCa' };

function intervalLine({ confidence, bootstrap, ranking }: Report): string {
  const how = bootstrap
    ? `${KINDS[bootstrap.interval]} bootstrap, ${count(bootstrap.replicates)} replicates, seed ${bootstrap.seed}`
    : "mean ± z s.e.; Wilson's for accuracy";
  return `intervals at ${figure(100 * confidence, 0)} %: ${how}${ranking && 'auc' in ranking ? ", DeLong's for AUC" : ''}`;
}
/** Only where the true distribution is known, so it is none of the measures of a test set. */
const KNOWN_TRUTH = { id: 'klDivergence', meaning: 'Kullback–Leibler divergence of the estimates from the true probabilities' };

function measureLines(report: Report, { bold, dim }: Style): string[] {
  const shown = [...measures, ...(report.measures[KNOWN_TRUTH.id] ? [KNOWN_TRUTH] : [])];
  const cells = shown.map(({ id }) => {
    const { mean, standardError, interval, total, unit } = report.measures[id];
    return [id, figure(mean), UNITS[unit], figure(standardError), interval ? `${figure(interval[0])} … ${figure(interval[1])}` : '–', figure(total, 1)];
  });
  const [head, ...body] = table([['', 'mean', '', 's.e.', 'interval', 'total'], ...cells], [false, true, false, true, true, true]);
  return [
    dim(head),
    ...shown.flatMap(({ meaning, id }, i) => {
      const { mean, reason } = report.measures[id];
      const text =
        mean === null && reason
          ? `not known: ${reason}`
          : id === 'bayesianReward'
            ? `${figure(report.measures[id].mean)} bits a prediction over ${AGAINST[report.prior.source]}`
            : meaning;
      return [i === 0 ? bold(body[i]) : body[i], ...fold(`  ${text}`.slice(2), WIDTH - 2, '').map((line) => dim(`  ${line}`))];
    }),
  ];
}

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
    WIDTH,
  );
  return [dim(first), ...rest];
}
