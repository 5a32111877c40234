/** The learners of the papers, and readers of the data that they learn from. They run in Node and in pages. */
export { type Complexity, type DataLearner, type DataModel, fitAll, type LearnerKind } from './base/learner.js';
export { type ChoiceOption, type FlagOption, type NumberOption, type OptionSpecs, parseOptions } from './base/options.js';
export { Training } from './base/training.js';
export { allRows, type ClassChoice, type Column, type Dataset, datasetOf, type NominalColumn, type NumericColumn, type ReadOptions } from './data/dataset.js';
export { type CutEncoding, entropyCuts } from './data/discretise.js';
export { readArff } from './data/readArff.js';
export { readCsv } from './data/readCsv.js';
export { columnsOf, isArff, readData } from './data/readData.js';
export { type TrainAndTest, type UnseenValues, withTest } from './data/withTest.js';
export { createLearner, learnerKind, learnerKinds } from './registry.js';
export { type FoldPredictions, fixedSplit, type LearnerRun, runLearner } from './run/runLearner.js';
export { claimsReport, type TheoryBits, theoryBits } from './run/theoryBits.js';
