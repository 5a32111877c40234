import type { RankedSeries, ReliabilityData } from '../charts/index.js';
import type { ReliabilityBin } from '../columns/calibration/reliability.js';
import type { ClassCurves } from '../columns/ranking/ranked.js';
import type { Report } from '../evaluate/report.js';
import type { RowCharts } from './reportData.js';

/** What charts are drawn from: a report with its calibration, and the curves of its classes. */
export interface ScoredForCharts {
  report: Pick<Report, 'classes' | 'calibration' | 'confidence'>;
  curves?: Record<string, ClassCurves>;
}

/** Of one test set: how its most probable classes keep what they say, and each class against the rest; nothing without the ranking. */
export function chartsOfScored({ report, curves = {} }: ScoredForCharts): RowCharts | undefined {
  const { calibration, classes, confidence } = report;
  if (!calibration.modal) return undefined;
  const shown = Object.keys(curves);
  const of = classes.length === 2 ? againstRest(shown[0]) : 'each class against the rest';
  const bins = numbers(calibration.modal.equalWidth.bins);
  return {
    reliability: {
      ...modalReliability([{ name: 'the test set', bins: numbers(calibration.modal.equalMass.bins) }], confidence),
      histogram: { bins, count: 10 },
    },
    ranked: { of, series: shown.map((name) => ({ name, ...series(curves[name]) })) },
  };
}

/** Of several learners on one test set: one class against the rest. */
export function learnersCharts(learners: readonly (ScoredForCharts & { name: string })[], wanted: string): RowCharts {
  return {
    reliability: modalReliability(
      learners.map(({ name, report }) => ({ name, bins: numbers(report.calibration.modal?.equalMass.bins ?? []) })),
      learners[0].report.confidence,
    ),
    ranked: {
      of: againstRest(wanted),
      series: learners.flatMap(({ name, curves = {} }) => (Object.hasOwn(curves, wanted) ? [{ name, ...series(curves[wanted]) }] : [])),
    },
  };
}

/** A bin that holds a row has nothing but numbers. */
const numbers = (bins: unknown): ReliabilityBin[] => bins as ReliabilityBin[];

const againstRest = (name: string): string => `“${name}” against the rest`;

function series({ ranking, ...curves }: ClassCurves): Omit<RankedSeries, 'name'> {
  return { curves, auc: ranking.auc, averagePrecision: ranking.averagePrecision };
}

function modalReliability(bins: ReliabilityData['series'], confidence: number): ReliabilityData {
  return { of: 'the most probable class', confidence, series: bins };
}
