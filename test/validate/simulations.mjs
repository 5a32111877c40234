/**
 * How often does each test find a difference where there is none? Every simulation draws data under the test's null hypothesis and says
 * which verdicts, at 5 %, were wrong. What is claimed of the rate:
 *   nominal       5 %, within Monte-Carlo error
 *   near          5 % within one per cent beside Monte-Carlo error: an approximation, and known to be one
 *   at most       no more than 5 %
 *   above         more than 5 %, if not by much
 *   excess        more than 10 %: known to be wrong here, and why the test warns of it
 */
import {
  anovaRepeated,
  bet,
  bonferroniIntervals,
  correctedResampledT,
  EProcess,
  fiveByTwoF,
  fiveByTwoT,
  friedman,
  mcnemar,
  pairedT,
  wilcoxon,
} from 'fairbits/significance';
import { crossValidation, dataSet, fiveByTwo, holdouts } from './learners.mjs';

const LEVEL = 0.05;
const zeros = (n) => new Float64Array(n);
const rejects = ({ p }) => p <= LEVEL;

const SPLITS = 'resampled t: paired t of 30 splits ⅔/⅓';
const FOLDS = 'paired t of 10-fold cross-validation';
const CORRECTED_SPLITS = 'corrected t of 30 splits ⅔/⅓';
const CORRECTED_FOLDS = 'corrected t of 10-fold cross-validation';

/** Each: what is drawn, how many times at full length and in short, and its verdicts with their claims. */
export const simulations = [
  {
    data: '10 pairs, normal differences',
    times: [40000, 2000],
    claims: { 'paired t': 'nominal', 'paired t, one-sided': 'nominal' },
    draw({ normals }) {
      const a = normals(10);
      return { 'paired t': rejects(pairedT(a, zeros(10))), 'paired t, one-sided': rejects(pairedT(a, zeros(10), { alternative: 'greater' })) };
    },
  },
  {
    data: '15 pairs, normal differences',
    times: [20000, 1000],
    claims: { 'Wilcoxon, exact': 'at most', 'its interval': 'at most' },
    draw({ normals }) {
      const result = wilcoxon(normals(15), zeros(15));
      const [low, high] = result.effect.interval;
      return { 'Wilcoxon, exact': rejects(result), 'its interval': low > 0 || high < 0 };
    },
  },
  {
    data: '60 pairs, long-tailed differences (a normal over a uniform number)',
    times: [20000, 1000],
    claims: { 'Wilcoxon, normal': 'nominal' },
    draw({ normal, next }) {
      return {
        'Wilcoxon, normal': rejects(
          wilcoxon(
            Float64Array.from({ length: 60 }, () => normal() / (next() + 0.01)),
            zeros(60),
          ),
        ),
      };
    },
  },
  {
    data: '60 pairs, differences rounded to a few values: many ties, some zeros',
    times: [20000, 1000],
    claims: { 'Wilcoxon, normal': 'nominal' },
    draw({ normals }) {
      return {
        'Wilcoxon, normal': rejects(
          wilcoxon(
            normals(60).map((d) => Math.round(2 * d)),
            zeros(60),
          ),
        ),
      };
    },
  },
  {
    data: '200 instances, each right alone on a tenth',
    times: [40000, 2000],
    claims: { 'McNemar, Edwards': 'at most', 'McNemar, exact': 'at most' },
    draw({ next }) {
      const counts = [0, 0];
      for (let i = 0; i < 200; i++) {
        const u = next();
        if (u < 0.2) counts[u < 0.1 ? 0 : 1]++;
      }
      const { p, exactP } = mcnemar(...counts);
      return { 'McNemar, Edwards': p <= LEVEL, 'McNemar, exact': exactP <= LEVEL };
    },
  },
  {
    data: '15 data sets, 4 learners, normal scores',
    times: [6000, 150],
    claims: { 'Friedman, χ²': 'near', 'Iman–Davenport': 'near', 'Nemenyi, any pair': 'at most', 'Holm, any pair': 'at most' },
    draw({ normals }) {
      const { p, imanDavenport, comparisons } = friedman(Array.from({ length: 15 }, () => normals(4)));
      return {
        'Friedman, χ²': p <= LEVEL,
        'Iman–Davenport': imanDavenport.p <= LEVEL,
        'Nemenyi, any pair': comparisons.some(({ nemenyi }) => nemenyi <= LEVEL),
        'Holm, any pair': comparisons.some(({ holm }) => holm <= LEVEL),
      };
    },
  },
  {
    data: '10 subjects, 3 × 3 levels, independent noise (spherical)',
    times: [10000, 200],
    claims: { 'ANOVA, first factor': 'nominal', 'ANOVA, interaction': 'nominal', 'ANOVA, interaction, Greenhouse–Geisser': 'at most' },
    draw({ normal }) {
      const { effects } = anova(10, 3, 3, normal, () => normal());
      return {
        'ANOVA, first factor': effects.first.p <= LEVEL,
        'ANOVA, interaction': effects['first:second'].p <= LEVEL,
        'ANOVA, interaction, Greenhouse–Geisser': effects['first:second'].pGreenhouseGeisser <= LEVEL,
      };
    },
  },
  {
    data: '10 subjects, 2 × 6 levels, noise that grows fivefold with the level (not spherical)',
    times: [10000, 200],
    claims: { 'ANOVA, second factor': 'excess', 'ANOVA, second factor, Greenhouse–Geisser': 'near' },
    draw({ normal }) {
      const { effects } = anova(10, 2, 6, normal, (_, j) => 5 ** j * normal());
      return {
        'ANOVA, second factor': effects.second.p <= LEVEL,
        'ANOVA, second factor, Greenhouse–Geisser': effects.second.pGreenhouseGeisser <= LEVEL,
      };
    },
  },
  {
    data: '9 means of 12 normal values',
    times: [10000, 250],
    claims: { 'Bonferroni intervals, any misses': 'at most' },
    draw({ normals }) {
      const columns = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i, normals(12)]));
      return { 'Bonferroni intervals, any misses': bonferroniIntervals(columns).some(({ interval: [low, high] }) => low > 0 || high < 0) };
    },
  },
  {
    data: 'two equally good learners, a data set of 300',
    times: [6000, 200],
    claims: {
      [SPLITS]: 'excess',
      [FOLDS]: 'near',
      [CORRECTED_SPLITS]: 'at most',
      [CORRECTED_FOLDS]: 'at most',
      '5×2cv t': 'at most',
      '5×2cv F': 'at most',
    },
    draw: (random) => resamplings(dataSet(random, 300, 1, 1), random),
  },
  {
    data: 'two equally good learners that choose one of ten weak features, a data set of 300',
    times: [2500, 50],
    claims: {
      [SPLITS]: 'excess',
      [FOLDS]: 'excess',
      [CORRECTED_SPLITS]: 'at most',
      [CORRECTED_FOLDS]: 'above',
      '5×2cv t': 'near',
      '5×2cv F': 'near',
    },
    draw: (random) => resamplings(dataSet(random, 300, 10, 0.3), random),
  },
  {
    data: 'a look after each of 2,000 instances; fair ±1',
    times: [4000, 80],
    claims: { 'e-process crosses 20': 'at most', 'paired t, looked at after every 20th': 'excess' },
    draw({ next }) {
      const differences = Float64Array.from({ length: 2000 }, () => (next() < 0.5 ? 1 : -1));
      let found = false;
      for (let n = 20; n <= 2000 && !found; n += 20) found = rejects(pairedT(differences.subarray(0, n), zeros(n)));
      return { 'e-process crosses 20': crosses(differences), 'paired t, looked at after every 20th': found };
    },
  },
  {
    data: 'a look after each of 2,000 instances; mostly −0.05, rarely 0.95 (skewed)',
    times: [4000, 100],
    claims: { 'e-process crosses 20': 'at most' },
    draw: ({ next }) => ({ 'e-process crosses 20': crosses(Float64Array.from({ length: 2000 }, () => (next() < 0.05 ? 0.95 : -0.05))) }),
  },
  {
    data: 'a look after each of 2,000 instances; worse by 0.2 at first, then better by 0.2 up to the same average',
    times: [4000, 100],
    claims: { 'e-process crosses 20': 'at most' },
    draw: ({ next }) => ({
      'e-process crosses 20': crosses(Float64Array.from({ length: 2000 }, (_, i) => (next() < (i < 1000 ? 0.4 : 0.6) ? 1 : -1))),
    }),
  },
  {
    data: "a look after each of 1,000 instances; the second's odds are the truth, the first's are sharper",
    times: [4000, 100],
    claims: { 'wealth crosses 20': 'at most' },
    draw({ next }) {
      const losses = [[], []];
      for (let i = 0; i < 1000; i++) {
        const q = 0.2 + 0.6 * next();
        const p = q < 0.5 ? q * 0.9 : 1 - (1 - q) * 0.9;
        const happened = next() < q;
        losses[0].push(-Math.log2(happened ? p : 1 - p));
        losses[1].push(-Math.log2(happened ? q : 1 - q));
      }
      return { 'wealth crosses 20': bet(...losses).evidence.odds.first.crossedAt !== null };
    },
  },
];

function resamplings(data, random) {
  const splits = holdouts(data, random, 30, 1 / 3);
  const folds = crossValidation(data, random, 10);
  const differences = fiveByTwo(data, random);
  return {
    [SPLITS]: rejects(pairedT(...splits)),
    [FOLDS]: rejects(pairedT(...folds)),
    [CORRECTED_SPLITS]: rejects(correctedResampledT(...splits, { testTrainRatio: 0.5 })),
    [CORRECTED_FOLDS]: rejects(correctedResampledT(...folds, { testTrainRatio: 1 / 9 })),
    '5×2cv t': rejects(fiveByTwoT(differences, { scale: 1 })),
    '5×2cv F': rejects(fiveByTwoF(differences, { scale: 1 })),
  };
}

function crosses(differences) {
  const process = new EProcess({ bound: 1 });
  for (const d of differences) process.add(d);
  return process.evidence().first.crossedAt !== null;
}

function anova(n, a, b, normal, noise) {
  const measurements = [];
  for (let s = 0; s < n; s++) {
    const subject = normal();
    for (let i = 0; i < a; i++) for (let j = 0; j < b; j++) measurements.push({ subject: String(s), levels: [`a${i}`, `b${j}`], value: subject + noise(i, j) });
  }
  return anovaRepeated(measurements);
}
