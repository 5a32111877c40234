import type { ReliabilityBin } from '../calibration/reliability.js';
import type { RankedSeries } from '../charts/index.js';
import type { Backend } from '../kernels/kernels.js';
import { ranking, rankingCurves, reliability } from '../ranking/ranking.js';
import type { RowCharts } from './reportData.js';

/** Rows of one learner: k estimates to a row. */
export interface ChartRows {
  name: string;
  classes: readonly string[];
  /** Two classes: the positive one. */
  positive?: number;
  estimates: Float64Array;
  labels: Uint16Array;
}

export interface RowChartOptions {
  confidence?: number;
  backend?: Backend;
  /** Points of a curve at most. */
  points?: number;
}

/** Above this many classes, only the most frequent have curves of their own. */
const MOST_CLASSES = 30;
const HISTOGRAM = 20;
const SIDES = ['no', 'yes'];

/** Of one learner: each class against the rest. */
export async function chartsOfRows(rows: ChartRows, options: RowChartOptions = {}): Promise<RowCharts> {
  const { classes, positive = -1, labels } = rows;
  const counts = new Float64Array(classes.length);
  for (const label of labels) counts[label]++;
  const places = classes.map((_, i) => i).sort((a, b) => counts[b] - counts[a]);
  const shown = classes.length === 2 ? [positive < 0 ? 1 : positive] : places.slice(0, MOST_CLASSES).sort((a, b) => a - b);
  const series: RankedSeries[] = [];
  // Of many curves, none is looked at as closely as one would be.
  const points = options.points ?? (shown.length > 8 ? 100 : 300);
  for (const place of shown) series.push({ ...(await oneAgainstTheRest(rows, place, { ...options, points })), name: classes[place] });
  const of =
    classes.length === 2
      ? against(classes[shown[0]])
      : `each class against the rest${classes.length > MOST_CLASSES ? `, the ${MOST_CLASSES} most frequent of ${classes.length}` : ''}`;
  return { reliability: await modalReliability([rows], options), ranked: { of, series } };
}

/** Of several learners on one test set: one class against the rest, the positive one or the most frequent. */
export async function chartsOfLearners(learners: AsyncIterable<ChartRows> | Iterable<ChartRows>, options: RowChartOptions = {}): Promise<RowCharts> {
  const series: RankedSeries[] = [];
  const bins: { name: string; bins: readonly ReliabilityBin[] }[] = [];
  let wanted: string | undefined;
  for await (const rows of learners) {
    const { classes, positive = -1, labels, name } = rows;
    if (wanted === undefined) {
      const counts = new Float64Array(classes.length);
      for (const label of labels) counts[label]++;
      wanted = classes[classes.length === 2 && positive >= 0 ? positive : counts.indexOf(Math.max(...counts))];
    }
    series.push({ ...(await oneAgainstTheRest(rows, classes.indexOf(wanted), options)), name });
    bins.push(...(await modalReliability([rows], options)).series);
  }
  return {
    reliability: { of: 'the most probable class', confidence: options.confidence ?? 0.95, series: bins },
    ranked: { of: against(wanted ?? ''), series },
  };
}

const against = (name: string): string => `“${name}” against the rest`;

async function oneAgainstTheRest(
  { classes, estimates, labels }: ChartRows,
  place: number,
  { backend, points = 300 }: RowChartOptions,
): Promise<Omit<RankedSeries, 'name'>> {
  const k = classes.length;
  const column = new Float64Array(labels.length);
  const sides = new Uint8Array(labels.length);
  for (let r = 0; r < labels.length; r++) {
    column[r] = estimates[r * k + place];
    sides[r] = Number(labels[r] === place);
  }
  const options = { classes: SIDES, positive: 1, ...(backend ? { backend } : {}) };
  const area = await ranking(column, sides, options);
  const curves = await rankingCurves(column, sides, { ...options, points });
  return 'auc' in area ? { curves, auc: area.auc, averagePrecision: area.averagePrecision } : { curves };
}

async function modalReliability(learners: readonly ChartRows[], { confidence = 0.95, backend }: RowChartOptions): Promise<RowCharts['reliability']> {
  const series: RowCharts['reliability']['series'] = [];
  let histogram: RowCharts['reliability']['histogram'];
  for (const { name, classes, estimates, labels } of learners) {
    const k = classes.length;
    const modal = new Float64Array(labels.length);
    const hits = new Uint8Array(labels.length);
    for (let r = 0; r < labels.length; r++) {
      let best = r * k;
      for (let i = best + 1; i < (r + 1) * k; i++) if (estimates[i] > estimates[best]) best = i;
      modal[r] = estimates[best];
      hits[r] = Number(best - r * k === labels[r]);
    }
    const options = { classes: SIDES, positive: 1, confidence, ...(backend ? { backend } : {}) };
    series.push({ name, bins: (await reliability(modal, hits, { ...options, binning: 'equal-mass', bins: 10 })).bins });
    histogram ??= { bins: (await reliability(modal, hits, { ...options, binning: 'equal-width', bins: HISTOGRAM })).bins, count: HISTOGRAM };
  }
  return { of: 'the most probable class', confidence, series, ...(histogram ? { histogram } : {}) };
}
