import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createEngine } from '../core/engine.js';
import { measures } from '../core/measures/registry.js';
import { resolvePrior } from '../core/priors.js';
import { RewardStatistics } from '../core/statistics/rewardStatistics.js';
import type { Tally } from '../core/tally.js';
import { buildReport, type Score, scoresOf, unknown } from '../evaluate/report.js';
import { expandGlob } from '../rows/bytes/glob.js';
import { unreadable } from '../rows/bytes/unreadable.js';
import { sliceReport } from '../slices/sliceReport.js';
import { histogramFigures, NO_HISTOGRAMS, withoutRows } from '../tasks/database/histogramFigures.js';
import { readParts } from '../tasks/database/savedParts.js';
import { nodeGround } from '../tasks/nodeGround.js';
import { tallyOf } from '../tasks/score/saved.js';
import { usualMemory } from '../tasks/sizes.js';
import { isTraining, trainingPrior } from '../tasks/training.js';
import { number, parsePrior } from './options.js';
import { printJson } from './outputs/print.js';
import { addPrintOptions, checkPrint, type PrintFlags, printReport, printSlices } from './printOptions.js';

interface MergeFlags extends PrintFlags {
  prior?: ReturnType<typeof parsePrior>;
  confidence?: number;
}

export function addMerge(program: Command): void {
  addPrintOptions(
    program
      .command('merge')
      .description('merge statistics that were saved or computed elsewhere into one report, under any prior')
      .argument('<statistics...>', 'files that fairbits score --save wrote, and results of queries that fairbits sql printed: CSV, TSV, JSON or NDJSON')
      .option(
        '--prior <prior>',
        'the class frequencies that predictions are compared with: uniform, test (those of the test set), train:FILE[:COLUMN] or CLASS=P,… (default: test)',
        parsePrior,
      )
      .option('--confidence <share>', 'the confidence of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999)),
    'report',
  )
    .addHelpText(
      'after',
      '\nExample:\n  fairbits score a.csv --save a.json; fairbits score b.csv --save b.json\n  fairbits merge a.json b.json --prior uniform',
    )
    .action(merge);
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function merge(files: string[], { prior: wanted, confidence, json, full, markdown }: MergeFlags): Promise<void> {
  checkPrint({ json, full, markdown });
  const engine = await createEngine();
  const { saved: merged, sliced, skipped, warnings, histograms, queried, toldUnder } = await readParts(engine, files.flatMap(expandGlob), readText);
  const tally = tallyOf(merged);
  const prior = isTraining(wanted)
    ? await trainingPrior(nodeGround, wanted, { classes: tally.classes, engine: { memory: usualMemory(tally.k) } })
    : resolvePrior(wanted, tally.classes, () => tally.confusion.actual());
  const scores = merged instanceof RewardStatistics ? scoresOf(merged, prior.values, await toldUnder(prior.values)) : scoresOfTally(merged, prior.values);
  const figures = histograms
    ? histogramFigures(histograms, tally, confidence)
    : withoutRows(tally, queried ? NO_HISTOGRAMS : 'saved statistics do not keep the estimates themselves');
  const report = buildReport({
    backend: engine.backend,
    tally,
    prior,
    scores,
    ...figures,
    confidence,
  });
  report.warnings.unshift(...warnings);
  const slices = sliced && merged instanceof RewardStatistics ? sliceReport(sliced, merged, prior, confidence ?? 0.95) : undefined;
  if (json) await printJson({ ...report, files, ...(skipped > 0 ? { skipped } : {}), ...(slices ? { slices } : {}) });
  else {
    await printReport(report, { files, guesses: [], verb: 'merged' }, { full, markdown });
    if (slices) await printSlices(slices, report, { full, markdown });
  }
}

/** What a tally alone tells: totals, but no standard errors. */
function scoresOfTally(tally: Tally, prior: Float64Array): Score[] {
  return measures.map((measure) => {
    const total = measure.total ? tally.total(measure.id, prior) : NaN;
    const reason = `a file was saved by an older version, without what ${measure.total ? 'standard errors need' : 'this measure needs'}; score it again with --save`;
    return { measure, summary: unknown(tally, total), ceiling: tally.ceiling(measure.id, prior), reason };
  });
}
