import { FairbitsError } from '../base/errors.js';
import { namedRecord } from '../base/namedRecord.js';
import { quotedList } from '../base/quoted.js';
import type { Cutoff } from '../core/cutoff.js';
import type { Prior } from '../core/priors.js';
import { INTERVAL_KINDS, type IntervalKind } from '../intervals/bootstrapInterval.js';
import { MOST_THREADS } from '../tasks/threads.js';
import { tell } from './outputs/print.js';

/** A prior as it is written on the command line: uniform, test, train:FILE[:COLUMN] or CLASS=P,… */
export function parsePrior(text: string): Prior | { train: string; column?: string } {
  if (text === 'uniform' || text === 'test') return text;
  if (text.startsWith('train:')) {
    const rest = text.slice('train:'.length);
    const colon = rest.lastIndexOf(':');
    // A single letter before a colon is a drive.
    if (colon > 1) return { train: rest.slice(0, colon), column: rest.slice(colon + 1) };
    return { train: rest };
  }
  const values = namedRecord<number>();
  for (const part of priorParts(text)) {
    const equals = part.lastIndexOf('=');
    const value = equals > 0 ? Number(part.slice(equals + 1)) : NaN;
    if (Number.isNaN(value)) {
      throw new FairbitsError('prior', `--prior ${text}: cannot read "${part}": expected uniform, test, train:FILE[:COLUMN] or CLASS=P,CLASS=P,…`, {
        found: part,
        expected: 'CLASS=P',
      });
    }
    const name = part.slice(0, equals).trim();
    if (Object.hasOwn(values, name)) throw new FairbitsError('prior', `--prior ${text}: the class "${name}" is named twice`, { class: name, found: part });
    values[name] = value;
  }
  return values;
}

/** CLASS=P each. The names of classes may have commas: what has no "=" belongs to what follows. They may have that, too, so the last one counts. */
function priorParts(text: string): string[] {
  const parts: string[] = [];
  let open: string | undefined;
  for (const piece of quotedList(text)) {
    const part = open === undefined ? piece : `${open},${piece}`;
    open = part.includes('=') ? undefined : part;
    if (open === undefined) parts.push(part);
  }
  return open === undefined ? parts : [...parts, open];
}

export const parseCutoff = (text: string): Cutoff => text as Cutoff;

/** A number option, checked. */
export function number(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= least && value <= most))
      throw new FairbitsError('option', `${name} ${text}: expected a number from ${least} to ${most}`, { found: text, expected: `${least} to ${most}` });
    return value;
  };
}

/** A number of bytes, such as 512M or 2G. */
export function bytes(name: string): (text: string) => number {
  return (text) => {
    const match = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(text.trim());
    const value = match ? Number(match[1]) * 1024 ** ['', 'k', 'm', 'g'].indexOf(match[2].toLowerCase()) : NaN;
    if (Number.isNaN(value))
      throw new FairbitsError('option', `${name} ${text}: expected a number of bytes, such as 512M or 2G`, { found: text, expected: '512M' });
    return Math.floor(value);
  };
}

/** Bootstrap replicates at most: each is kept, and beyond a million the ends of an interval do not move any more. */
export const MOST_REPLICATES = 1_000_000;

/** Points of a curve at most, each of which is printed. */
export const MOST_POINTS = 100_000;

export function wholeOption(name: string, least: number, most = Infinity): (text: string) => number {
  return (text) => {
    const value = Number(text);
    const expected = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
    if (!(Number.isInteger(value) && value >= least && value <= most))
      throw new FairbitsError('option', `${name} ${text}: expected a whole number${most === Infinity ? ',' : ''} ${expected}`, { found: text, expected });
    return value;
  };
}

/** A number of threads; where it is more than are of use, that is said. */
/** What becomes of a row that cannot be used: the end, or nothing but a count and a name. */
export function onError(text: string): 'stop' | 'skip' {
  if (text === 'stop' || text === 'skip') return text;
  throw new FairbitsError('option', `--on-error ${text}: expected stop or skip`, { found: text, expected: 'stop or skip' });
}

export function threads(text: string): number {
  const asked = wholeOption('--threads', 1)(text);
  if (asked > MOST_THREADS) tell(`fairbits: --threads ${text}: ${MOST_THREADS} are taken, which is the most on this machine`);
  return Math.min(asked, MOST_THREADS);
}

export function intervalKind(text: string): IntervalKind {
  const known = INTERVAL_KINDS.join(', ');
  if (!(INTERVAL_KINDS as readonly string[]).includes(text))
    throw new FairbitsError('option', `--interval ${text}: expected ${known}`, { found: text, expected: known });
  return text as IntervalKind;
}

/** What --raw-text means, wherever CSV is written. */
export const RAW_TEXT = 'write class names unchanged, even if a spreadsheet would run them as formulas (default: put an apostrophe before such names)';

/** What --markdown means, wherever a result is printed. */
export const MARKDOWN = 'print Markdown, for an issue or a notebook';

/** Whether an argument names a database: a few letters and a colon; a path that begins so is asked for by ./ before it. */
export const isDatabase = (file: string): boolean => /^(?:postgres(?:ql)?|clickhouses?|mysql|mariadb|duckdb):/i.test(file);

/** Options that mean something for databases alone. */
export function refuseForFiles(options: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined)
      throw new FairbitsError('option', `${name} is for tables in databases: expected a URL such as postgres://HOST/DB?table=TABLE`, {
        found: name,
        expected: 'a URL',
      });
}
