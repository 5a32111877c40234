import { count } from '../base/figures.js';
import { numberOf, type Reported } from '../base/reported.js';
import {
  differencesForest,
  differencesTable,
  type PriorCurvesData,
  priorCurves,
  priorCurvesTable,
  type WealthData,
  wealthCurve,
  wealthTable,
} from '../charts/index.js';
import { measureLabel } from '../charts/measureLabel.js';
import { listed } from '../charts/words.js';
import { leftOutText } from '../compare/leftOutText.js';
import { measures } from '../core/measures/registry.js';
import type { MeasureReports } from '../evaluate/report.js';
import type { Comparison } from '../tasks/compare/compareFiles.js';
import { compareVerdict, sorted } from '../terminal/compareBrief.js';
import { figure } from '../terminal/table.js';
import { betDefinitions, comparisonDefinitions, definitionTable } from './definitions.js';
import { classesFact, cutoffFact, guessFacts, level, priorFact } from './facts.js';
import { measureTable } from './measureTable.js';
import type { RowCharts } from './reportData.js';
import { measuresChart, rankingSection, reliabilityChart, rewardChart } from './scoreReport.js';
import type { HtmlParts, Section, WordTable } from './section.js';

/** Learners on one test set. */
export function compareReport(comparison: Comparison, rowCharts?: RowCharts, priors?: PriorCurvesData): HtmlParts {
  const { rows, classes, prior, cutoff, confidence, alignedBy, bootstrap, multiplicity, learners, pairs, guesses } = comparison;
  const names = learners.map(({ name }) => name);
  return {
    title: `${listed(names.slice(0, 4))}${names.length > 4 ? ` and ${names.length - 4} more` : ''} compared`,
    verdict: compareVerdict(comparison),
    warnings: [...leftOutText(rows, comparison), ...learners.flatMap(({ name, warnings }) => warnings.map((text) => `${name}: ${text}`))],
    facts: [
      ['Test set', `${count(rows)} instances, aligned by ${alignedBy}`],
      ['Learners', learners.map(({ name, file }) => (name === file ? name : `${name} (${file})`)).join(', ')],
      classesFact(classes),
      priorFact(prior),
      cutoffFact(cutoff, false),
      ...guessFacts(guesses),
      [
        'Intervals and tests',
        `${level(confidence)}: ${bootstrap.interval} bootstrap of pairs, ${count(bootstrap.replicates)} replicates, seed ${bootstrap.seed}; McNemar’s exact test of accuracy, of the others ${pairs[0].differences.bayesianReward.test}; ${multiplicity}`,
      ],
    ],
    sections: [
      {
        heading: 'Measures',
        tables: [meansTable(comparison)],
        charts: [measuresChart(learners, confidence, ['bayesianReward', 'informationLoss', 'accuracy', 'quadraticLoss']), rewardChart(prior)],
      },
      differencesSection(comparison),
      wealthSection(comparison),
      ...(priors ? [priorsSection(priors, comparison)] : []),
      calibrationOfLearners(learners, rowCharts),
      ...(rowCharts ? [rankingSection([], classes.length, rowCharts.ranked)] : []),
      { heading: 'Definitions', tables: [definitions()] },
    ],
  };
}

/** Means and intervals, a column for each learner. */
function meansTable({ learners, confidence }: Comparison): WordTable {
  return {
    caption: `Means with intervals at ${level(confidence)}`,
    columns: ['Measure', ...learners.map(({ name }) => name)],
    figures: [false, ...learners.map(() => true)],
    strong: [0],
    rows: [
      ...measures.map(({ id, name, unit, better }) => [
        [name, `${id}${unit === 'bits' || unit === 'nats' ? `, ${unit}` : ''}, ${better} is better`],
        ...learners.map(({ measures: own }) => {
          const { mean, interval, infinite } = own[id];
          return [figure(mean), interval ? `${figure(interval[0])} … ${figure(interval[1])}` : infinite > 0 ? `±∞ in ${count(infinite)} rows` : ''];
        }),
      ]),
      [['Miscalibration', 'lower is better'], ...learners.map(({ calibration }) => figure(calibration.miscalibration))],
    ],
  };
}

function differencesSection({ confidence, pairs, worse, learners }: Comparison): Section {
  const all = measures.map(({ id }) => id);
  const data = { confidence, pairs, ids: ['bayesianReward'] };
  return {
    heading: 'Differences',
    tables: [
      {
        caption: 'Who is better than whom by more than chance',
        columns: ['Measure', 'Better > worse'],
        figures: [false, false],
        strong: [0],
        rows: all.map((id) => {
          const told = learners.flatMap(({ name }) => (worse[id][name].length > 0 ? [`${name} > ${worse[id][name].join(', ')}`] : []));
          const untested = pairs.every(({ differences }) => differences[id].p === null);
          return [[measureLabel(id), id], told.length > 0 ? told.join('; ') : untested ? 'not tested: infinite values' : 'no difference beyond chance'];
        }),
      },
      definitionTable(comparisonDefinitions),
    ],
    charts: [
      {
        file: 'differences',
        heading: 'Differences in the Bayesian reward',
        reading: 'First minus second. A ring may be chance, a full dot is more. The table has every measure.',
        draw: (options) => differencesForest(data, options),
        table: differencesTable({ ...data, ids: all }),
      },
      {
        file: 'differences-accuracy',
        heading: 'Differences in accuracy',
        reading: 'The same of how often the most probable class was the true one.',
        draw: (options) => differencesForest({ ...data, ids: ['accuracy'] }, options),
        table: differencesTable({ ...data, ids: ['accuracy'] }),
      },
    ],
  };
}

function calibrationOfLearners(learners: Comparison['learners'], rowCharts: RowCharts | undefined): Section {
  return {
    heading: 'Calibration',
    paragraphs: [
      'Miscalibration is how far confidence is from frequency, over cells of at least ten estimates of the most probable class (Korb, Hope & Hughes 2001, eq. 3). Part of it comes from estimates that are too high, part from estimates that are too low.',
    ],
    charts: rowCharts ? [reliabilityChart(rowCharts.reliability)] : [],
    tables: [
      {
        caption: 'Miscalibration of every learner',
        columns: ['Learner', 'Miscalibration', 'Too high', 'Too low', 'Cells'],
        figures: [false, true, true, true, true],
        rows: learners.map(({ name, calibration: { miscalibration, overconfident, underconfident, cells, reason, approximate } }) => [
          [name, reason ?? approximate ?? ''],
          figure(miscalibration),
          figure(overconfident),
          figure(underconfident),
          count(cells),
        ]),
      },
    ],
  };
}

/** Every learner's wealth over that of the one whose estimates gave the truth most. */
export function wealthAgainstTheBest({ learners, pairs }: Pick<Comparison, 'learners' | 'pairs'>): WealthData {
  const losses = learners.map(({ measures: own }) => numberOf(own.informationLoss.mean));
  const best = learners[losses.indexOf(Math.min(...losses))].name;
  const lines = pairs
    .filter(({ first, second }) => first === best || second === best)
    .map(({ first, second, bet: { wealth } }) => ({
      name: first === best ? second : first,
      rows: wealth.rows,
      bits: first === best ? wealth.bits.map(turned) : wealth.bits,
      place: learners.findIndex(({ name }) => name === (first === best ? second : first)),
    }));
  return { against: best, lines };
}

const turned = (bits: Reported): Reported => (bits === 'Infinity' ? '-Infinity' : bits === '-Infinity' ? 'Infinity' : bits === null ? null : -bits);

/** More pairs than this are easier to find in a table. */
const FEW_PAIRS = 3;

function wealthSection(comparison: Comparison): Section {
  const { pairs } = comparison;
  const data = wealthAgainstTheBest(comparison);
  const few = pairs.length <= FEW_PAIRS;
  return {
    heading: 'The bet',
    paragraphs: few
      ? pairs.map(({ first, second, bet }) => `${first} against ${second}: ${bet.sentence}`)
      : [
          `${data.against} has the least informational loss, so the others are measured by its wealth: how many times as much they hold is 2 to the power of so many bits. The e-value says how much evidence there is of being better, whenever one stops.`,
        ],
    tables: [
      ...(few
        ? []
        : [
            {
              caption: 'The bet, pair by pair',
              columns: ['Pair', 'What it says'],
              figures: [false, false],
              rows: pairs.map(({ first, second, bet }) => [`${first} against ${second}`, bet.sentence]),
            },
          ]),
      definitionTable(betDefinitions),
    ],
    charts: [
      {
        file: 'wealth',
        heading: `Wealth relative to ${data.against}`,
        reading: 'Each stakes all it has on every instance in proportion to its estimates, at the other’s odds. A straight line is a steady gain.',
        draw: (options) => wealthCurve(data, options),
        table: wealthTable(data),
      },
    ],
  };
}

function priorsSection(data: PriorCurvesData, comparison: Comparison): Section {
  return {
    heading: 'Under other priors',
    paragraphs: [
      data.curve
        ? data.reversals.length === 0
          ? 'The generalized reward gives the same verdict under every prior of this class (Hope & Korb 2002, Thesis 1).'
          : 'Which learner the generalized reward calls better depends on the prior (Hope & Korb 2002, Thesis 1).'
        : `There is no curve: ${data.reason}.`,
      `The Bayesian reward does not depend on it: the differences between learners are the same under every prior, with ${sorted(comparison)[0].name} ahead.`,
    ],
    charts: [
      {
        file: 'priors',
        heading: 'Generalized reward under every prior',
        ...(data.curve ? { reading: `The prior of “${data.curve.class}” is varied; the others keep the proportions of the prior in use.` } : {}),
        draw: (options) => priorCurves(data, options),
        table: priorCurvesTable(data),
      },
    ],
  };
}

function definitions(): WordTable {
  const table = measureTable({
    confidence: 0.95,
    measures: Object.fromEntries(
      measures.map(({ id, unit }) => [id, { mean: null, total: null, standardError: null, interval: null, infinite: 0, unit }]),
    ) as MeasureReports,
  });
  return {
    caption: 'What the measures are',
    columns: ['Measure', 'Definition'],
    figures: [false, false],
    rows: table.rows.map((row) => [row[0], row[row.length - 1]]),
  };
}
