import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';

/** A report to look at, beside what is printed. */
export interface ReportFlags {
  html?: string;
  svg?: string;
}

export function addReportOptions(command: Command): Command {
  return command
    .option('--html <file>', 'write a report with charts, as one self-contained file')
    .option('--svg <folder>', 'write only the charts, one SVG file each');
}

export const wantsReport = ({ html, svg }: ReportFlags): boolean => html !== undefined || svg !== undefined;

/** Charts take a second reading of the files. */
export function checkReadTwice(files: readonly string[], flags: ReportFlags): void {
  if (wantsReport(flags) && files.includes('-'))
    throw new FairbitsError(
      'option',
      `standard input can be read only once, and ${flags.html === undefined ? '--svg' : '--html'} needs two readings: expected files. Save it to a file first.`,
      { found: '-', expected: 'files' },
    );
}
