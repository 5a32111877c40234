import { FairbitsError } from '../../base/errors.js';
import { isDatabaseUrl, parseDatabaseUrl } from '../../engines/clients/databaseUrl.js';
import { type DatabaseOptions, type DatabaseScore, scoreDatabase } from '../../tasks/database/scoreDatabase.js';
import { savedScore } from '../../tasks/score/saved.js';
import { scoreJson } from '../../tasks/score/scoreJson.js';
import { Outputs } from '../outputs/outputs.js';
import { printJson } from '../outputs/print.js';
import { type PrintFlags, printReport, printSlices } from '../printOptions.js';
import type { ReportFlags } from '../reportOptions.js';
import { wantsReport } from '../reportOptions.js';

/** Options of score that need rows, and what does instead. */
const NEEDS_ROWS: Record<string, string> = {
  bootstrap: '--bootstrap draws rows',
  rewards: '--rewards writes a line for each row',
  trueProbs: '--true-probs compares rows',
  labels: '--labels is for NPY files',
  logits: '--logits takes exponentials row by row',
  renormalize: '--renormalize divides rows by their sums',
  header: '--header is for CSV',
  long: '--long gathers rows (fairbits sql --layout long has the database gather them)',
};

type UrlFlags = ReportFlags & PrintFlags & DatabaseOptions & Record<string, unknown>;

/** Scores tables in databases, with the options that mean the same for files. */
export async function databaseScored(given: readonly string[], flags: UrlFlags): Promise<DatabaseScore> {
  const urls = hidePasswords(given);
  for (const [name, why] of Object.entries(NEEDS_ROWS))
    if (flags[name] !== undefined)
      throw new FairbitsError(
        'option',
        `${why}, and a database gives sums: expected to go without. Write the rows to a file and score that, or have a view do it`,
        { found: name, expected: 'a file of rows' },
      );
  const { truth, probs, positive, classes, weights, prior, cutoff, confidence, percent, tolerance, where, timeout, floatSums, onError, ranking, by } = flags;
  const options = {
    truth,
    probs,
    positive,
    classes,
    weights,
    prior,
    cutoff,
    confidence,
    percent,
    tolerance,
    where,
    timeout,
    floatSums,
    ranking,
    by,
    skipBad: onError === 'skip',
  };
  const known = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as DatabaseOptions;
  return untilSignal((signal) => scoreDatabase(urls, { ...known, signal }));
}

/** Prints what tables in databases come to. */
export async function scoreUrls(urls: readonly string[], flags: UrlFlags): Promise<void> {
  const { json, full, markdown } = flags;
  const outputs = Outputs.open();
  const saved = outputs.file('--save');
  const report = wantsReport(flags) ? await import('../reportFiles.js') : undefined;
  const scored = await databaseScored(urls, flags);
  const printed = scoreJson({ ...scored } as never);
  if (report) await report.writeReport(outputs, { kind: 'score', report: printed, origin: await report.originOf(undefined) });
  saved?.write(savedScore(scored));
  if (json) await printJson(printed);
  else {
    await printReport(scored.report, scored, { full, markdown });
    if (scored.slices) await printSlices(scored.slices, scored.report, { full, markdown });
  }
  await outputs.finish();
}

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal ends the queries that run before it ends the process. */
async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let came: NodeJS.Signals | undefined;
  const end = (signal: NodeJS.Signals): void => {
    came = signal;
    controller.abort();
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, end);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of ENDING_SIGNALS) process.off(signal, end);
    if (came) process.kill(process.pid, came);
  }
}

/** Takes passwords out of what was typed, so that no report, message or list of processes has them. */
function hidePasswords(urls: readonly string[]): readonly string[] {
  const hidden = urls.filter((url) => isDatabaseUrl(url) && parseDatabaseUrl(url).secrets.length > 0);
  if (hidden.length === 0) return urls;
  for (const [i, argument] of process.argv.entries()) if (hidden.includes(argument)) process.argv[i] = parseDatabaseUrl(argument).shown;
  process.title = 'fairbits score';
  return urls;
}
