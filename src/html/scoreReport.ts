import { count } from '../base/figures.js';
import {
  confusionMatrix,
  confusionTable,
  costCurve,
  costTable,
  gainsChart,
  gainsTable,
  liftChart,
  liftTable,
  measuresForest,
  measuresTable,
  precisionRecall,
  precisionRecallTable,
  type RankedCurves,
  type ReliabilityData,
  reliabilityDiagram,
  reliabilityTable,
  rewardCurves,
  rewardCurvesTable,
  rocCurve,
  rocTable,
} from '../charts/index.js';
import { confusionFigures } from '../decisions/confusionFamily.js';
import type { Report } from '../evaluate/report.js';
import type { ScoreJSON } from '../tasks/score/scoreJson.js';
import { scoreVerdict } from '../terminal/scoreBrief.js';
import { figure } from '../terminal/table.js';
import { calibrationLines, rankingLines } from '../terminal/terminal.js';
import { calibrationDefinitions, confusionDefinitions, definitionTable, rankingDefinitions } from './definitions.js';
import { classesFact, cutoffFact, fileName, guessFacts, level, priorFact } from './facts.js';
import { infiniteTable, measureTable } from './measureTable.js';
import type { RowCharts } from './reportData.js';
import type { HtmlParts, ReportChart, Section, WordTable } from './section.js';
import { slicesSections } from './slicesReport.js';

/** The report of one test set. */
export function scoreReport(report: ScoreJSON, rowCharts?: RowCharts): HtmlParts {
  const { rows, classes, prior, cutoff, confidence, files, guesses, skipped, backend } = report;
  return {
    title: files.length === 1 ? fileName(files[0]) : `${files.length} files, ${fileName(files[0])} …`,
    verdict: scoreVerdict(report),
    warnings: report.warnings,
    facts: [
      ['Test set', `${count(rows)} rows from ${files.join(', ')}${skipped > 0 ? `; ${count(skipped)} rows skipped` : ''}`],
      ...(report.weights ? [weightsFact(report.weights)] : []),
      classesFact(classes),
      priorFact(prior),
      cutoffFact(cutoff),
      ...guessFacts(guesses),
      ['Intervals', `${level(confidence)}, ${howIntervals(report)}`],
      ['Computed by', backend === 'wasm' ? 'the WebAssembly core' : 'the plain twin of the WebAssembly core, to the same bits'],
    ],
    sections: [
      {
        heading: 'Measures',
        tables: [measureTable(report), ...infiniteTable(report)],
        charts: [measuresChart([{ name: 'the test set', measures: report.measures }], confidence), rewardChart(prior)],
      },
      calibrationSection(report.calibration, rowCharts?.reliability),
      ...(report.ranking || rowCharts
        ? [rankingSection(report.ranking ? rankingLines(report.ranking).map(asSentence) : [], classes.length, rowCharts?.ranked)]
        : []),
      ...(report.confusion ? [confusionSection(report.confusion, classes, report.ties)] : []),
      ...(report.slices ? slicesSections(report.slices, confidence) : []),
      ...(report.lemma1 ? [lemmaSection(report.lemma1)] : []),
    ],
  };
}

function weightsFact({ total, zero }: NonNullable<Report['weights']>): readonly [string, string] {
  return [
    'Weights',
    `the sum of the weights is ${figure(total, Number.isInteger(total) ? 0 : 4)}, which is the number of rows they count for${zero > 0 ? `; ${count(zero)} rows have the weight 0` : ''}`,
  ];
}

const asSentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}.`;

function howIntervals({ bootstrap, ranking }: Report): string {
  const how = bootstrap
    ? `${bootstrap.interval} bootstrap with ${count(bootstrap.replicates)} replicates, seed ${bootstrap.seed}`
    : 'mean ± z standard errors; Wilson’s for accuracy';
  return `${how}${ranking && 'auc' in ranking ? '; DeLong’s for AUC' : ''}`;
}

export function measuresChart(learners: { name: string; measures: Report['measures'] }[], confidence: number, ids?: readonly string[]): ReportChart {
  const data = { confidence, learners, ...(ids ? { ids } : {}) };
  return {
    file: 'measures',
    heading: 'Measures with their intervals',
    reading: 'One panel for each unit; 0 is what always quoting the prior earns.',
    draw: (options) => measuresForest(data, options),
    table: measuresTable(data),
  };
}

export function rewardChart({ values }: Report['prior']): ReportChart {
  const names = Object.keys(values);
  const prior = Object.values(values);
  const truth = prior.indexOf(Math.max(...prior));
  return {
    file: 'reward-curves',
    heading: `What one prediction of “${names[truth]}” earns`,
    reading: 'By the probability it gives to this class, where this is the true one and the others share the rest evenly (Hope & Korb 2004, fig. 1).',
    draw: (options) => rewardCurves({ prior, truth }, options),
    table: rewardCurvesTable({ prior, truth }),
  };
}

export function calibrationSection(calibration: Report['calibration'], reliability: ReliabilityData | undefined): Section {
  const { miscalibration, overconfident, underconfident, cells, reason, approximate } = calibration;
  const told =
    miscalibration === null
      ? `There is no miscalibration: ${reason}.`
      : `Miscalibration ${figure(miscalibration)}: ${figure(overconfident)} from estimates that are too high, ${figure(underconfident)} from estimates that are too low, over ${count(cells)} cell${cells === 1 ? '' : 's'} (Korb, Hope & Hughes 2001, eq. 3).`;
  return {
    heading: 'Calibration',
    paragraphs: [told, ...calibrationLines(calibration).map(asSentence), ...(approximate ? [asSentence(approximate)] : [])],
    charts: reliability ? [reliabilityChart(reliability)] : [],
    tables: [definitionTable(calibrationDefinitions)],
  };
}

export function reliabilityChart(data: ReliabilityData, file = 'reliability'): ReportChart {
  return {
    file,
    heading: `Reliability: ${data.of}`,
    reading: 'Points below the diagonal: more sure than right. Points above it: more often right than said.',
    draw: (options) => reliabilityDiagram(data, options),
    table: reliabilityTable(data),
  };
}

export function rankingSection(paragraphs: readonly string[], classes: number, data: RankedCurves | undefined): Section {
  return {
    heading: 'Ranking',
    paragraphs,
    tables: [definitionTable(rankingDefinitions(classes))],
    charts: data
      ? [
          {
            file: 'roc',
            heading: 'ROC curve',
            reading: `${asSentence(data.of)} The dotted diagonal is guessing.`,
            draw: (options) => rocCurve(data, options),
            table: rocTable(data),
          },
          {
            file: 'precision-recall',
            heading: 'Precision and recall',
            reading: 'A dotted line is the precision of selecting everything.',
            draw: (options) => precisionRecall(data, options),
            table: precisionRecallTable(data),
          },
          {
            file: 'lift',
            heading: 'Lift',
            reading: 'How many times as many are found as by chance.',
            draw: (options) => liftChart(data, options),
            table: liftTable(data),
          },
          {
            file: 'gains',
            heading: 'Cumulative gains',
            reading: 'The dotted diagonal is chance.',
            draw: (options) => gainsChart(data, options),
            table: gainsTable(data),
          },
          {
            file: 'cost',
            heading: 'Cost curve',
            reading: 'What the best threshold costs, whatever errors cost (Drummond & Holte 2006).',
            draw: (options) => costCurve(data, options),
            table: costTable(data),
          },
        ]
      : [],
  };
}

function confusionSection(counts: number[][], classes: readonly string[], ties: number): Section {
  const figures = confusionFigures(counts, classes);
  return {
    heading: 'Confusion matrix',
    paragraphs: [
      `Predicted is the most probable class${ties > 0 ? `; of ${count(ties)} rows with several, the first in class order` : ''}. Cohen’s κ ${figure(figures.kappa)}, Matthews’ correlation ${figure(figures.matthews)}.`,
      ...figures.reasons.map(asSentence),
    ],
    charts: [
      {
        file: 'confusion',
        heading: 'Actual against predicted classes',
        draw: (options) => confusionMatrix({ classes, counts }, options),
        table: confusionTable({ classes, counts }),
      },
    ],
    tables: [classTable(figures), definitionTable(confusionDefinitions)],
  };
}

function classTable({ classes }: ReturnType<typeof confusionFigures>): WordTable {
  return {
    caption: 'Figures of each class',
    columns: ['Class', 'Rows', 'Predicted', 'Correct', 'Precision', 'Recall', 'Specificity', 'F1'],
    figures: [false, true, true, true, true, true, true, true],
    rows: classes.map((each) => [
      each.class,
      ...[each.rows, each.predicted, each.correct].map(count),
      ...[each.precision, each.recall, each.specificity, each.f1].map((value) => figure(value)),
    ]),
  };
}

function lemmaSection(lemma: NonNullable<Report['lemma1']>): Section {
  const { positive, logW, logX, logY, logZ, truePositives, falsePositives, trueNegatives, falseNegatives, reward, uniformReward } = lemma;
  const row = (letter: string, name: string, rows: unknown, log: Parameters<typeof figure>[0]): string[] => [
    `${letter}, ${name}`,
    count(rows as number),
    figure(log),
  ];
  return {
    heading: 'Sufficient statistics',
    paragraphs: [
      `All that the reward under any prior needs, of the positive class “${positive}” (Hope & Korb 2002, Lemma 1 and 2). Total reward ${figure(reward)} under the prior, ${figure(uniformReward)} under a uniform one.`,
    ],
    tables: [
      {
        caption: 'Products of Lemma 1',
        columns: ['Product', 'Rows', 'Sum of ln'],
        figures: [false, true, true],
        rows: [
          row('w', 'true positives', truePositives, logW),
          row('x', 'false positives', falsePositives, logX),
          row('y', 'true negatives', trueNegatives, logY),
          row('z', 'false negatives', falseNegatives, logZ),
        ],
      },
    ],
  };
}
