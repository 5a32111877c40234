import type { WordTable } from './section.js';

/** A figure that is no measure of the registry: what it is, and whose. */
interface Definition {
  name: string;
  meaning: string;
  source?: string;
}

export const calibrationDefinitions: readonly Definition[] = [
  {
    name: 'Miscalibration',
    meaning: 'distance of confidence from frequency over cells of at least ten estimates of the most probable class',
    source: 'Korb, Hope & Hughes 2001, eq. 3',
  },
  {
    name: 'Expected calibration error',
    meaning: 'mean distance of the estimates from how often they came true, over bins; the largest is that of one bin, the signed one says in which direction',
    source: 'Naeini, Cooper & Hauskrecht 2015; over all classes: Kull et al. 2019',
  },
  { name: 'Spiegelhalter’s z', meaning: 'whether the quadratic loss is what the estimates themselves expect; p is two-sided', source: 'Spiegelhalter 1986' },
  {
    name: 'CORP',
    meaning: 'loss = miscalibration (what isotonic recalibration would gain) − discrimination (what the learner knows) + uncertainty (how hard the task is)',
    source: 'Dimitriadis, Gneiting & Jordan 2021; over bins: Murphy 1973',
  },
];

const AVERAGE_PRECISION: Definition = { name: 'Average precision', meaning: 'the area under precision and recall, as steps' };

export const rankingDefinitions = (classes: number): readonly Definition[] =>
  classes === 2
    ? [
        { name: 'AUC', meaning: 'how often a row of the class has a higher estimate than one that is not, ties one half', source: 'Hanley & McNeil 1982' },
        { name: 'Interval of AUC', meaning: 'from the spread of placements', source: 'DeLong, DeLong & Clarke-Pearson 1988' },
        AVERAGE_PRECISION,
      ]
    : [
        { name: 'AUC, one against one', meaning: 'mean over all pairs of classes', source: 'Hand & Till 2001, eq. 7' },
        { name: 'AUC, one against the rest', meaning: 'mean over classes of the area of each against all others', source: 'Hanley & McNeil 1982' },
      ];

export const confusionDefinitions: readonly Definition[] = [
  { name: 'Precision', meaning: 'of the rows predicted to be of a class, the share that are' },
  { name: 'Recall', meaning: 'of the rows of a class, the share predicted to be; specificity is the same of the rows that are not' },
  { name: 'F1', meaning: 'harmonic mean of precision and recall', source: 'van Rijsbergen 1979' },
  { name: 'Cohen’s κ', meaning: 'accuracy above that of guessing with the same frequencies, as a share of what it could be above it', source: 'Cohen 1960' },
  { name: 'Matthews’ correlation', meaning: 'correlation of actual and predicted classes', source: 'Matthews 1975; of several classes: Gorodkin 2004' },
];

export const comparisonDefinitions: readonly Definition[] = [
  {
    name: 'Interval',
    meaning: 'of the mean difference, from bootstrap replicates of the instances, both learners drawn together',
    source: 'Davison & Hinkley 1997',
  },
  {
    name: 'p, sign flips',
    meaning: 'how often differences of random sign have a mean as far from 0',
    source: 'Fisher 1935, §21; Pitman 1937; Phipson & Smyth 2010',
  },
  { name: 'p, McNemar', meaning: 'of accuracy: the instances that one of the two has right and the other wrong, exactly', source: 'McNemar 1947' },
  { name: 'Adjusted p', meaning: 'for the number of pairs: no false alarm among all of them, at the level said', source: 'Holm 1979' },
];

export const betDefinitions: readonly Definition[] = [
  {
    name: 'Wealth',
    meaning: 'what staking all one has on the classes, in proportion to one’s estimates and at the other’s odds, makes of 1',
    source: 'Kelly 1956; Cover & Thomas, ch. 6',
  },
  { name: 'E-value', meaning: 'what a fair bet on there being no difference would have made of 1: evidence that holds whenever one stops' },
];

export function definitionTable(definitions: readonly Definition[]): WordTable {
  return {
    caption: 'What these figures are',
    columns: ['Figure', 'Definition'],
    figures: [false, false],
    rows: definitions.map(({ name, meaning, source }) => [name, source ? [meaning, `${source}.`] : meaning]),
  };
}
