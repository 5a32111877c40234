import { createEngine, Random } from 'fairbits';
import { createLearner } from 'fairbits/learners';
import { type PairResult, reversalsOf } from '../compare/pairs.js';
import { reversalTable } from '../compare/verdictTables.js';
import { reportHead, type Study, type StudyFigure, type StudyOptions, type StudyPlan, type StudyReport, type StudyTable } from '../study.js';
import { artificialModel, drawData, MODEL_KINDS, type ModelKind } from './models.js';
import { analyse, type CellValues, findingsOf } from './sentences.js';

export const SIZES = [50, 500, 5000];
/** The learners as the paper calls them. */
export const LEARNERS: Readonly<Record<string, string>> = { NB: 'naive-bayes', TAN: 'tan', AODE: 'aode', CaMML: 'camml' };
const TEST_ROWS = 1000;
const MODELS = 40;
const QUICK_MODELS = 12;

interface Task {
  kind: ModelKind;
  model: number;
  seed: number;
  /** Some of the sizes and learners alone. */
  sizes?: number[];
  learners?: string[];
}

/** The Bayesian information reward and the accuracy of each learner for each size. */
export interface ModelResult {
  reward: Record<string, number[]>;
  accuracy: Record<string, number[]>;
  /** The reward of quoting the class frequencies of the training rows. */
  frequencies: number[];
}

/** Hope & Korb 2004, §5.1: learners on data from models whose kind is known. */
export const artificialStudy: Study = {
  id: 'hope-korb-2004-artificial',
  title: 'Four learners on data from Naive Bayes, TAN and AODE models',
  source: 'Hope & Korb 2004, §5.1, figures 2–4',
  needsData: false,
  plan: ({ quick, seed }) => ({
    units: MODEL_KINDS.flatMap((kind) =>
      Array.from({ length: quick ? QUICK_MODELS : MODELS }, (_, model) => ({ key: `${kind}-${model}`, task: { kind, model, seed } satisfies Task })),
    ),
    sets: [],
    missing: [],
    left: [],
  }),
  run: (task) => runModel(task as Task),
  report,
};

export async function runModel({ kind, model: number, seed, sizes = SIZES, learners = Object.keys(LEARNERS) }: Task): Promise<ModelResult> {
  const engine = await createEngine();
  const random = new Random(seed).fork(MODEL_KINDS.indexOf(kind)).fork(number);
  const model = artificialModel(kind, random.fork(0));
  const most = SIZES[SIZES.length - 1];
  const data = drawData(model, most + TEST_ROWS, random.fork(1));
  const test = Array.from({ length: TEST_ROWS }, (_, i) => most + i);
  const labels = data.labels.slice(most);
  const result: ModelResult = { reward: {}, accuracy: {}, frequencies: [] };
  const judge = (learner: string, size: number) => {
    const train = Array.from({ length: size }, (_, i) => i);
    const fitted = createLearner(learner, data).fit(train, data.labels.slice(0, size), { classes: data.classes });
    const tally = engine.tally(data.classes.length).add(fitted.predict(test), labels);
    return { reward: tally.mean('bayesianReward', 'test'), accuracy: tally.mean('accuracy') };
  };
  for (const name of learners) {
    const judged = sizes.map((size) => judge(LEARNERS[name], size));
    result.reward[name] = judged.map(({ reward }) => reward);
    result.accuracy[name] = judged.map(({ accuracy }) => accuracy);
  }
  result.frequencies = sizes.map((size) => judge('zeror', size).reward);
  return result;
}

function report(results: ReadonlyMap<string, unknown>, plan: StudyPlan, options: StudyOptions): StudyReport {
  const figures: StudyFigure[] = [];
  const tables: StudyTable[] = [];
  const cells: Partial<Record<ModelKind, CellValues>> = {};
  const reversals: StudyReport['reversals'] = [];
  for (const [i, kind] of MODEL_KINDS.entries()) {
    const models = [...results].filter(([key]) => key.startsWith(`${kind}-`)).map(([, value]) => value as ModelResult);
    const analysis = analyse(models);
    cells[kind] = analysis;
    reversals.push(...turnedRound(kind, analysis));
    figures.push({
      kind: 'intervals',
      title: `Figure ${i + 2}: data from ${kind} models`,
      x: { name: 'training rows', values: SIZES.map(String) },
      y: 'Bayesian information reward, bits',
      series: Object.keys(LEARNERS).map((name) => ({ name, points: SIZES.map((size) => analysis.interval(name, size)) })),
    });
    tables.push({
      title: `${kind} models: mean reward in bits`,
      about: `Over ${models.length} models, with intervals that hold at once (Bonferroni over the 12 cells, 95 %). The last column is the reward of quoting the class frequencies of the training rows.`,
      groups: [...Object.keys(LEARNERS).map((name) => ({ name, columns: 3 })), { name: '', columns: 1 }],
      columns: ['rows', ...Object.keys(LEARNERS).flatMap(() => ['mean', 'low', 'high']), 'frequencies'],
      rows: SIZES.map((size) => [
        size,
        ...Object.keys(LEARNERS).flatMap((name) => {
          const { mean, low, high } = analysis.interval(name, size);
          return [mean, low, high];
        }),
        analysis.frequencies(size),
      ]),
      digits: 3,
    });
    tables.push({
      title: `${kind} models: analysis of variance, learner × training rows, models as subjects`,
      columns: ['effect', 'F', 'p', 'p (Greenhouse–Geisser)'],
      rows: Object.entries(analysis.anova.effects).map(([effect, { F, p, pGreenhouseGeisser }]) => [effect, F, p, pGreenhouseGeisser]),
    });
  }
  const findings = findingsOf(cells as Record<ModelKind, CellValues>);
  const ofPaper = findings.filter(({ whose }) => whose === 'paper');
  const holding = ofPaper.filter(({ holds }) => holds).length;
  return {
    ...reportHead(artificialStudy, results, plan, options),
    verdict: `${holding} of ${ofPaper.length} sentences of the paper hold here at the 5 % level.${
      holding === ofPaper.length
        ? ''
        : ` What does not: ${ofPaper
            .filter(({ holds }) => !holds)
            .map(({ sentence }) => `“${sentence}”`)
            .join(' ')}`
    }`,
    findings,
    measures: { accuracy: 'accuracy', reward: 'reward' },
    reversals,
    tables: [...tables, ...(reversals.length === 0 ? [] : [reversalTable(reversals, { accuracy: 'accuracy', reward: 'reward' })])],
    figures,
    notes: [
      'The paper says that parameters were drawn at random; here every conditional distribution is made of uniform numbers, normalised.',
      'The rewards are means over classes in bits, under the prior of the test rows (counts from ½). The paper has a wider range of values (−0.3 to 0.1 for AODE models), as a sum over classes would have: compare orders, not levels.',
      'Under that prior, a learner that finds no association and quotes the class frequencies of 50 rows is below zero by about 0.01 bits: 50 rows do not tell the frequencies of the test rows. CaMML on AODE models is below zero for this reason, and because it takes some chance associations for real. An independent implementation with the Java CaMML’s search had it at −0.03, too.',
      'CaMML is the network that annealing found to have the shortest message, not an average over networks.',
      'The paper reports no accuracies for artificial data; verdicts that turn round between accuracy and reward are our addition, by paired t tests over models (Bonferroni).',
      ...(options.quick ? [`A quick run has ${QUICK_MODELS} models of each kind instead of ${MODELS}: fewer differences are significant.`] : []),
    ],
  };
}

/** Pairs of learners that change places between accuracy and reward, at each size. */
function turnedRound(kind: ModelKind, analysis: CellValues): StudyReport['reversals'] {
  const names = Object.keys(LEARNERS);
  const pairs = (measure: 'reward' | 'accuracy'): PairResult[] =>
    SIZES.flatMap((size) =>
      names.flatMap((first, i) =>
        names.slice(i + 1).map((second) => {
          const { mean: lead, p } = analysis.lead(first, second, size, measure);
          const winner = p < 0.05 ? (lead > 0 ? first : second) : undefined;
          return {
            set: `${kind}, ${size} rows`,
            first,
            second,
            lead,
            p,
            ...(winner === undefined ? {} : { winner, loser: winner === first ? second : first }),
          };
        }),
      ),
    );
  return reversalsOf(pairs('accuracy'), pairs('reward'));
}
