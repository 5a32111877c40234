/** The papers' experiments, rerun. */

export { studies, studyOf } from './registry.js';
export { figureSvg } from './render/figureHtml.js';
export { studyHtml } from './render/studyHtml.js';
export { type FailedUnit, type RunOptions, runStudy, type StudyResults } from './runStudy.js';
export type {
  Finding,
  IntervalFigure,
  MissingData,
  PointFigure,
  Study,
  StudyCell,
  StudyFigure,
  StudyOptions,
  StudyPlan,
  StudyReport,
  StudyReversal,
  StudyTable,
  StudyUnit,
} from './study.js';
