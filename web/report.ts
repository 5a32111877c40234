import type { Origin, ReportData, RowCharts } from '../src/html/reportData.js';
import { version } from '../src/version.js';
import type { App } from './app.js';
import { curveData } from './panels/prior.js';
import { writeSettings } from './settings.js';

/** The report is made when it is asked for, of what was loaded before. */
export const loadReport = (): Promise<typeof import('../src/html/index.js')> => import('../src/html/index.js');

/** One file that needs nothing else: what `--html` writes, from a page. */
export async function reportHtml(app: App): Promise<string> {
  const { htmlReport } = await loadReport();
  return htmlReport(await reportData(app));
}

async function reportData(app: App): Promise<ReportData> {
  const origin = originOf(app);
  const { learners } = app;
  // Rows that are too many to keep have no such charts, and the report says so.
  const alone = learners.length === 1;
  const rows = await Promise.all(learners.map(({ hand, id, name }) => hand.ask('rowCharts', [id, name, alone]))).catch(() => undefined);
  if (alone) return { origin, kind: 'score', report: learners[0].outcome.json, ...(rows ? { rowCharts: rows[0] } : {}) };
  return { origin, kind: 'compare', comparison: await app.comparison(), priors: curveData(app), ...(rows ? { rowCharts: together(rows) } : {}) };
}

/** Each worker has its own learner's; a chart shows them all. */
function together(all: readonly RowCharts[]): RowCharts {
  const [{ reliability, ranked }] = all;
  return {
    reliability: { ...reliability, series: all.flatMap((each) => each.reliability.series) },
    ranked: { ...ranked, series: all.flatMap((each) => each.ranked.series) },
  };
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
