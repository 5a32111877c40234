import type { OptionNames } from '../../base/options.js';
import type { TrueProbsOptions } from '../divergence.js';
import type { RegressFileOptions } from '../regressRows.js';
import type { RulesOptions } from '../rulesRows.js';
import type { ScoreOptions } from '../score/options.js';

/** The options of the tasks that read files, by name, for entries that refuse all others. */

export const SCORE_OPTIONS: OptionNames<ScoreOptions> = {
  backend: true,
  bins: true,
  by: true,
  cells: true,
  classes: true,
  columns: true,
  confidence: true,
  curves: true,
  cutoff: true,
  header: true,
  keptBytes: true,
  labels: true,
  logits: true,
  long: true,
  memory: true,
  module: true,
  onProgress: true,
  pairing: true,
  percent: true,
  positive: true,
  prior: true,
  probs: true,
  rangeBytes: true,
  rawText: true,
  ranking: true,
  renormalize: true,
  rewards: true,
  rows: true,
  shareRows: true,
  signal: true,
  skipBad: true,
  threads: true,
  tolerance: true,
  truth: true,
  weights: true,
};

export const DECIDE_OPTIONS = { ...SCORE_OPTIONS, costs: true, costsFrom: true, amounts: true } as const;

export const RULES_OPTIONS: OptionNames<RulesOptions> = {
  backend: true,
  classes: true,
  labels: true,
  memory: true,
  module: true,
  onProgress: true,
  predicted: true,
  predictSet: true,
  prior: true,
  probs: true,
  signal: true,
  skipBad: true,
  threads: true,
  tolerance: true,
  truth: true,
};

export const REGRESS_OPTIONS: OptionNames<RegressFileOptions> = {
  actual: true,
  backend: true,
  confidence: true,
  interval: true,
  memory: true,
  module: true,
  onProgress: true,
  predicted: true,
  replicates: true,
  seed: true,
  signal: true,
  skipBad: true,
  threads: true,
  trainingMean: true,
};

export const TRUE_PROBS_OPTIONS: OptionNames<TrueProbsOptions> = {
  backend: true,
  classes: true,
  confidence: true,
  cutoff: true,
  header: true,
  logits: true,
  memory: true,
  module: true,
  onProgress: true,
  percent: true,
  positive: true,
  probs: true,
  renormalize: true,
  signal: true,
  skipBad: true,
  threads: true,
  tolerance: true,
  trueProbs: true,
  truth: true,
  weights: true,
};
