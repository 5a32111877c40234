import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { FairbitsError } from '../../base/errors.js';
import { quotedList } from '../../base/quoted.js';
import { createEngine } from '../../core/engine.js';
import type { Prior } from '../../core/priors.js';
import { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import { unreadable } from '../../rows/bytes/unreadable.js';
import { readSaved } from '../../tasks/score/saved.js';
import { type FirstBytes, withMore } from '../../tasks/watch/streamRows.js';
import { type StreamOptions, WatchStream } from '../../tasks/watch/watchStream.js';
import { watchText } from '../../terminal/watchText.js';
import type { WatchLine } from '../../watch/watcher.js';
import { onError as checkOnError, number, parsePrior, wholeOption } from '../options.js';
import { print, tell } from '../outputs/print.js';

interface WatchFlags {
  truth?: string;
  probs?: string;
  positive?: string;
  classes?: string[];
  prior?: ReturnType<typeof parsePrior>;
  baseline?: string;
  window?: number;
  every?: number;
  alpha?: number;
  tolerance?: number;
  onError?: string;
  follow?: boolean;
  state?: string;
  replay?: boolean;
  stop?: boolean;
  json?: boolean;
}

/** Exit code where an alarm stopped it. */
const ALARMED = 5;
const CHUNK = 2 ** 16;
const POLL_MS = 200;

export function addWatch(program: Command): void {
  program
    .command('watch')
    .description('watch a stream of predictions and raise an alarm when they become poor; checking often does not cause false alarms')
    .argument('[stream]', 'a CSV or NDJSON file, which may grow (--follow), or - for standard input (default: -)')
    .option('--truth <column>', 'as in score')
    .option('--probs <columns>', 'as in score')
    .option('--positive <class>', 'as in score')
    .option('--classes <names>', 'as in score', quotedList)
    .option(
      '--prior <prior>',
      'uniform or CLASS=P,…; it must be known before the stream starts (default: uniform, or the prior of a saved baseline)',
      parsePrior,
    )
    .option(
      '--baseline <what>',
      "what the predictions are compared with: prior, the columns of a second learner such as 'old_*', or a file that score --save wrote (default: prior)",
    )
    .option('--window <rows>', 'length of the sliding window (default: 1000)', wholeOption('--window', 1))
    .option('--every <rows>', 'print a line after this many rows (default: 1000)', wholeOption('--every', 1))
    .option('--alpha <share>', 'the chance that there is ever a false alarm (default: 0.05)', number('--alpha', 1e-9, 0.5))
    .option('--tolerance <t>', 'as in score', number('--tolerance', 0, 1))
    .option('--on-error <what>', 'stop at a bad row, or skip it and count it', 'stop')
    .option('--follow', 'at the end of the file, wait for more rows')
    .option('--state <file>', 'continue from this file if it exists, and save the state to it with every line printed')
    .option('--replay', 'with --state: the stream starts from its first row again; skip the rows that were already seen')
    .option('--stop', 'stop at the first alarm, with exit code 5')
    .option('--json', 'print each line as a JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  tail -f predictions.ndjson | fairbits watch --state watch.json --stop\n  fairbits watch predictions.csv --baseline old.json',
    )
    .action(runWatch);
}

async function runWatch(stream: string | undefined, flags: WatchFlags): Promise<void> {
  const { every = 1000, state, stop, json, follow, replay } = flags;
  const name = stream ?? '-';
  const watch = new WatchStream(await optionsOf(name === '-' ? 'standard input' : name, flags));
  const before = state === undefined ? undefined : textIf(state);
  const fromStart = replay === true || name === '-';
  if (before !== undefined) watch.resume(before, state as string, replay === true);
  let pass = replay && before !== undefined ? seenBefore(before) : 0;
  let told = 0;
  let alarms = before === undefined ? 0 : alarmsBefore(before);
  const lines: string[] = [];
  const addLine = (line: WatchLine): void => {
    lines.push(json ? JSON.stringify(line) : watchText(line));
    told = line.rows;
  };
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const saved = state === undefined ? undefined : watch.saved();
    await print(lines.splice(0));
    if (saved !== undefined) save(state as string, saved);
  };
  let stopped = false;
  const from = { position: fromStart ? 0 : watch.position, head: fromStart ? undefined : watch.head };
  for await (const { bytes, final, anew } of chunks(name, from, follow ?? false)) {
    if (anew !== undefined) {
      tell(`fairbits: ${name} ${anew}: it is read from its beginning, as more of the same stream`);
      watch.again();
      continue;
    }
    const found = watch.take(
      bytes,
      final,
      (watcher) => {
        const news = watcher.alarmed > alarms;
        if (watcher.rows % every === 0 || news) addLine(watcher.line());
        alarms = watcher.alarmed;
        return news && (stop ?? false);
      },
      pass,
    );
    pass -= found.passed;
    ({ stopped } = found);
    await flush();
    if (stopped) break;
  }
  const last = watch.line();
  if (!last)
    throw new FairbitsError('format', `${name === '-' ? 'standard input' : name}: there is no row: expected a header and rows, or JSON objects`, {
      expected: 'rows of predictions',
    });
  if (last.rows !== told) addLine(last);
  await flush();
  if (state !== undefined) save(state, watch.saved() as string);
  if (stopped) process.exitCode = ALARMED;
}

async function optionsOf(name: string, flags: WatchFlags): Promise<StreamOptions> {
  const { truth, probs, positive, classes, prior, baseline = 'prior', window = 1000, alpha = 0.05, tolerance, onError = 'stop' } = flags;
  const given = { ...(truth === undefined ? {} : { truth }), ...(probs === undefined ? {} : { probs }), ...(positive === undefined ? {} : { positive }) };
  checkOnError(onError);
  if (prior === 'test' || (typeof prior === 'object' && 'train' in prior))
    throw new FairbitsError('option', '--prior must be known before the stream is: expected uniform or CLASS=P,…', {
      found: '--prior',
      expected: 'uniform or CLASS=P,…',
    });
  const shared = { ...given, name, classes, window, alpha, tolerance, skipBad: onError === 'skip' };
  const text = /\.json$/i.test(baseline) ? textIf(baseline) : undefined;
  if (text === undefined) return { ...shared, prior: prior as Prior | undefined, against: baseline === 'prior' ? undefined : baseline };
  const { whole } = readSaved(await createEngine(), text, baseline);
  const { tally } = whole instanceof RewardStatistics ? whole : { tally: undefined };
  if (!(whole instanceof RewardStatistics) || !tally)
    throw new FairbitsError('tally', `${baseline}: a bare tally has no quadratic loss: expected what fairbits score --save wrote`, { file: baseline });
  return {
    ...shared,
    classes: classes ?? [...whole.classes],
    prior: (prior as Prior | undefined) ?? whole.prior('test'),
    against: { loss: whole.mean('quadraticLoss') },
  };
}

/** Some bytes of a stream; or that its file begins anew, and why. */
interface StreamChunk {
  bytes: Uint8Array;
  final: boolean;
  anew?: string;
}

const NOTHING_MORE = new Uint8Array();

/** Bytes as they come, from a place on. A file that is cut, or replaced by another, begins anew. */
async function* chunks(name: string, from: { position: number; head?: FirstBytes | undefined }, follow: boolean): AsyncGenerator<StreamChunk> {
  if (name === '-') {
    for await (const bytes of process.stdin) yield { bytes: bytes as Uint8Array, final: false };
    yield { bytes: NOTHING_MORE, final: true };
    return;
  }
  let file = openStream(name);
  try {
    let at = from.position;
    if (from.head && !beginsWith(file, from.head)) {
      at = 0;
      yield { bytes: NOTHING_MORE, final: false, anew: 'is not the file that the state is of, or was cut' };
    }
    for (;;) {
      const into = new Uint8Array(CHUNK);
      const read = readSync(file, into, 0, CHUNK, at);
      at += read;
      if (read > 0) {
        yield { bytes: into.subarray(0, read), final: false };
        continue;
      }
      if (!follow) break;
      const anew = begunAnew(name, file, at);
      if (anew === undefined) {
        await pause(POLL_MS);
        continue;
      }
      // A last row without a newline is whole where nothing can follow.
      yield { bytes: NOTHING_MORE, final: true };
      yield { bytes: NOTHING_MORE, final: false, anew };
      const next = openStream(name);
      closeSync(file);
      file = next;
      at = 0;
    }
    yield { bytes: NOTHING_MORE, final: true };
  } finally {
    closeSync(file);
  }
}

function openStream(name: string): number {
  try {
    return openSync(name, 'r');
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** Whether a file begins with the bytes that a state has seen. */
function beginsWith(file: number, { bytes, print }: FirstBytes): boolean {
  const first = new Uint8Array(bytes);
  return readSync(file, first, 0, bytes, 0) === bytes && withMore({ bytes: 0, print: 0 }, first).print === print;
}

/** Why a file that was read to a place is to be read anew; undefined where it is not. */
function begunAnew(name: string, file: number, at: number): string | undefined {
  const { size, ino, dev } = fstatSync(file);
  if (size < at) return 'was cut';
  const there = statSync(name, { throwIfNoEntry: false });
  // Until the new one is there, the old one may still grow.
  return there && (there.ino !== ino || there.dev !== dev) ? 'was replaced by another file' : undefined;
}

function textIf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(file, error);
  }
}

const seenBefore = (text: string): number => {
  const { rows = 0, skipped = 0 } = JSON.parse(text) as { rows?: number; skipped?: number };
  return rows + skipped;
};

const alarmsBefore = (text: string): number => {
  const { detectors = {} } = JSON.parse(text) as { detectors?: Record<string, { alarm?: object }> };
  return Object.values(detectors).filter(({ alarm }) => alarm).length;
};

/** The state is there whole, or as it was before. */
function save(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new FairbitsError('file', `${file} cannot be written: ${(error as Error).message}`, { file, expected: 'a place that can be written' });
  }
}
