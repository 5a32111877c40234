import { count } from '../base/figures.js';
import type { Report } from '../evaluate/report.js';
import type { SliceFigures, SlicesReport } from '../slices/sliceReport.js';
import { isWorseSlice, sliceTitle } from '../slices/worseSlice.js';
import type { Brief, BriefTable } from './brief.js';
import { against, level, percentText, rewardText } from './rewardWords.js';
import { figure } from './table.js';

/** Slices that are shown, unless all are wanted. */
const SHOWN_SLICES = 12;

/** Where the most is lost, and whether that is more than chance. */
export function slicesVerdict({ slices, adjustment }: SlicesReport): string {
  const worse = slices.filter(isWorseSlice);
  const [first] = worse;
  if (!first) return `No slice of ${count(adjustment.tested)} tested is worse than the other rows by more than chance.`;
  const { rows, bayesianReward, bitsLost, difference } = first;
  const others = worse.length > 1 ? ` So ${worse.length === 2 ? 'is' : 'are'} ${count(worse.length - 1)} other slice${worse.length === 2 ? '' : 's'}.` : '';
  if (bitsLost === 'Infinity') return `Most is lost where ${sliceTitle(first)}: a prediction of these ${count(rows)} rows earns −∞.${others}`;
  return `Most is lost where ${sliceTitle(first)}: its ${count(rows)} rows earn ${rewardText(bayesianReward)}, ${figure(typeof difference.value === 'number' ? -difference.value : null)} less than the others, ${figure(bitsLost, 1)} bits in all, which is more than chance (adjusted p ${pText(difference.adjustedP)}).${others}`;
}

const pText = (p: number | null): string => (p === null ? '–' : p < 0.0001 ? '< 0.0001' : figure(p));

/** The slices as a table of words; names are as long as they are. */
export function sliceCells(slices: readonly SliceFigures[], title = sliceTitle): Pick<BriefTable, 'head' | 'rows' | 'right'> {
  return {
    head: ['slice', 'rows', 'bits', 'share', 'right', 'says', 'differ', 'p adj.', 'lost'],
    rows: slices.map((slice) => [
      title(slice),
      count(slice.rows),
      figure(slice.bayesianReward.mean),
      percentText(slice.bayesianReward.share),
      percentText(slice.accuracy.mean),
      percentText(slice.confidence),
      figure(slice.difference.value),
      pText(slice.difference.adjustedP),
      figure(slice.bitsLost, 1),
    ]),
    right: [false, true, true, true, true, true, true, true, true],
  };
}

function tableOf(slices: readonly SliceFigures[], left: number): BriefTable {
  const cells = sliceCells(slices, (slice) => shortened(sliceTitle(slice)));
  return { ...cells, ...(left > 0 ? { note: `and ${count(left)} more: --full, or --json` } : {}) };
}

/** What is said of values that had no room. */
export function slicesDropped({ by }: SlicesReport): string[] {
  return by.flatMap(({ column, others }) =>
    others
      ? [`"${column}": ${count(others.rows)} rows of ${others.atLeast ? 'more than ' : ''}${count(others.values)} values had no room, and are in no slice`]
      : [],
  );
}

/** What the columns of the table mean; so many slices were tested. */
export const SLICE_WORDS = (tested: number): string[] => [
  'lost: rows × (mean of the others − mean of the slice), the bits that would be gained if the slice were as good as the others',
  `right: accuracy; says: the mean estimate of the most probable class, which should equal it; p: tests whether the rows of a slice could be drawn at random from all rows, adjusted over ${count(tested)} slices (Benjamini–Hochberg)`,
];

const shortened = (text: string): string => ([...text].length > 24 ? `${[...text].slice(0, 23).join('')}…` : text);

/** The slices where the most bits are lost, and what the columns mean. */
export function slicesBrief(slices: SlicesReport, { prior, confidence }: Pick<Report, 'prior' | 'confidence'>, from: readonly string[], all: boolean): Brief {
  const shown = all ? slices.slices : slices.slices.slice(0, SHOWN_SLICES);
  return {
    verdict: slicesVerdict(slices),
    tables: [tableOf(shown, slices.slices.length - shown.length)],
    warnings: slicesDropped(slices),
    notes: [
      ...from,
      ...slices.notes,
      `bits: fair bits per prediction against ${against(prior.source)}, the same for all slices; differ: the mean minus that of all other rows (${level(confidence)} intervals with --json)`,
      ...SLICE_WORDS(slices.adjustment.tested),
      ...(slices.folds
        ? [`folds: each under the prior of its training rows, test rows to training rows ${figure(slices.folds.testTrainRatio)}; --json, --folds FILE`]
        : []),
    ],
  };
}
