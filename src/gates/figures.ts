import { FairbitsError } from '../base/errors.js';
import type { Reported } from '../base/reported.js';
import type { Report } from '../evaluate/report.js';
import type { SlicesReport } from '../slices/sliceReport.js';
import { isWorseSlice } from '../slices/worseSlice.js';
import { type Figure, type Judgement, judge, type Requirement } from './requirement.js';

/** What requirements may be about, beside the measures. */
const OTHERS = ['share', 'ece', 'miscalibration', 'auc', 'averagePrecision', 'rows', 'skipped', 'worseSlices'] as const;

const numberOf = (value: Reported | undefined): number => (value === 'Infinity' ? Infinity : value === '-Infinity' ? -Infinity : (value ?? NaN));

/** What there is to require of a report. */
export interface Required {
  report: Report;
  skipped: number;
  slices?: SlicesReport | undefined;
}

/** The figure that a requirement is about. */
function figureOf({ report, skipped, slices }: Required, quantity: string): Figure | undefined {
  const [id, of] = quantity.split('.');
  const measure =
    id === 'share' ? report.measures.bayesianReward : Object.hasOwn(report.measures, id) ? report.measures[id as keyof Report['measures']] : undefined;
  const share = id === 'share' || of === 'share';
  if (measure) {
    if (quantity.includes('.') && of !== 'share') return undefined;
    const { ceiling } = measure;
    if (share && ceiling === undefined) return undefined;
    const scale = share ? 1 / (ceiling as number) : 1;
    const [low, high] = measure.interval ?? [];
    const interval = low === undefined ? undefined : ([numberOf(low) * scale, numberOf(high) * scale] as const);
    return { value: numberOf(measure.mean) * scale, interval };
  }
  const { calibration, ranking } = report;
  const single = (value: Reported | undefined): Figure | undefined => (value === null || value === undefined ? undefined : { value: numberOf(value) });
  switch (quantity) {
    case 'ece':
      return single(calibration.modal?.equalMass.expected);
    case 'miscalibration':
      return single(calibration.miscalibration);
    case 'auc': {
      if (!ranking || !('auc' in ranking)) return single(ranking?.aucOneVsOne);
      const [low, high] = ranking.interval ?? [];
      return ranking.auc === null ? undefined : { value: ranking.auc, interval: low === undefined ? undefined : [numberOf(low), numberOf(high)] };
    }
    case 'averagePrecision':
      return ranking && 'auc' in ranking ? single(ranking.averagePrecision) : undefined;
    case 'rows':
      return { value: report.rows };
    case 'skipped':
      return { value: skipped };
    case 'worseSlices':
      return slices && { value: slices.slices.filter(isWorseSlice).length };
    default:
      return undefined;
  }
}

/** Judges what a report has. */
export function judgeReport(of: Required, requirements: readonly Requirement[]): Judgement[] {
  return requirements.map((requirement) => {
    const { quantity, text } = requirement;
    const figure = figureOf(of, quantity);
    const known = [...Object.keys(of.report.measures), ...OTHERS];
    if (!figure || Number.isNaN(figure.value)) {
      const there = known.includes(quantity.split('.')[0]);
      const why = quantity === 'worseSlices' ? 'rows are not sliced. Try --by COLUMN' : 'the report has no such figure of these rows';
      throw new FairbitsError(
        'option',
        `--require '${text}': ${there ? `${quantity} is not known: ${why}` : `expected one of ${known.join(', ')}, or ID.share of a reward`}`,
        {
          found: quantity,
          expected: known.join(', '),
        },
      );
    }
    const note =
      figure.interval === undefined && !['rows', 'skipped', 'worseSlices'].includes(quantity) ? 'it has no interval, so the figure itself decides' : undefined;
    return judge(requirement, figure, note);
  });
}
