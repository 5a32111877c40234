import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FairbitsError } from 'fairbits';
import type { Study, StudyPlan, StudyUnit } from './study.js';

/** How a study is run: the folder that keeps what is done, and the number of threads. */
export interface RunOptions {
  /** Where results are kept: what is there is not done again. */
  folder: string;
  threads: number;
  /** Results of another version are done again. */
  version: string;
  onProgress?: (done: number, total: number, key: string) => void;
}

/** A unit that could not be done, and why. */
export interface FailedUnit {
  key: string;
  reason: string;
}

/** What came of the units of a study. */
export interface StudyResults {
  /** In the order of the units, whichever thread was first. */
  results: Map<string, unknown>;
  failed: FailedUnit[];
  /** How many were there already. */
  kept: number;
}

/**
 * Does all units of a plan that are not done yet, on several threads, and gives the results of all. A unit that fails is named, and the others go on.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { runStudy, studyOf } from 'fairbits/studies';
 *
 * const study = studyOf('hope-korb-2004-artificial');
 * const folder = mkdtempSync(join(tmpdir(), 'study-'));
 * if (study) {
 *   const plan = study.plan({ quick: true, seed: 1 });
 *   plan.units.length; // → 36
 *   // None of them here, since they take a minute. They go on where they were stopped.
 *   const { results } = await runStudy(study, { ...plan, units: [] }, { folder, threads: 1, version: 'mine' });
 *   results.size; // → 0
 * }
 * ```
 */
export async function runStudy(study: Study, { units }: StudyPlan, { folder, threads, version, onProgress }: RunOptions): Promise<StudyResults> {
  const place = join(folder, 'units');
  for (const path of [folder, place]) makeFolder(path);
  const results = new Map<string, unknown>();
  const failed: FailedUnit[] = [];
  const open: StudyUnit[] = [];
  for (const unit of units) {
    const found = readUnit(place, unit, version);
    if (found === undefined) open.push(unit);
    else results.set(unit.key, found);
  }
  const kept = results.size;
  let done = kept;
  const serve = (): Promise<void> =>
    new Promise((finish, fail) => {
      const worker = new Worker(new URL('./studyWorker.js', import.meta.url), { workerData: study.id });
      let unit = open.shift();
      const ask = (): void => {
        if (unit) worker.postMessage(unit);
        else worker.terminate().then(() => finish(), fail);
      };
      worker.on('error', fail);
      worker.on('message', ({ result, reason }: { result: unknown; reason?: string }) => {
        const { key } = unit as StudyUnit;
        if (reason !== undefined) failed.push({ key, reason });
        else {
          writeUnit(place, unit as StudyUnit, version, result);
          results.set(key, result);
        }
        onProgress?.(++done, units.length, key);
        unit = open.shift();
        ask();
      });
      ask();
    });
  await Promise.all(Array.from({ length: Math.min(threads, open.length) }, serve));
  return { results: new Map(units.filter(({ key }) => results.has(key)).map(({ key }) => [key, results.get(key)])), failed, kept };
}

/** A folder that need not be there, in one that is. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const there = code === 'EEXIST';
    if (there && statSync(path).isDirectory()) return;
    const why = there ? 'it is there, and is no folder' : code === 'ENOENT' || code === 'ENOTDIR' ? 'the folder that it would be in does not exist' : message;
    throw new FairbitsError('file', `--into ${path}: ${why}; expected a folder that results can be kept in`, { file: path, found: why, expected: 'a folder' });
  }
}

/** A file for each unit: what it was asked, and what came of it. Another seed or other options make another file. */
const fileOf = (folder: string, { key, task }: StudyUnit): string =>
  join(folder, `${key.replace(/[^\w.-]/g, '_')}-${createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 12)}.json`);

function readUnit(folder: string, unit: StudyUnit, version: string): unknown {
  try {
    const found = JSON.parse(readFileSync(fileOf(folder, unit), 'utf8'));
    return found.version === version ? found.result : undefined;
  } catch {
    return undefined;
  }
}

/** Appears whole or not at all. */
function writeUnit(folder: string, unit: StudyUnit, version: string, result: unknown): void {
  const file = fileOf(folder, unit);
  writeFileSync(`${file}.part`, JSON.stringify({ version, task: unit.task, result }));
  renameSync(`${file}.part`, file);
}
