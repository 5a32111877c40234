import { isatty } from 'node:tty';
import { FairbitsError } from '../../base/errors.js';
import { withoutPasswords } from '../../base/urlPassword.js';
import { markdownLines } from '../../terminal/markdown.js';
import { painted } from '../../terminal/style.js';
import { visible, visibleJson, visibleLines } from '../../terminal/visible.js';
import { STANDARD_OUTPUT } from './place.js';
import { reasonOf } from './plan.js';
import { writeText } from './pour.js';

const STANDARD_ERROR = 2;

/** Everything that a command tells goes through here, so that no text from a file or name can make a terminal do anything. */

let destination = STANDARD_OUTPUT;

/** Prints to standard error from now on: standard output is for a result. */
export function leaveStandardOutput(): void {
  destination = STANDARD_ERROR;
}

let beforePrinting = (): void => {};

/** Has something checked before a result is printed: what throws then is an error of the run's, and nothing is printed. */
export function checkBeforePrinting(checked: () => void): void {
  beforePrinting = checked;
}

/** Prints lines for people, in colour on a terminal only, and never with NO_COLOR (no-color.org). */
export async function print(lines: readonly string[]): Promise<void> {
  const colour = isatty(destination) && !process.env.NO_COLOR;
  await put(destination, lines.map((line) => `${painted(line, colour)}\n`).join(''));
}

/** Prints lines for people, or for where Markdown is read. */
export async function printLines(lines: readonly string[], markdown = false): Promise<void> {
  if (markdown)
    await put(
      destination,
      markdownLines(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
  else await print(lines);
}

/** Prints text that has lines of its own, such as help. */
export async function printText(text: string): Promise<void> {
  await put(destination, visibleLines(text));
}

/** Prints data as JSON. */
export async function printJson(data: unknown): Promise<void> {
  await put(destination, `${visibleJson(JSON.stringify(data, null, 2))}\n`);
}

/** A message on standard error, one line. */
export function tell(message: string): void {
  toStandardError(`${visible(message)}\n`);
}

/** The last line on a terminal, written anew. */
export function tellAnew(line: string): void {
  toStandardError(`\r\x1b[K${visible(line)}`);
}

/** Messages on standard error, in lines of their own. */
export function tellLines(text: string): void {
  toStandardError(visibleLines(text));
}

let listens = false;

function toStandardError(text: string): void {
  // Where nobody reads it any more, there is nobody to tell.
  if (!listens) process.stderr.on('error', () => {});
  listens = true;
  process.stderr.write(withoutPasswords(text, process.argv));
}

async function put(descriptor: number, text: string): Promise<void> {
  beforePrinting();
  try {
    // Elsewhere a console takes text, not bytes.
    if (process.platform === 'win32' && isatty(descriptor)) (descriptor === STANDARD_OUTPUT ? process.stdout : process.stderr).write(text);
    else await writeText(descriptor, text);
  } catch (error) {
    const which = descriptor === STANDARD_OUTPUT ? 'standard output' : 'standard error';
    const found = reasonOf(error);
    throw new FairbitsError('file', `${which} cannot be written: ${found}`, { found, expected: 'a place that can be written' });
  }
}
