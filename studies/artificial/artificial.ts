import { createEngine, Random } from 'fairbits';
import { createLearner } from 'fairbits/learners';
import type { Study, StudyFigure, StudyOptions, StudyReport, StudyTable } from '../study.js';
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
}

/** The Bayesian information reward of each learner for each size, and of accuracy. */
export interface ModelResult {
  reward: Record<string, number[]>;
  accuracy: Record<string, number[]>;
}

/** Hope & Korb 2004, §5.1: learners on data from models whose kind is known. */
export const artificialStudy: Study = {
  id: 'hope-korb-2004-artificial',
  title: 'Four learners on data from Naive Bayes, TAN and AODE models',
  source: 'Hope & Korb 2004, §5.1, figures 2–4',
  needsData: false,
  units: ({ quick, seed }) =>
    MODEL_KINDS.flatMap((kind) =>
      Array.from({ length: quick ? QUICK_MODELS : MODELS }, (_, model) => ({ key: `${kind}-${model}`, task: { kind, model, seed } satisfies Task })),
    ),
  run: (task) => runModel(task as Task),
  report,
};

export async function runModel({ kind, model: number, seed }: Task): Promise<ModelResult> {
  const engine = await createEngine();
  const random = new Random(seed).fork(MODEL_KINDS.indexOf(kind)).fork(number);
  const model = artificialModel(kind, random.fork(0));
  const most = SIZES[SIZES.length - 1];
  const data = drawData(model, most + TEST_ROWS, random.fork(1));
  const test = Array.from({ length: TEST_ROWS }, (_, i) => most + i);
  const labels = data.labels.slice(most);
  const result: ModelResult = { reward: {}, accuracy: {} };
  for (const [name, learner] of Object.entries(LEARNERS)) {
    result.reward[name] = [];
    result.accuracy[name] = [];
    for (const size of SIZES) {
      const train = Array.from({ length: size }, (_, i) => i);
      const fitted = createLearner(learner, data).fit(train, data.labels.slice(0, size), { classes: data.classes });
      const tally = engine.tally(data.classes.length).add(fitted.predict(test), labels);
      result.reward[name].push(tally.mean('bayesianReward', 'test'));
      result.accuracy[name].push(tally.mean('accuracy'));
    }
  }
  return result;
}

function report(results: ReadonlyMap<string, unknown>, { quick, seed }: StudyOptions): StudyReport {
  const figures: StudyFigure[] = [];
  const tables: StudyTable[] = [];
  const cells: Record<string, CellValues> = {};
  for (const [i, kind] of MODEL_KINDS.entries()) {
    const models = [...results].filter(([key]) => key.startsWith(`${kind}-`)).map(([, value]) => value as ModelResult);
    const analysis = analyse(models);
    cells[kind] = analysis;
    figures.push({
      title: `Figure ${i + 2}: data from ${kind} models`,
      x: { name: 'training rows', values: SIZES.map(String) },
      y: 'Bayesian information reward, bits',
      series: Object.keys(LEARNERS).map((name) => ({ name, points: SIZES.map((size) => analysis.interval(name, size)) })),
    });
    tables.push({
      title: `${kind} models: mean reward in bits over ${models.length} models, and intervals that hold at once (Bonferroni, 95 %)`,
      columns: ['training rows', ...Object.keys(LEARNERS).flatMap((name) => [name, 'low', 'high'])],
      rows: SIZES.map((size) => [
        size,
        ...Object.keys(LEARNERS).flatMap((name) => {
          const { mean, low, high } = analysis.interval(name, size);
          return [mean, low, high];
        }),
      ]),
    });
    tables.push({
      title: `${kind} models: analysis of variance, learner × training rows, models as subjects`,
      columns: ['effect', 'F', 'p', 'p (Greenhouse–Geisser)'],
      rows: Object.entries(analysis.anova.effects).map(([effect, { F, p, pGreenhouseGeisser }]) => [effect, F, p, pGreenhouseGeisser]),
    });
  }
  return {
    study: artificialStudy.id,
    title: artificialStudy.title,
    source: artificialStudy.source,
    quick,
    seed,
    units: results.size,
    findings: findingsOf(cells as Record<ModelKind, CellValues>),
    tables,
    figures,
    notes: [
      'The paper says that parameters were drawn at random; here every conditional distribution is made of uniform numbers, normalised.',
      'The rewards are means over classes in bits, under the prior of the test rows (counts from ½). The paper has a wider range of values (−0.3 to 0.1 for AODE models), as a sum over classes would have: compare orders, not levels.',
      'CaMML is the network that annealing found to have the shortest message, not an average over networks.',
      ...(quick ? [`A quick run has ${QUICK_MODELS} models of each kind instead of ${MODELS}: fewer differences are significant.`] : []),
    ],
  };
}
