import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import type { Report } from '../evaluate/report.js';
import type { GateVerdict, Judgement } from '../gates/requirement.js';
import type { SlicesReport } from '../slices/sliceReport.js';
import { type Brief, briefText } from '../terminal/brief.js';
import { type ReadFrom, scoreBrief } from '../terminal/scoreBrief.js';
import { slicesBrief } from '../terminal/slicesBrief.js';
import { type Style, style } from '../terminal/style.js';
import { renderReport } from '../terminal/terminal.js';
import { MARKDOWN } from './options.js';
import { printLines } from './outputs/print.js';

/** How an answer is printed: in short, in full, as Markdown, as JSON. */
export interface PrintFlags {
  json?: boolean | undefined;
  full?: boolean | undefined;
  markdown?: boolean | undefined;
}

export function addPrintOptions(command: Command, what: string): Command {
  return command.option('--full', `print the whole ${what}, not only the answer`).option('--markdown', MARKDOWN).option('--json', `print the ${what} as JSON`);
}

/** JSON has all there is, and is data. */
export function checkPrint({ json, full, markdown }: PrintFlags): void {
  const given = Object.entries({ '--json': json, '--full': full, '--markdown': markdown }).flatMap(([name, on]) => (on ? [name] : []));
  if (json && given.length > 1)
    throw new FairbitsError('option', `${given.join(' and ')} are given: expected one of them`, { found: given.join(', '), expected: 'one of them' });
}

export function printBrief({ full, markdown }: PrintFlags, brief: () => Brief, whole: (marks: Style) => string[]): Promise<void> {
  return printLines(full ? whole(style) : briefText(brief(), style), markdown);
}

export function printReport(report: Report, from: ReadFrom, flags: PrintFlags): Promise<void> {
  return printBrief(
    flags,
    () => scoreBrief(report, from),
    (marks) => renderReport(report, from, marks),
  );
}

/** Slices below what all rows come to. */
export async function printSlices(slices: SlicesReport, report: Report, flags: PrintFlags): Promise<void> {
  await printLines([''], flags.markdown);
  await printBrief(
    flags,
    () => slicesBrief(slices, report, [], false),
    (marks) => briefText(slicesBrief(slices, report, [], true), marks),
  );
}

/** What is required, and found, below. */
export async function printJudgements(judgements: readonly Judgement[], verdict: GateVerdict, confidence: number, { markdown }: PrintFlags): Promise<void> {
  const { gateBrief, judgementLine } = await import('../terminal/gateText.js');
  await printLines(['', ...(markdown ? briefText(gateBrief(judgements, verdict, confidence), style) : judgements.map(judgementLine))], markdown);
}
