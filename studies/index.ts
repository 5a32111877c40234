/** The papers' experiments, rerun. */

export { studies, studyOf } from './registry.js';
export { type RunOptions, runStudy } from './runStudy.js';
export type { Study, StudyFigure, StudyOptions, StudyReport, StudyTable, StudyUnit } from './study.js';
export { studyHtml } from './studyHtml.js';
