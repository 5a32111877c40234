import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createEngine } from '../engine.js';
import { measures } from '../measures/registry.js';
import type { Summary } from '../moments.js';
import { resolvePrior } from '../priors.js';
import { style, wantsColour } from '../render/style.js';
import { renderReport } from '../render/terminal.js';
import { buildReport } from '../report.js';
import { expandGlob } from '../score/glob.js';
import { openPaths } from '../score/openPaths.js';
import { usualMemory } from '../score/plan.js';
import { mergeMoments, readSaved } from '../score/saved.js';
import { isTraining, trainingPrior } from '../score/training.js';
import { unreadable } from '../score/unreadable.js';
import { number, parsePrior } from './options.js';

interface Flags {
  prior?: ReturnType<typeof parsePrior>;
  confidence?: number;
  json?: boolean;
}

export function addMerge(program: Command): void {
  program
    .command('merge')
    .description('the report of parts scored elsewhere, under any prior')
    .argument('<tallies...>', 'files that fairbits score --save wrote')
    .option('--prior <prior>', 'uniform, test, train:FILE[:COLUMN] or CLASS=P,… (default: test)', parsePrior)
    .option('--confidence <share>', 'of the intervals (default: 0.95)', number('--confidence', 0.000001, 0.999999))
    .option('--json', 'print the report as JSON')
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

async function merge(files: string[], { prior: wanted, confidence, json }: Flags): Promise<void> {
  const engine = await createEngine();
  const parts = files.flatMap(expandGlob).map((file) => readSaved(engine, readText(file), file));
  const tally = parts.slice(1).reduce((all, part) => all.merge(part.tally), parts[0].tally);
  const prior = isTraining(wanted)
    ? await trainingPrior(wanted, { classes: [...tally.classes], engine: { memory: usualMemory(tally.k) }, skipBad: false }, undefined, openPaths)
    : resolvePrior(wanted, tally.classes, () => tally.confusion.actual());
  const kept = parts.map(({ moments }) => moments);
  const scores = measures.map((measure) => {
    const moments = measure.usesPrior ? undefined : mergeMoments(engine, kept, measure.id);
    if (moments) return { measure, summary: moments.summary() };
    const total = measure.total ? tally.total(measure.id, prior.values) : NaN;
    const { rows, weight } = tally;
    const summary: Summary = { rows, weight, total, mean: total / weight, standardError: NaN, infinite: 0, infiniteRows: [] };
    if (Math.abs(total) === Infinity)
      summary.infinite = measure.usesModal ? (mergeMoments(engine, kept, 'goodReward')?.summary().infinite ?? tally.impossible) : tally.impossible;
    return { measure, summary };
  });
  const reason = 'a tally does not keep the estimates themselves';
  const report = buildReport({
    backend: engine.backend,
    tally,
    prior,
    scores,
    calibration: { miscalibration: null, overconfident: null, underconfident: null, cells: 0, reason },
    ranking:
      tally.k === 2
        ? { positive: tally.classes[tally.positive], auc: null, averagePrecision: null, standardError: null, interval: null, reason }
        : { aucOneVsOne: null, aucOneVsRest: null, byClass: {}, reason },
    confidence,
  });
  if (json) process.stdout.write(`${JSON.stringify({ ...report, files }, null, 2)}\n`);
  else process.stdout.write(renderReport(report, style(wantsColour()), [`merged ${files.join(', ')}`]));
}
