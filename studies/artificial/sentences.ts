import { type AnovaResult, anovaRepeated, pairedT } from 'fairbits/significance';
import type { StudyReport } from '../study.js';
import { LEARNERS, type ModelResult, SIZES } from './artificial.js';
import type { ModelKind } from './models.js';

/** Rewards of one kind of models, and what tests say of them. */
export interface CellValues {
  anova: AnovaResult;
  mean(learner: string, size: number): number;
  interval(learner: string, size: number): { mean: number; low: number; high: number };
  /** The mean lead of one learner over another, and its p, Bonferroni over all pairs of learners and sizes. */
  lead(first: string, second: string, size: number): { mean: number; p: number };
}

export function analyse(models: readonly ModelResult[]): CellValues {
  const names = Object.keys(LEARNERS);
  const anova = anovaRepeated(
    models.flatMap((model, subject) =>
      names.flatMap((name) => SIZES.map((size, s) => ({ subject: String(subject), levels: [name, String(size)] as const, value: model.reward[name][s] }))),
    ),
    { factors: ['learner', 'rows'] },
  );
  const column = (name: string, size: number) => models.map((model) => model.reward[name][SIZES.indexOf(size)]);
  const pairs = (names.length * (names.length - 1) * SIZES.length) / 2;
  return {
    anova,
    mean: (name, size) => column(name, size).reduce((sum, value) => sum + value, 0) / models.length,
    interval(name, size) {
      const found = anova.means[names.indexOf(name) * SIZES.length + SIZES.indexOf(size)];
      return { mean: found.mean, low: found.interval[0], high: found.interval[1] };
    },
    lead(first, second, size) {
      const [a, b] = [column(first, size), column(second, size)];
      const mean = a.reduce((sum, value, i) => sum + value - b[i], 0) / a.length;
      const { p } = pairedT(a, b);
      // Where both are alike in every model there is no test.
      if (p === null) return { mean, p: 1 };
      return { mean, p: Math.min(1, p * pairs) };
    },
  };
}

/** The orders of learners that the paper’s text and figures lead one to expect, in our words, held against these figures at the 5 % level. */
export function findingsOf(cells: Record<ModelKind, CellValues>): StudyReport['findings'] {
  const shown = (value: number) => value.toFixed(3).replace('-', '−');
  const beats = (sentence: string, kind: ModelKind, winner: string, losers: readonly string[], size: number): StudyReport['findings'][number] => {
    const leads = losers.map((loser) => ({ loser, ...cells[kind].lead(winner, loser, size) }));
    return {
      sentence,
      holds: leads.every(({ mean, p }) => mean > 0 && p < 0.05),
      because: leads
        .map(({ loser, mean, p }) => `${winner} leads ${loser} by ${shown(mean)} bits (p ${p < 0.001 ? '< 0.001' : p.toFixed(3)}, Bonferroni)`)
        .join('; '),
    };
  };
  const learners = Object.keys(LEARNERS);
  const effects = (kind: ModelKind): StudyReport['findings'][number] => {
    const { learner, rows, 'learner:rows': both } = cells[kind].anova.effects;
    return {
      sentence: `${kind} models: learner, number of rows, and the two together make a difference.`,
      holds: [learner, rows, both].every((effect) => effect.pGreenhouseGeisser < 0.05),
      because: `p (Greenhouse–Geisser) ${[learner, rows, both].map((effect) => (effect.pGreenhouseGeisser < 0.001 ? '< 0.001' : effect.pGreenhouseGeisser.toFixed(3))).join(', ')}`,
    };
  };
  const spread = (kind: ModelKind, size: number) => {
    const means = learners.map((name) => cells[kind].mean(name, size));
    return Math.max(...means) - Math.min(...means);
  };
  return [
    effects('NB'),
    beats('50 rows from Naive Bayes models: Naive Bayes is ahead of the others.', 'NB', 'NB', ['TAN', 'AODE', 'CaMML'], 50),
    {
      sentence: '5000 rows from Naive Bayes models: all four learners are alike.',
      holds: spread('NB', 5000) < 0.01,
      because: `the means lie within ${shown(spread('NB', 5000))} bits`,
    },
    effects('TAN'),
    beats('50 rows from TAN models: AODE is ahead of the others.', 'TAN', 'AODE', ['NB', 'TAN', 'CaMML'], 50),
    beats('500 rows from TAN models: CaMML is ahead of AODE and Naive Bayes.', 'TAN', 'CaMML', ['AODE', 'NB'], 500),
    beats('500 rows from TAN models: TAN is ahead of AODE and Naive Bayes.', 'TAN', 'TAN', ['AODE', 'NB'], 500),
    effects('AODE'),
    beats('50 rows from AODE models: CaMML is ahead of Naive Bayes and TAN.', 'AODE', 'CaMML', ['NB', 'TAN'], 50),
    beats('50 rows from AODE models: AODE is ahead of Naive Bayes and TAN.', 'AODE', 'AODE', ['NB', 'TAN'], 50),
    beats('5000 rows from AODE models: AODE is ahead of TAN and Naive Bayes.', 'AODE', 'AODE', ['TAN', 'NB'], 5000),
    {
      sentence: '50 rows from AODE models: CaMML earns no less than quoting the prior.',
      holds: cells.AODE.mean('CaMML', 50) >= 0,
      because: `its mean is ${shown(cells.AODE.mean('CaMML', 50))} bits`,
    },
  ];
}
