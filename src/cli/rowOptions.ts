import type { Command } from 'commander';
import { quotedList } from '../base/quoted.js';
import type { Backend } from '../kernels/kernels.js';
import type { ScoreOptions } from '../tasks/score/scoreFiles.js';
import { bytes, number, onError, parseCutoff, threads } from './options.js';

/** How files of predictions are read, for every command that reads them: the options and their meaning are those of score. */
export interface RowFlags {
  truth?: string;
  probs?: string;
  positive?: string;
  labels?: string[];
  classes?: string[];
  cutoff?: ReturnType<typeof parseCutoff>;
  header?: boolean;
  long?: string;
  percent?: boolean;
  logits?: boolean;
  tolerance?: number;
  renormalize?: boolean;
  onError?: 'stop' | 'skip';
  memory?: number;
  threads?: number;
  backend?: Backend;
}

export function addRowOptions(command: Command): Command {
  return command
    .option('--truth <column>', 'as in score')
    .option('--probs <columns>', 'as in score')
    .option('--positive <class>', 'two classes: the positive class, which is also the class that a single column gives the probability of')
    .option('--labels <file>', 'NPY: as in score', (file: string, before: string[] = []) => [...before, file])
    .option('--classes <names>', 'as in score', quotedList)
    .option('--long <columns>', 'as in score')
    .option('--header', 'as in score')
    .option('--no-header', 'as in score')
    .option('--percent', 'as in score')
    .option('--logits', 'as in score')
    .option('--cutoff <cutoff>', 'as in score', parseCutoff)
    .option('--tolerance <t>', 'as in score', number('--tolerance', 0, 1))
    .option('--renormalize', 'as in score')
    .option('--on-error <what>', 'stop at a bad row, or skip it and count it', onError, 'stop')
    .option(
      '--memory <size>',
      'memory for the rows kept for calibration and ranking; beyond it, both are computed from bins, with error bounds (default: 128M)',
      bytes('--memory'),
    )
    .option('--threads <n>', 'number of threads (default: all cores)', threads)
    .option('--backend <name>', 'wasm, or plain (JavaScript; same results, slower)');
}

export function rowOptions({
  truth,
  probs,
  positive,
  labels,
  classes,
  header,
  long,
  percent,
  logits,
  cutoff,
  tolerance,
  renormalize,
  onError: bad,
  memory,
  threads,
  backend,
}: RowFlags): ScoreOptions {
  const given = { truth, probs, positive, labels, classes, header, long, percent, logits, cutoff, tolerance, renormalize, keptBytes: memory, threads, backend };
  return { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), skipBad: bad === 'skip' };
}
