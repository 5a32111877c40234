import { count } from '../base/figures.js';
import { measureLabel } from '../charts/measureLabel.js';
import { measures } from '../core/measures/registry.js';
import type { MeasureReport, Report } from '../evaluate/report.js';
import { percentText } from '../terminal/rewardWords.js';
import { figure, UNIT_WORDS } from '../terminal/table.js';
import { level } from './facts.js';
import type { WordTable } from './section.js';

/** Only where the true distribution is known, so it is not in the registry of what a test set tells. */
const KL = {
  id: 'klDivergence' as const,
  name: 'Kullback–Leibler divergence',
  meaning: 'how far the estimates are from the true probabilities',
  formula: 'Σ t_i log2(t_i/p_i), t the true distribution',
  source: 'Hope & Korb 2004, eq. 1',
};

/** Every measure with what it means, its formula and its paper. */
export function measureTable(report: Pick<Report, 'measures' | 'confidence'>): WordTable {
  const shown = [...measures, KL].filter(({ id }) => report.measures[id]);
  return {
    caption: `Means of the measures over the test set, with intervals at ${level(report.confidence)}`,
    columns: ['Measure', 'Mean', 'Interval', 'Perfect', 'Share', 'Standard error', 'Total', 'Definition'],
    figures: [false, true, true, true, true, true, true, false],
    strong: [0],
    rows: shown.map(({ id, name, meaning, formula, source }) => {
      const own = report.measures[id] as MeasureReport;
      return [
        [name, id],
        withUnit(own),
        own.interval ? `${figure(own.interval[0])} … ${figure(own.interval[1])}` : [`–`, own.reason ?? ''],
        own.ceiling === undefined ? '' : figure(own.ceiling),
        own.ceiling === undefined ? '' : percentText(own.share),
        figure(own.standardError),
        figure(own.total, 1),
        [meaning, `${formula}.`, `${source}.`],
      ];
    }),
  };
}

const withUnit = ({ mean, unit }: MeasureReport): string => `${figure(mean)}${UNIT_WORDS[unit] ? ` ${UNIT_WORDS[unit]}` : ''}`;

/** Who earned ±∞, and where. */
export function infiniteTable(report: Pick<Report, 'measures' | 'rows'>): WordTable[] {
  const found = Object.entries(report.measures).filter(([, { infinite }]) => infinite > 0);
  if (found.length === 0) return [];
  return [
    {
      caption: 'Predictions with an infinite value',
      columns: ['Measure', 'Rows', 'The first of them, counted from 1'],
      figures: [false, true, false],
      rows: found.map(([id, { mean, infinite, infiniteRows }]) => [
        [`${measureLabel(id)} ${figure(mean)}`, id],
        `${count(infinite)} of ${count(report.rows)}`,
        `${(infiniteRows ?? []).map((row) => count(row + 1)).join(', ')}${infinite > (infiniteRows?.length ?? 0) ? ', …' : ''}`,
      ]),
    },
  ];
}
