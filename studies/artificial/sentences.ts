import { type AnovaResult, anovaRepeated, pairedT } from 'fairbits/significance';
import { listed, mean, shown, shownP } from '../compare/figures.js';
import type { Finding } from '../study.js';
import { LEARNERS, type ModelResult, SIZES } from './artificial.js';
import { MODEL_KINDS, type ModelKind } from './models.js';

/** Rewards of one kind of models, and what tests say of them. */
export interface CellValues {
  anova: AnovaResult;
  mean(learner: string, size: number): number;
  interval(learner: string, size: number): { mean: number; low: number; high: number };
  /** The mean lead of one learner over another, and its p, Bonferroni over all pairs of learners and sizes. */
  lead(first: string, second: string, size: number, measure?: 'reward' | 'accuracy'): { mean: number; p: number };
  /** A learner’s mean lead over the class frequencies of the training rows, and its p, Bonferroni over learners and sizes. */
  leadOverFrequencies(learner: string, size: number): { mean: number; p: number };
  /** The mean reward of quoting the class frequencies of the training rows. */
  frequencies(size: number): number;
}

export function analyse(models: readonly ModelResult[]): CellValues {
  const names = Object.keys(LEARNERS);
  const anova = anovaRepeated(
    models.flatMap((model, subject) =>
      names.flatMap((name) => SIZES.map((size, s) => ({ subject: String(subject), levels: [name, String(size)] as const, value: model.reward[name][s] }))),
    ),
    { factors: ['learner', 'rows'] },
  );
  const column = (name: string, size: number, measure: 'reward' | 'accuracy' = 'reward') => models.map((model) => model[measure][name][SIZES.indexOf(size)]);
  const frequencies = (size: number) => models.map((model) => model.frequencies[SIZES.indexOf(size)]);
  const pairs = (names.length * (names.length - 1) * SIZES.length) / 2;
  const leading = (a: readonly number[], b: readonly number[], tests: number) => {
    // Where both are alike in every model there is no test.
    const p = pairedT(a, b).p ?? 1;
    return { mean: mean(a) - mean(b), p: Math.min(1, p * tests) };
  };
  return {
    anova,
    mean: (name, size) => mean(column(name, size)),
    interval(name, size) {
      const found = anova.means[names.indexOf(name) * SIZES.length + SIZES.indexOf(size)];
      return { mean: found.mean, low: found.interval[0], high: found.interval[1] };
    },
    lead: (first, second, size, measure) => leading(column(first, size, measure), column(second, size, measure), pairs),
    leadOverFrequencies: (name, size) => leading(column(name, size), frequencies(size), names.length * SIZES.length),
    frequencies: (size) => mean(frequencies(size)),
  };
}

const LEVEL = 0.05;
/** Means that are no further apart are alike: a tenth of what there is to earn on these models. */
const ALIKE = 0.03;

/** What Hope & Korb 2004, §5.1 says of its three experiments, in our words and made sharp enough to be tested at the 5 % level, and sentences that we add. */
export function findingsOf(cells: Record<ModelKind, CellValues>): Finding[] {
  const learners = Object.keys(LEARNERS);
  const beats = (
    whose: Finding['whose'],
    sentence: string,
    kind: ModelKind,
    pairs: readonly (readonly [winner: string, loser: string, size: number])[],
  ): Finding => {
    const leads = pairs.map(([winner, loser, size]) => ({ winner, loser, size, ...cells[kind].lead(winner, loser, size) }));
    return {
      whose,
      sentence,
      holds: leads.every(({ mean: lead, p }) => lead > 0 && p < LEVEL),
      because: `${leads.map(({ winner, loser, size, mean: lead, p }) => `${winner} ${lead < 0 ? 'is behind' : 'leads'} ${loser} by ${shown(Math.abs(lead))} bits on ${size} rows (${shownP(p)})`).join('; ')} (Bonferroni)`,
    };
  };
  const against = (winners: readonly string[], losers: readonly string[], sizes: readonly number[]) =>
    sizes.flatMap((size) => winners.flatMap((winner) => losers.map((loser) => [winner, loser, size] as const)));
  const alike = (sentence: string, kind: ModelKind, names: readonly string[], sizes: readonly number[]): Finding => {
    const spreads = sizes.map((size) => {
      const means = names.map((name) => cells[kind].mean(name, size));
      return Math.max(...means) - Math.min(...means);
    });
    return {
      whose: 'paper',
      sentence,
      holds: Math.max(...spreads) < ALIKE,
      because: `their means lie within ${listed(sizes.map((size, i) => `${shown(spreads[i])} bits on ${size} rows`))} (${ALIKE} asked)`,
    };
  };
  const effects = MODEL_KINDS.map((kind) => {
    const { learner, rows, 'learner:rows': both } = cells[kind].anova.effects;
    return { kind, p: Math.max(...[learner, rows, both].map((effect) => effect.pGreenhouseGeisser)) };
  });
  const below = learners.map((name) => ({ name, ...cells.AODE.interval(name, 50) }));
  const camml = cells.AODE.leadOverFrequencies('CaMML', 50);
  const behind = ['NB', 'TAN', 'AODE'].map((name) => {
    const { mean: lead, p } = cells.AODE.leadOverFrequencies(name, 50);
    return { name, lead, p };
  });
  const conservative = below.find(({ name }) => name === 'CaMML') as (typeof below)[number];
  return [
    alike('Naive Bayes models: Naive Bayes, TAN and AODE do about as well as each other on 50, 500 and 5000 rows.', 'NB', ['NB', 'TAN', 'AODE'], SIZES),
    beats('paper', 'Naive Bayes models, 50 rows: CaMML is significantly behind the others.', 'NB', against(['NB', 'TAN', 'AODE'], ['CaMML'], [50])),
    alike('Naive Bayes models, more rows: CaMML comes up to the others.', 'NB', learners, [500, 5000]),
    beats('paper', 'TAN models, 50 rows: AODE is ahead of the others.', 'TAN', against(['AODE'], ['NB', 'TAN', 'CaMML'], [50])),
    beats('paper', 'TAN models, rows enough: TAN and CaMML are ahead of AODE.', 'TAN', against(['TAN', 'CaMML'], ['AODE'], [5000])),
    beats('paper', 'TAN models, an adequate number of rows: Naive Bayes is behind all others.', 'TAN', against(['TAN', 'AODE', 'CaMML'], ['NB'], [500, 5000])),
    {
      whose: 'paper',
      sentence: 'AODE models: nobody is above zero on 50 rows; it takes more.',
      holds: below.every(({ mean: reward }) => reward <= 0) && learners.some((name) => cells.AODE.mean(name, 500) > 0),
      because: `means on 50 rows: ${below.map(({ name, mean: reward }) => `${name} ${shown(reward)}`).join(', ')}`,
    },
    {
      whose: 'paper',
      sentence: 'AODE models, 50 rows: Naive Bayes, TAN and AODE are below zero.',
      holds: below.filter(({ name }) => name !== 'CaMML').every(({ high }) => high < 0),
      because: `intervals (Bonferroni): ${below
        .filter(({ name }) => name !== 'CaMML')
        .map(({ name, low, high }) => `${name} ${shown(low)} to ${shown(high)}`)
        .join(', ')}`,
    },
    {
      whose: 'paper',
      sentence: 'AODE models, 50 rows: CaMML is not below zero.',
      holds: conservative.high >= 0,
      because: `its interval is ${shown(conservative.low)} to ${shown(conservative.high)} (Bonferroni); see below for what zero stands for`,
    },
    beats('paper', 'AODE models, 50 rows: CaMML, free to choose no association, is ahead of Naive Bayes.', 'AODE', against(['CaMML'], ['NB'], [50])),
    beats('paper', 'AODE models, rows enough: AODE is ahead of the others (500 rows).', 'AODE', against(['AODE'], ['NB', 'TAN', 'CaMML'], [500])),
    {
      whose: 'ours',
      sentence:
        'AODE models, 50 rows: beside quoting the class frequencies, which is what the paper says zero stands for, CaMML is not significantly behind; the others are.',
      holds: camml.p >= LEVEL && behind.every(({ lead, p }) => lead < 0 && p < LEVEL),
      because: `the frequencies of the 50 rows have ${shown(cells.AODE.frequencies(50))}; leads over them: CaMML ${shown(camml.mean)} (${shownP(camml.p)}), ${behind.map(({ name, lead, p }) => `${name} ${shown(lead)} (${shownP(p)})`).join(', ')} (Bonferroni)`,
    },
    beats('ours', 'AODE models, 5000 rows: AODE is still ahead of Naive Bayes and TAN.', 'AODE', against(['AODE'], ['NB', 'TAN'], [5000])),
    beats('ours', 'Naive Bayes models, 50 rows: Naive Bayes is ahead of the others, if only a little.', 'NB', against(['NB'], ['TAN', 'AODE', 'CaMML'], [50])),
    beats('ours', 'TAN models, 500 rows: CaMML is ahead of AODE already.', 'TAN', against(['CaMML'], ['AODE'], [500])),
    {
      whose: 'ours',
      sentence: 'In each experiment learner, number of rows, and the two together make a difference.',
      holds: effects.every(({ p }) => p < LEVEL),
      because: `analysis of variance, models as subjects, the largest of three p (Greenhouse–Geisser): ${effects.map(({ kind, p }) => `${kind} models ${shownP(p)}`).join(', ')}; the paper has such an analysis, and prints no table of it`,
    },
  ];
}
