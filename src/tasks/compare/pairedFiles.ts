import type { Engine } from '../../core/engine.js';
import type { PairedStatistics } from '../../core/statistics/pairedStatistics.js';
import type { PartRows } from '../../rows/table.js';
import { type Scored, type ScoreOptions, scoreFiles } from '../score/scoreFiles.js';
import { type CommonRows, checkSkipping, commonRows } from './commonRows.js';
import { InStep } from './inStep.js';

/** Two files as they were scored, and their rows side by side, or why these do not go together. */
interface PairedFiles {
  scored: [Scored, Scored];
  paired: PairedStatistics | string;
  /** Where bad rows are skipped: which are left out of both. */
  common?: CommonRows | undefined;
}

/** A file in one range. */
const WHOLE_FILE = Number.MAX_SAFE_INTEGER;

/**
 * Scores two files in step, each in one way through, in memory that does not grow with them. With `skipBad` a row that is bad in one file is left out of both,
 * which takes another way through where there are such rows; files of different lengths have no pairs, and each leaves out its own.
 */
export async function pairedFiles(engine: Engine, files: readonly [string, string], options: ScoreOptions, common?: CommonRows): Promise<PairedFiles> {
  if (options.skipBad) checkSkipping(files);
  const found: (readonly PartRows[])[] = [];
  let paired: PairedStatistics | undefined;
  const inStep = new InStep((classes, first, second, labels) => {
    // They are held to the cutoff already, and need not sum to 1 any more.
    paired ??= engine.pairedStatistics(classes, {
      tolerance: Infinity,
      ...(options.positive === undefined || classes.length > 2 ? {} : { positive: options.positive }),
    });
    paired.add(first, second, labels);
  }, options.positive);
  const score = async (side: 0 | 1): Promise<Scored> => {
    try {
      return await scoreFiles([files[side]], {
        ...options,
        threads: 1,
        ...(options.skipBad ? { pairing: { leaveOut: common?.leaveOut[side], onRows: (parts) => (found[side] = parts) } } : {}),
        rows: { restart: (classes) => inStep.restart(side, classes), add: (part) => inStep.add(side, part) },
      });
    } finally {
      inStep.end(side);
    }
  };
  const [first, second] = await Promise.allSettled([score(0), score(1)]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  // A line break inside of quotes was found too late: in one piece there are none to find.
  if (inStep.again && options.rangeBytes !== WHOLE_FILE) return pairedFiles(engine, files, { ...options, rangeBytes: WHOLE_FILE });
  if (options.skipBad && !common) {
    const [a, b] = found.map((parts) => parts.reduce((sum, { rows }) => sum + rows, 0));
    const all = a === b ? commonRows(files.map((file, i) => ({ file, parts: found[i] }))) : undefined;
    if (all && all.skipped > 0) return pairedFiles(engine, files, options, all);
  }
  return { scored: [first.value, second.value], paired: paired && !inStep.reason ? paired : (inStep.reason ?? 'there are no rows'), common };
}
