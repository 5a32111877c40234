import type { Origin, ReportData } from '../src/html/reportData.js';
import { version } from '../src/version.js';
import type { App } from './app.js';
import { curveData } from './panels/prior.js';
import { writeSettings } from './settings.js';

/** The report is made when it is asked for, of what was loaded before. */
export const loadReport = (): Promise<typeof import('../src/html/index.js')> => import('../src/html/index.js');

/** One file that needs nothing else: what `--html` writes, from a page. */
export async function reportHtml(app: App): Promise<string> {
  const { htmlReport, chartsOfScored, learnersCharts } = await loadReport();
  const origin = originOf(app);
  const scored = app.learners.map(({ name, outcome: { json, curves } }) => ({ name, report: json, curves }));
  const data = async (): Promise<ReportData> => {
    if (scored.length === 1) {
      const rowCharts = chartsOfScored(scored[0]);
      return { origin, kind: 'score', report: scored[0].report, ...(rowCharts ? { rowCharts } : {}) };
    }
    const { tally } = app.learners[0];
    const counts = tally.confusion.actual();
    const varied = tally.classes[tally.positive >= 0 ? tally.positive : counts.indexOf(Math.max(...counts))];
    return { origin, kind: 'compare', comparison: await app.comparison(), priors: curveData(app), rowCharts: learnersCharts(scored, varied) };
  };
  return htmlReport(await data());
}

function originOf({ settings, dropped, learners }: App): Origin {
  const { tab: _, theme: __, ...rest } = settings;
  const said = writeSettings(rest);
  return {
    command: `in the page: ${dropped.map(({ file }) => file.name).join(' ')}${said}`,
    version,
    wasm: learners[0].outcome.json.backend === 'plain' ? 'not used: the plain backend' : WASM_SHA256,
    date: new Date().toISOString(),
  };
}
