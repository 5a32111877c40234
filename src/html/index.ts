export { chartsOfScored, learnersCharts, type ScoredForCharts } from './chartsOfScored.js';
export { wealthAgainstTheBest } from './compareReport.js';
export { type HtmlOptions, htmlReport, reportCharts } from './htmlReport.js';
export type { Origin, ReportData, RowCharts } from './reportData.js';
export { scoreVerdict } from './scoreReport.js';
export type { ReportChart } from './section.js';
