import type { Command } from 'commander';
import { FairbitsError } from '../../base/errors.js';
import { quotedList } from '../../base/quoted.js';
import type { SliceRequest } from '../../tasks/slices/planSlices.js';
import { wholeOption } from '../options.js';

/** By what rows are sliced. */
export interface SliceFlags {
  by?: string[];
  pairs?: boolean;
  sliceBins?: number;
}

export function addSliceOptions(command: Command, by: string): Command {
  return command
    .option('--by <columns>', by, quotedList)
    .option('--pairs', 'also slice by every pair of these columns')
    .option('--slice-bins <n>', 'how many bins a column of numbers is cut into (default: 10)', wholeOption('--slice-bins', 2));
}

/** What is wanted of slices; undefined where none are, which only --by asks for unless they are what the command is about. */
export function sliceRequest({ by, pairs, sliceBins }: SliceFlags, always: boolean): SliceRequest | undefined {
  if (!always && by === undefined) {
    const option = pairs ? '--pairs' : sliceBins === undefined ? undefined : '--slice-bins';
    if (option) throw new FairbitsError('option', `${option} is for slices: expected --by and the columns`, { found: option, expected: '--by COLUMN' });
    return undefined;
  }
  return { columns: by, pairs, bins: sliceBins };
}
