export type { Miscalibration } from './calibration/miscalibration.js';
export type { Classes } from './classes.js';
export type { Cutoff, CutoffRange } from './cutoff.js';
export { type Chunk, createEngine, type Engine, type EngineOptions, type RewardOptions, type Rewards } from './engine.js';
export { type ErrorCode, FairbitsError } from './errors.js';
export { type EvaluateOptions, evaluate } from './evaluate.js';
export type { Estimates, Labels } from './input.js';
export type { Backend } from './kernels/kernels.js';
export { type Lemma1, lemma1 } from './lemma1.js';
export { klDivergence } from './measures/klDivergence.js';
export type { Measure, Unit } from './measures/measure.js';
export { type MeasureId, measures } from './measures/registry.js';
export type { Summary } from './moments.js';
export {
  type RegressionMeans,
  type RegressionMeasure,
  type RegressionOptions,
  type RegressionReport,
  RegressionTally,
  regression,
  regressionOf,
  regressionTerms,
} from './numeric/regression.js';
export type { Prior } from './priors.js';
export type { MeasureReport, Report, Reported } from './report.js';
export { predictSets, type SetRule } from './rules/predictSets.js';
export { type RuleSets, ruleSets } from './rules/ruleSets.js';
export type { RuleReport, RuleTally } from './rules/ruleTally.js';
export { type CurvePoint, type SignificanceCurve, significanceCurve } from './rules/significanceCurve.js';
export type { Statistics, Tally, TallyJSON } from './tally.js';
export { bestEstimate } from './theorem1.js';
export { type PriorCurve, type PriorPathOptions, priorCurve, type Reversal, reversals } from './thesis1.js';
export type { TreatmentOptions } from './treatment.js';
