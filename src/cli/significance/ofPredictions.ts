import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import type { RowsPart } from '../../columns/ranking/keptRows.js';
import { wholeRows } from '../../columns/wholeRows.js';
import { type AreasResult, areasBetween } from '../../compare/areas.js';
import { betBetween } from '../../compare/bets.js';
import { leftOutText } from '../../compare/leftOutText.js';
import { rightAlone } from '../../compare/pair.js';
import type { BetResult } from '../../significance/bet.js';
import { type McNemarResult, mcnemar } from '../../significance/mcnemar.js';
import { type FileLearner, learnerNames } from '../../tasks/compare/learner.js';
import { scoreLearners } from '../../tasks/compare/learners.js';
import type { RowSink } from '../../tasks/score/totals.js';
import type { TestFlags } from './significanceFlags.js';

/** What is said of a test where bad rows may be skipped: how many are left out of both files, and how many are bad in each. */
interface SkippedOfBoth {
  skipped?: number;
  skippedOf?: number[];
}

/** Scores two files of one test set in the same order, and does something with both. */
async function onBoth<T extends { notes: string[] }>(
  files: readonly string[],
  flags: TestFlags,
  test: string,
  run: (both: [FileLearner, FileLearner]) => T,
  sinks: readonly RowSink[] = [],
): Promise<T & SkippedOfBoth> {
  if (files.length !== 2)
    throw new FairbitsError(
      'option',
      `${files.length} file${files.length === 1 ? ' is' : 's are'} given: expected two files of predictions${test === 'mcnemar' ? ', or --counts B,C' : ''}`,
      {
        found: files.length,
        expected: 'two files',
      },
    );
  const { truth, probs, positive, cutoff, onError } = flags;
  const given = Object.fromEntries(Object.entries({ truth, probs, positive, cutoff }).filter(([, value]) => value !== undefined));
  const names = learnerNames(files);
  const { learners, common } = await scoreLearners(files, {
    names,
    scoring: { prior: 'uniform', skipBad: onError === 'skip', ...given },
    each: (i) => (sinks[i] ? { rows: sinks[i] } : {}),
  });
  try {
    const result = run([learners[0], learners[1]]);
    if (!common) return result;
    const { skipped, skippedOf } = common;
    return { ...result, notes: [...result.notes, ...leftOutText(learners[0].rows, { skipped, learners })], skipped, skippedOf };
  } finally {
    for (const learner of learners) learner.close();
  }
}

export function mcnemarOfFiles(files: readonly string[], flags: TestFlags): Promise<McNemarResult> {
  return onBoth(files, flags, 'mcnemar', ([a, b]) =>
    mcnemar(...rightAlone(a, b), {
      instances: a.rows,
      names: [a.name, b.name],
      ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }),
    }),
  );
}

export function betOnFiles(files: readonly string[], flags: TestFlags): Promise<BetResult> {
  return onBoth(files, flags, 'bet', (both) => betBetween(both, flags.confidence ?? 0.95));
}

/** The areas under the ROC curves of one class against the others: of two classes the second, where it is not said. */
export function delongOfFiles(files: readonly string[], flags: TestFlags): Promise<AreasResult> {
  const first = new ClassScores(flags.positive, () => flags.positive);
  // Its classes may stand in another order.
  const second = new ClassScores(flags.positive, () => first.name);
  return onBoth(
    files,
    flags,
    'delong',
    ([a, b]) =>
      areasBetween(
        { positive: first.name, scores: [first.scores(), second.scores()], labels: first.labels() },
        { names: [a.name, b.name], ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }) },
      ),
    [first, second],
  );
}

/** The estimates of one class, and which rows are of it. */
class ClassScores implements RowSink {
  name = '';
  private place = 0;
  private rows = 0;
  private parts: { scores: Float64Array; labels: Uint8Array }[] = [];
  private whole: ReturnType<typeof wholeRows> | undefined;

  constructor(
    private readonly positive: string | undefined,
    private readonly wanted: () => string | undefined,
  ) {}

  restart(classes: readonly string[]): void {
    const wanted = this.wanted() ?? (classes.length === 2 ? classes[1] : undefined);
    if (wanted === undefined)
      throw new FairbitsError('option', `areas are of one class against the others: expected --positive CLASS, one of ${list(classes)}`, {
        expected: '--positive CLASS',
      });
    this.name = wanted;
    this.place = classes.indexOf(wanted);
    this.rows = 0;
    this.parts = [];
    this.whole = wholeRows(classes, this.positive);
  }

  add(part: RowsPart): void {
    const { estimates, labels } = (this.whole as ReturnType<typeof wholeRows>)(part);
    const k = estimates.length / labels.length;
    this.rows += labels.length;
    this.parts.push({
      scores: Float64Array.from(labels, (_, r) => estimates[r * k + this.place]),
      labels: Uint8Array.from(labels, (label) => Number(label === this.place)),
    });
  }

  scores(): Float64Array {
    return this.joined(new Float64Array(this.rows), ({ scores }) => scores);
  }

  labels(): Uint8Array {
    return this.joined(new Uint8Array(this.rows), ({ labels }) => labels);
  }

  private joined<T extends Float64Array | Uint8Array>(out: T, of: (part: { scores: Float64Array; labels: Uint8Array }) => ArrayLike<number>): T {
    let from = 0;
    for (const part of this.parts) {
      out.set(of(part), from);
      from += part.labels.length;
    }
    return out;
  }
}
