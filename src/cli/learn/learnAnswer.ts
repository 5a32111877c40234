import { basename } from 'node:path';
import type { Complexity, DataModel, Dataset, LearnerRun, TheoryBits, UnseenValues } from 'fairbits/learners';
import { count, percent } from '../../base/figures.js';
import { numberOf, type Reported, reported, reportedAll } from '../../base/reported.js';
import type { FoldMeasure } from '../../resampling/foldTable.js';
import { type Brief, briefText } from '../../terminal/brief.js';
import type { Style } from '../../terminal/style.js';
import { figure } from '../../terminal/table.js';

/** A model that is shown: of which rows, and whether its theory pays for itself, where a code is defined for it. */
export interface ShownModel {
  model: DataModel;
  trainRows: number;
  theory: { complexity: Complexity; bits: TheoryBits; of: 'test' | 'training' } | undefined;
}

/** What was learned, and what it came to. */
export interface LearnAnswer {
  file: string;
  testFile: string | undefined;
  data: Dataset;
  /** Rows of the file to learn from; the others are of the test file. */
  rows: number;
  /** Rows without a class that were left out of either file. */
  dropped: { file: number; test: number };
  unseen: readonly UnseenValues[];
  options: readonly Readonly<Record<string, unknown>>[];
  runs: readonly LearnerRun[];
  /** Commands that go on from what was written. */
  next: readonly string[];
  /** One for each learner, or none. */
  models: readonly ShownModel[];
}

const SHOWN: readonly (readonly [FoldMeasure, string])[] = [
  ['bayesianReward', 'fair bits per prediction'],
  ['accuracy', 'accuracy'],
  ['logLoss', 'log loss, in nats'],
  ['quadraticLoss', 'Brier score'],
];

/** What `--json` prints. */
export function learnJson({ file, testFile, data, rows, dropped, unseen, options, runs, models }: LearnAnswer): unknown {
  const [{ evaluation }] = runs;
  const { plan, splits, testTrainRatio } = evaluation;
  return {
    file,
    testFile: testFile ?? null,
    rows,
    testFileRows: data.rows - rows,
    dropped,
    unseen,
    attributes: data.attributes.map(({ name, kind }) => ({ name, kind })),
    class: data.className,
    classes: data.classes,
    plan,
    splits,
    testTrainRatio,
    learners: runs.map((run, i) => ({
      name: run.evaluation.learner,
      options: reportedAll(options[i]),
      means: run.evaluation.means,
      pooled: run.evaluation.pooled,
      folds: run.evaluation.folds,
      warnings: run.evaluation.warnings,
      model: models[i] === undefined ? null : modelJson(models[i]),
    })),
  };
}

function modelJson({ model, trainRows, theory }: ShownModel): unknown {
  return {
    text: model.describe(),
    trainRows,
    theory:
      theory === undefined
        ? null
        : {
            bits: theory.complexity.bits,
            parts: theory.complexity.parts,
            rows: theory.of,
            without: reported(theory.bits.without),
            withTheory: reported(theory.bits.withTheory),
            left: reported(theory.bits.left),
          },
  };
}

/** The verdict, the figures, what to beware of. */
export function learnLines(answer: LearnAnswer, marks: Style): string[] {
  return briefText(learnBrief(answer), marks);
}

/** The models in text, their names as headings; trees and tables are indented, and want to be set as they are. */
export function modelTexts({ runs, models }: LearnAnswer): { name: string; lines: string[]; remarks: string[] }[] {
  return models.map((shown, i) => ({ name: runs[i].evaluation.learner, lines: shown.model.describe().split('\n'), remarks: theoryLines(shown) }));
}

function learnBrief({ file, testFile, data, rows, dropped, unseen, runs }: LearnAnswer): Brief {
  const [{ evaluation }] = runs;
  const isMany = evaluation.folds.length > 1;
  const shown = SHOWN.map(([id, words]) => [
    words,
    ...runs.flatMap(({ evaluation: { means } }) => [figure(means[id].mean), isMany ? `± ${figure(means[id].standardDeviation)}` : '']),
  ]);
  const source = `${basename(file)}: ${count(rows)} rows, ${count(data.attributes.length)} attribute${data.attributes.length === 1 ? '' : 's'}, ${count(data.classes.length)} classes`;
  return {
    verdict: learnVerdict(runs),
    tables: [
      {
        title: testFile === undefined ? `${source}; ${evaluation.plan.name}` : `${source}; tested on ${basename(testFile)}: ${count(data.rows - rows)} rows`,
        head: ['', ...runs.flatMap((run) => [run.evaluation.learner, ''])],
        rows: shown,
        right: [false, ...runs.flatMap(() => [true, true])],
      },
    ],
    warnings: [
      ...lostRows(basename(file), dropped.file),
      ...lostRows(basename(testFile ?? ''), dropped.test),
      ...unseen.map(
        ({ column, values, rows: taken }) =>
          `"${column}" has values in the test file that training does not know, taken as missing in ${rowWords(taken)}: ${values.slice(0, 5).join(', ')}${values.length > 5 ? ', …' : ''}`,
      ),
      ...new Set(runs.flatMap((run) => run.evaluation.warnings.map((text) => text.replace('the cutoff mml holds', '--cutoff mml holds')))),
    ],
    notes: [
      isMany
        ? `Means over ${count(evaluation.folds.length)} splits, ± their standard deviation, which is not a standard error; priors: training frequencies.`
        : 'Prior: training frequencies.',
    ],
  };
}

const rowWords = (rows: number): string => `${count(rows)} row${rows === 1 ? '' : 's'}`;

const lostRows = (file: string, rows: number): string[] => (rows === 0 ? [] : [`${rowWords(rows)} of ${file} without a class left out`]);

function learnVerdict(runs: readonly LearnerRun[]): string {
  const meanOf = ({ evaluation }: LearnerRun, id: FoldMeasure): Reported => evaluation.means[id].mean;
  const bits = (run: LearnerRun): string => figure(meanOf(run, 'bayesianReward'));
  const right = (run: LearnerRun): string => percent(Number(numberOf(meanOf(run, 'accuracy')).toFixed(3)));
  const [best, ...others] = [...runs].sort((a, b) => numberOf(meanOf(b, 'bayesianReward')) - numberOf(meanOf(a, 'bayesianReward')));
  const name = best.evaluation.learner;
  const rest = others.map((run) => `${run.evaluation.learner} ${bits(run)}`).join(', ');
  const reward = numberOf(meanOf(best, 'bayesianReward'));
  if (reward === -Infinity)
    return others.length === 0
      ? `${name} earns −∞: it called impossible what then happened. ${right(best)} of its predictions are right.`
      : 'All earn −∞: each called impossible what then happened.';
  const what = 'over quoting the class frequencies';
  if (others.length === 0)
    return reward > 0
      ? `${name} earns ${bits(best)} fair bits per prediction ${what}; ${right(best)} of its predictions are right.`
      : `${name} earns nothing ${what}: ${bits(best)} fair bits per prediction; ${right(best)} of its predictions are right.`;
  return reward > 0
    ? `${name} earns most, ${bits(best)} fair bits per prediction ${what}; ${rest}.`
    : `None earns anything ${what}: ${name} ${bits(best)} fair bits per prediction, ${rest}.`;
}

function theoryLines({ theory }: ShownModel): string[] {
  if (!theory) return [];
  const { complexity, bits, of } = theory;
  const parts = Object.entries(complexity.parts).map(([part, cost]) => `${part} ${figure(cost, 2)}`);
  const pays = bits.left > 0 ? `pays for itself, with ${figure(bits.left)} bits left` : `does not pay for itself, by ${figure(-bits.left)} bits`;
  return [
    `the theory costs ${figure(complexity.bits)} bits (${parts.join(', ')})`,
    `${of === 'test' ? 'the test rows' : 'its own training rows'}: I(D|Q) ${figure(bits.without)} bits without it, I(D|T,Q) ${figure(bits.withTheory)} with it: the theory ${pays}`,
  ];
}
