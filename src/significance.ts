/** How likely a difference is by chance: one test, one file, in src/significance/. */

export { type ShareInterval, shareInterval } from './intervals/shareInterval.js';
export { type AnovaEffect, type AnovaResult, anovaRepeated, type Measurement } from './significance/anovaRepeated.js';
export { type BayesianOptions, type BayesianResult, bayesianCorrelatedT } from './significance/bayesianCorrelatedT.js';
export { type BetOptions, type BetResult, bet, type Sided } from './significance/bet.js';
export { type AdjustedInterval, bonferroniIntervals } from './significance/bonferroniIntervals.js';
export { type CorrectedOptions, correctedResampledT } from './significance/correctedResampledT.js';
export { EProcess, type EProcessOptions, type Evidence, eProcess } from './significance/eProcess.js';
export type { FiveByTwo } from './significance/fiveByTwo.js';
export { fiveByTwoF } from './significance/fiveByTwoF.js';
export { fiveByTwoT } from './significance/fiveByTwoT.js';
export { type FriedmanOptions, type FriedmanResult, friedman, type RankComparison } from './significance/friedman.js';
export { bonferroni, holm } from './significance/holm.js';
export { type McNemarOptions, type McNemarResult, mcnemar } from './significance/mcnemar.js';
export { criticalDifference } from './significance/nemenyi.js';
export { pairedT } from './significance/pairedT.js';
export type { Alternative, Degenerate, Effect, TestOptions, TestResult } from './significance/result.js';
export { type WilcoxonOptions, type WilcoxonResult, wilcoxon } from './significance/wilcoxon.js';
