import type { ClassCurves, Looked } from '../src/files.js';
import type { Engine, RewardStatistics } from '../src/index.js';
import { nameOfFile } from '../src/parts.js';
import type { Settings } from './settings.js';
import type { Options, Outcome, Progress } from './work/jobs.js';
import type { PageWorker } from './work/pageWorker.js';
import type { Pool } from './work/pool.js';

/** A learner on the page: its files, who works on them, and what came out. */
export interface PageLearner {
  id: number;
  name: string;
  files: File[];
  labels: File[] | undefined;
  worker: PageWorker;
  outcome: Outcome;
  /** Those of the classes in `outcome.drawn`, which come after it. */
  curves: Promise<Record<string, ClassCurves>>;
  /** They are not wanted any more. */
  stop(): void;
  /** What every measure follows from, under any prior. */
  statistics: RewardStatistics;
}

/** What was dropped, and how it is taken. */
export interface Session {
  files: File[];
  looked: Looked[];
  as: 'learners' | 'parts';
  learners: PageLearner[];
}

interface Group {
  name: string;
  files: File[];
  labels: File[] | undefined;
}

let learnersMade = 0;

/** Scores files, each learner in a worker of its own as far as there are cores. */
export async function score(
  pool: Pool,
  engine: Engine,
  files: File[],
  looked: Looked[],
  settings: Settings,
  signal: AbortSignal,
  heard: (learner: number, name: string, progress: Progress | undefined) => void,
): Promise<Session> {
  const all = async (as: Session['as']): Promise<Session> => {
    const groups = grouped(files, looked, as);
    groups.forEach(({ name }, i) => {
      heard(i, name, undefined);
    });
    const options = optionsOf(settings, looked);
    const taken = new Map<PageWorker, number>();
    const asked = groups.map(({ name, files, labels }, i) => {
      const worker = pool.free((each) => taken.get(each) ?? 0);
      taken.set(worker, (taken.get(worker) ?? 0) + 1);
      const id = learnersMade++;
      return new Promise<PageLearner>((done, fail) => {
        const drawing = new AbortController();
        const stop = (): void => drawing.abort();
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
        const told = (outcome: Outcome): void =>
          done({ id, name, files, labels, worker, outcome, curves, stop, statistics: engine.statisticsFrom(outcome.statistics) });
        const curves = worker.ask('score', [id, files, labels, options], { signal: drawing.signal, heard: (progress) => heard(i, name, progress), told });
        curves.catch(fail);
      });
    });
    const settled = await Promise.allSettled(asked);
    const failed = settled.find((each) => each.status === 'rejected');
    const learners = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (failed) {
      forget(learners);
      throw failed.reason;
    }
    return { files, looked, as, learners };
  };
  const [first] = files;
  if (settings.as || files.length === 1) return all(settings.as ?? 'learners');
  const session = await all('learners');
  const [{ outcome }] = session.learners;
  const rowsOf = ({ rows, skipped }: Outcome['json']): number => rows + skipped;
  const alike = session.learners.every(({ outcome: { json } }) => rowsOf(json) === rowsOf(outcome.json) && sameNames(json.classes, outcome.json.classes));
  if (alike || !first) return session;
  // Files of different lengths are hardly learners on one test set.
  forget(session.learners);
  return all('parts');
}

const sameNames = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join('\n') === [...b].sort().join('\n');

export function forget(learners: readonly PageLearner[]): void {
  for (const { worker, id, stop } of learners) {
    stop();
    // One that has ended has forgotten.
    worker.ask('forget', [id]).catch(() => {});
  }
}

/** Which files are scored together. NPY: arrays of labels go with the estimates, each with its own or one with all. */
function grouped(files: File[], looked: Looked[], as: Session['as']): Group[] {
  const labels = files.filter((_, i) => looked[i].npy === 'labels');
  const estimates = files.filter((_, i) => looked[i].npy !== 'labels');
  const scored = estimates.length > 0 ? estimates : files;
  const labelsOf = (i: number): File[] | undefined =>
    labels.length === 0 || estimates.length === 0 ? undefined : [labels[labels.length === 1 ? 0 : Math.min(i, labels.length - 1)]];
  if (as === 'parts')
    return [
      {
        name: scored.length === 1 ? nameOfFile(scored[0].name) : `${scored.length} files`,
        files: scored,
        labels: labels.length === 0 ? undefined : scored.flatMap((_, i) => labelsOf(i) ?? []),
      },
    ];
  const names = scored.map(({ name }) => nameOfFile(name));
  return scored.map((file, i) => ({
    name: names.indexOf(names[i]) === i && names.lastIndexOf(names[i]) === i ? names[i] : `${names[i]} (${i + 1})`,
    files: [file],
    labels: labelsOf(i),
  }));
}

export function optionsOf(settings: Settings, looked: readonly Looked[]): Options {
  const { truth, probs, positive, weights, classes, scale, long, prior, cutoff, confidence, renormalize, skip } = settings;
  const npy = looked.some((each) => each.npy);
  return {
    ...(truth && !npy ? { truth } : {}),
    ...(probs && !npy ? { probs } : {}),
    ...(positive ? { positive } : {}),
    ...(weights && !npy ? { weights } : {}),
    ...(scale ? { [scale]: true } : {}),
    ...(long && !npy ? { long } : {}),
    ...(classes && npy ? { classes: classes.split(',').map((name) => name.trim()) } : {}),
    ...(prior ? { prior } : {}),
    ...(cutoff ? { cutoff } : {}),
    ...(confidence ? { confidence } : {}),
    ...(renormalize ? { renormalize } : {}),
    ...(skip ? { skipBad: true } : {}),
  };
}
