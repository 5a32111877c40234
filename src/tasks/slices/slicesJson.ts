import type { Report } from '../../evaluate/report.js';
import type { SlicesReport } from '../../slices/sliceReport.js';
import type { Scored } from '../score/options.js';

/** What `fairbits slices --json` prints, as plain data that can also be posted: docs/slices.md. */
export interface SlicesJSON
  extends SlicesReport,
    Pick<Report, 'rows' | 'classes' | 'backend' | 'prior' | 'cutoff' | 'confidence' | 'warnings'>,
    Pick<Scored, 'files' | 'guesses' | 'skipped'> {
  bayesianReward: Report['measures']['bayesianReward'];
}

/**
 * What `fairbits slices --json` prints of files that were scored with `by`, as an object.
 *
 * @example
 * ```ts
 * import { scoreFiles, slicesJson } from 'fairbits/files';
 *
 * const file = new File(['label,p_a,p_b,region\na,0.7,0.3,east\nb,0.2,0.8,east\na,0.4,0.6,west\nb,0.5,0.5,west\n'], 'regions.csv');
 * const { slices } = slicesJson(await scoreFiles([file], { by: { columns: ['region'] }, prior: 'uniform' }));
 * slices.map(({ value, bayesianReward }) => [value, bayesianReward.mean]); // → [ [ 'west', -0.161 ], [ 'east', 0.5817 ] ]
 * ```
 */
export function slicesJson({ report, slices, files, guesses, skipped }: Scored): SlicesJSON {
  const { rows, classes, backend, prior, cutoff, confidence, measures, warnings } = report;
  const { bayesianReward } = measures;
  return { rows, classes, backend, prior, cutoff, confidence, bayesianReward, ...(slices as SlicesReport), files, guesses, skipped, warnings };
}
