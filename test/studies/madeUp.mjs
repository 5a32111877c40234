/** Results of studies that nobody ran, and the reports of them: every shape that a report has, whatever learners come to. */
import { studyOf } from '../../dist/studies/index.js';

/** Numbers from 0 to 1 that look like chance. */
const chance = (a, b) => {
  const x = Math.sin(12.9898 * (a + 1) + 78.233 * (b + 1)) * 43758.5453;
  return x - Math.floor(x);
};

const many = (count, of) => Array.from({ length: count }, (_, i) => of(i));

const plan = (sets) => ({
  units: [],
  sets,
  missing: [
    { name: 'XX', expected: 'xx.arff: 3 rows' },
    { name: 'YY', expected: 'yy.arff: 3 rows', found: 'yy.arff has 4 rows and 1 attributes' },
  ],
  left: ['IR somebody: it could not be done'],
});

/** Folds of each learner: the first is ahead by accuracy, the last by reward. */
function folds(sets, learners, slow, measures, count) {
  const results = new Map();
  for (const [s, set] of sets.entries())
    for (const [l, name] of learners.entries()) {
      const value = (measure, i) => {
        const lead = measure === 'accuracy' ? 0.1 * (learners.length - l) : 0.1 * l;
        return 0.3 + lead + 0.01 * chance(7 * s + i, l + measure.length);
      };
      const result = (from, size) => Object.fromEntries(measures.map((measure) => [measure, many(size, (i) => value(measure, from + i))]));
      if (slow.includes(name)) for (const repetition of many(5, (i) => i)) results.set(`${set} ${name} ${repetition + 1}`, result(2 * repetition, 2));
      else results.set(`${set} ${name}`, result(0, count));
    }
  return results;
}

function claims(sets, learners) {
  const results = new Map();
  for (const set of sets)
    for (const [l, name] of learners.entries()) {
      const several = name === 'FOIL' || name === 'Induct-DNF';
      results.set(`${set} ${name}`, {
        percentCorrect: many(25, (i) => (several ? 60 : 90) + 2 * chance(i, l)),
        significance: many(25, (i) => (several ? 900 : 800) + 20 * chance(i, l + 3)),
        unclassified: many(25, (i) => (several ? chance(i, l) : 0)),
        multiple: many(25, (i) => (several ? 9 * chance(i, l) : 0)),
        theory: many(25, () => 50 * (l + 1)),
        withTheory: many(25, () => 700),
        without: many(25, () => 1500),
        testRows: 1598,
        mostFrequent: many(25, (i) => 830 + i),
      });
    }
  return results;
}

const models = () => {
  const results = new Map();
  for (const kind of ['NB', 'TAN', 'AODE'])
    for (const model of many(6, (i) => i)) {
      const cells = (sign) =>
        Object.fromEntries(
          ['NB', 'TAN', 'AODE', 'CaMML'].map((name, l) => [name, many(3, (s) => 0.1 * s + 0.05 * sign * l + 0.02 * chance(model, 3 * l + s))]),
        );
      results.set(`${kind}-${model}`, { reward: cells(1), accuracy: cells(-1), frequencies: many(3, (s) => -0.01 / (s + 1)) });
    }
  return results;
};

const HOLTE = ['BC', 'CH', 'GL', 'G2', 'HY', 'LY', 'MU', 'SE', 'SO'];

/** A plan and results for each study. */
export const MADE_UP = {
  'hope-korb-2004-artificial': { plan: { ...plan([]), missing: [], left: [] }, results: models() },
  'cleary-legg-witten-1996': {
    plan: plan(HOLTE),
    results: claims(HOLTE, ['1R', 'C4.5 pruned', 'C4.5 rule', 'C4.5 unpruned', 'FOIL', 'Induct-DNF', 'Induct-ripple']),
  },
  'korb-2001': {
    plan: plan(HOLTE),
    results: folds(
      HOLTE,
      ['C4.5', 'MML Tree', 'MML Graph', 'Naive Bayes', 'DStump'],
      [],
      ['accuracy', 'goodReward', 'miscalibration', 'miscalibrationOfTens'],
      25,
    ),
  },
  'hope-korb-2002': {
    plan: plan(['ch', 'gl', 'hy', 'mu']),
    results: folds(['ch', 'gl', 'hy', 'mu'], ['c5', 'cB', 'ca', 'nb'], ['ca'], ['accuracy', 'kononenkoBratko', 'generalizedReward'], 10),
  },
  'hope-korb-2004-uci': {
    plan: plan(['hypothyroid', 'iris', 'sign']),
    results: folds(['hypothyroid', 'iris', 'sign'], ['NB', 'J48', 'CaMML', 'AODE', 'TAN'], ['CaMML', 'TAN'], ['accuracy', 'bayesianReward'], 10),
  },
};

/** The reports, as JSON has them; also of results that lack a learner. */
export function madeUpReports() {
  return Object.entries(MADE_UP).flatMap(([id, { plan: made, results }]) => {
    const study = studyOf(id);
    const report = (some) => JSON.parse(JSON.stringify(study.report(some, made, { quick: false, seed: 1 })));
    const few = new Map([...results].filter(([key]) => !/ (ca|CaMML|FOIL|DStump)\b/.test(key)));
    return id === 'hope-korb-2004-artificial' ? [report(results)] : [report(results), report(few)];
  });
}
