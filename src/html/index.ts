export { scoreVerdict } from '../terminal/scoreBrief.js';
export { chartsOfScored, learnersCharts, type ScoredForCharts } from './chartsOfScored.js';
export { wealthAgainstTheBest } from './compareReport.js';
export { type HtmlOptions, htmlReport, reportCharts } from './htmlReport.js';
export type { Origin, ReportData, RowCharts } from './reportData.js';
export type { ReportChart } from './section.js';
