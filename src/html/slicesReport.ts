import { count } from '../base/figures.js';
import { slicesForest, slicesTable } from '../charts/index.js';
import type { SlicesReport } from '../slices/sliceReport.js';
import type { SlicesJSON } from '../tasks/slices/slicesJson.js';
import { SLICE_WORDS, sliceCells, slicesDropped, slicesVerdict } from '../terminal/slicesBrief.js';
import { figure } from '../terminal/table.js';
import { classesFact, cutoffFact, fileName, guessFacts, level, priorFact } from './facts.js';
import type { HtmlParts, ReportChart, Section } from './section.js';

/** Slices that have a line in the table; the others are in the data of the charts. */
const LISTED_SLICES = 40;

/** The report of the slices of a test set. */
export function slicesReport(slices: SlicesJSON): HtmlParts {
  const { rows, classes, prior, cutoff, confidence, files, guesses, skipped, backend, bayesianReward, warnings } = slices;
  return {
    title: `Slices of ${files.length === 1 ? fileName(files[0]) : `${files.length} files, ${fileName(files[0])} …`}`,
    verdict: slicesVerdict(slices),
    warnings: [...warnings, ...slicesDropped(slices)],
    facts: [
      ['Test set', `${count(rows)} rows from ${files.join(', ')}${skipped > 0 ? `; ${count(skipped)} rows skipped` : ''}`],
      ['All rows earn', `${figure(bayesianReward.mean)} fair bits per prediction`],
      classesFact(classes),
      priorFact(prior),
      cutoffFact(cutoff),
      ...guessFacts(guesses),
      ['Intervals', `${level(confidence)}, mean ± z standard errors`],
      ['Computed by', backend === 'wasm' ? 'the WebAssembly core' : 'the plain twin of the WebAssembly core, to the same bits'],
    ],
    sections: slicesSections(slices, confidence),
  };
}

/** All slices in one table, and a chart for each column. */
export function slicesSections(slices: SlicesReport, confidence: number): Section[] {
  const { slices: all, by, adjustment, notes } = slices;
  const shown = all.slice(0, LISTED_SLICES);
  const { head, rows, right } = sliceCells(shown);
  const chart = ({ column }: SlicesReport['by'][number], i: number): ReportChart => {
    const data = { confidence, slices: all, column };
    return {
      file: `slices-${i + 1}`,
      heading: `By ${column}`,
      reading: 'Left of 0: these rows earn less than all others.',
      draw: (options) => slicesForest(data, options),
      table: slicesTable(data),
    };
  };
  return [
    {
      heading: 'Slices',
      paragraphs: [slicesVerdict(slices), ...notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`), ...SLICE_WORDS(adjustment.tested)],
      tables: [
        {
          caption: `Where the most bits are lost first${all.length > shown.length ? `: ${shown.length} of ${count(all.length)} slices` : ''}`,
          columns: head,
          figures: right,
          rows,
        },
      ],
      charts: by.map(chart),
    },
  ];
}
