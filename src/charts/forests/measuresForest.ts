import { count, percent } from '../../base/figures.js';
import { numberOf } from '../../base/reported.js';
import { measures } from '../../core/measures/registry.js';
import type { MeasureReport } from '../../evaluate/report.js';
import { CHART_WIDTH, type ChartOptions, type ChartTable, draw, emptyChart } from '../chart.js';
import { seriesStyle } from '../colours.js';
import { measureLabel, measureWords } from '../measureLabel.js';
import { listed, reportedText, shortened } from '../words.js';
import { type ForestRow, forestLeft, forestPanel } from './forest.js';

export interface MeasuresData {
  confidence: number;
  /** One, or several learners. */
  learners: { name: string; measures: Record<string, MeasureReport> }[];
  /** Those to be drawn; all by default. */
  ids?: readonly string[];
}

const MEASURE_LETTERS = 24;
const UNIT_AXIS_WORDS: Record<string, string> = { bits: 'bits', share: 'share', nats: 'nats', squares: 'quadratic loss' };

/** Every measure with its interval, one panel for each unit. */
export function measuresForest({ confidence, learners, ids }: MeasuresData, options: ChartOptions = {}): SVGSVGElement {
  const wanted = (ids ?? measures.map(({ id }) => id)).filter((id) => learners.some((each) => each.measures[id]));
  const title = `Measures with ${percent(confidence)} intervals`;
  if (wanted.length === 0 || learners.length === 0) return emptyChart(title, 'there are no measures', options);
  const width = options.width ?? CHART_WIDTH;
  const unitOf = (id: string): string => learners.find((each) => each.measures[id])?.measures[id].unit ?? '';
  const units = [...new Set(wanted.map(unitOf))];
  const several = learners.length > 1;
  const told: string[] = [];
  const panels = units.map((unit) => {
    const rows: ForestRow[] = wanted
      .filter((id) => unitOf(id) === unit)
      .flatMap((id) =>
        learners.map(({ name, measures: own }, i): ForestRow => {
          const { mean, interval, infinite, reason } = own[id] ?? { mean: null, interval: null, infinite: 0, reason: 'not measured' };
          const range = interval ? `, ${reportedText(interval[0])} to ${reportedText(interval[1])}` : '';
          const said = `${several ? `${name}: ` : ''}${measureWords(id)} ${reportedText(mean)}${range}`;
          told.push(said);
          return {
            label: measureLabel(id),
            group: i > 0,
            value: numberOf(mean),
            interval: interval ? [numberOf(interval[0]), numberOf(interval[1])] : null,
            stroke: seriesStyle(several ? i : 0).stroke,
            said: infinite > 0 ? `in ${count(infinite)} row${infinite === 1 ? '' : 's'}` : reason,
            title: said,
          };
        }),
      );
    const lower = wanted.filter((id) => unitOf(id) === unit && measures.find((each) => each.id === id)?.better === 'lower');
    return forestPanel(rows, {
      width,
      left: forestLeft(wanted.map(measureLabel), MEASURE_LETTERS),
      letters: MEASURE_LETTERS,
      label: `${UNIT_AXIS_WORDS[unit] ?? unit}${lower.length > 0 ? ` (${lower.length === rows.length / learners.length ? '' : `${lower.map(measureWords).join(', ')}: `}lower is better)` : ''}`,
    });
  });
  return draw(
    {
      title,
      description: `${listed(told.slice(0, 40))}.`,
      width,
      ...(several
        ? { legend: learners.map(({ name }, i) => ({ label: shortened(name, 24), full: name, stroke: seriesStyle(i).stroke, kind: 'dot' as const })) }
        : {}),
      panels,
    },
    options,
  );
}

export function measuresTable({ confidence, learners, ids }: MeasuresData): ChartTable {
  const wanted = ids ?? measures.map(({ id }) => id);
  return {
    caption: `Measures, with intervals at ${percent(confidence)}`,
    columns: [...(learners.length > 1 ? ['learner'] : []), 'measure', 'unit', 'mean', 'interval from', 'to', 'rows at ±∞'],
    rows: wanted.flatMap((id) =>
      learners
        .filter((each) => each.measures[id])
        .map(({ name, measures: own }) => {
          const { unit, mean, interval, infinite } = own[id];
          return [
            ...(learners.length > 1 ? [name] : []),
            measureLabel(id),
            unit,
            numberOf(mean),
            interval ? numberOf(interval[0]) : null,
            interval ? numberOf(interval[1]) : null,
            infinite,
          ];
        }),
    ),
  };
}
