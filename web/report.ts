import type { RulesOfFile, SlicesJSON } from '../src/files.js';
import { type Origin, type ReportData, significanceOf, version } from '../src/parts.js';
import type { App } from './app.js';
import { commandLine, setsCommandLine, slicesCommandLine } from './commandLine.js';
import { reportCurves } from './panels/prior.js';

/** The report is made when it is asked for, of what was loaded before. */
export const loadReport = (): Promise<typeof import('../src/reports.js')> => import('../src/reports.js');

/** One file that needs nothing else: what `--html` writes, from a page. */
export async function reportHtml(app: App): Promise<string> {
  const { htmlReport, chartsOfScored, learnersCharts } = await loadReport();
  const origin = originOf(commandLine(app), app.learners[0].outcome.json.backend);
  const scored = await Promise.all(app.learners.map(async ({ name, outcome: { json }, curves }) => ({ name, report: json, curves: await curves })));
  const data = async (): Promise<ReportData> => {
    if (scored.length === 1) {
      const rowCharts = chartsOfScored(scored[0]);
      return { origin, kind: 'score', report: scored[0].report, ...(rowCharts ? { rowCharts } : {}) };
    }
    const { tally } = app.learners[0].statistics;
    const counts = tally.confusion.actual();
    const varied = tally.classes[tally.positive >= 0 ? tally.positive : counts.indexOf(Math.max(...counts))];
    return { origin, kind: 'compare', comparison: await app.comparison(), priors: reportCurves(app, varied), rowCharts: learnersCharts(scored, varied) };
  };
  return htmlReport(await data());
}

/** The same of sets of classes. */
export async function setsHtml(app: App, report: RulesOfFile): Promise<string> {
  const { htmlReport } = await loadReport();
  const found = app.setFiles.find(({ file }) => file.name === report.file);
  const command = setsCommandLine(app, report.file, found?.column ?? '', report.classes);
  return htmlReport({ origin: originOf(command, app.backend), kind: 'rules', rules: report, significance: significanceOf(report) });
}

/** And of slices: what `fairbits slices --html` writes. */
export async function reportOfSlices(app: App, learner: number, slices: SlicesJSON, bins: number): Promise<string> {
  const { htmlReport } = await loadReport();
  return htmlReport({ origin: originOf(slicesCommandLine(app, learner, slices, bins), slices.backend), kind: 'slices', slices });
}

function originOf(command: string, backend: string): Origin {
  return {
    command,
    version,
    wasm: backend === 'plain' ? 'not used: the plain backend' : WASM_SHA256,
    date: new Date().toISOString(),
  };
}
