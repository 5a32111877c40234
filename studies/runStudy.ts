import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Study, StudyOptions, StudyUnit } from './study.js';

export interface RunOptions extends StudyOptions {
  /** Where results are kept: what is there is not done again. */
  folder: string;
  threads: number;
  onProgress?: (done: number, total: number, key: string) => void;
}

/** Does all units of a study that are not done yet, on several threads, and gives the results of all. */
export async function runStudy(study: Study, options: RunOptions): Promise<Map<string, unknown>> {
  const { folder, threads, onProgress } = options;
  const kept = join(folder, 'units');
  mkdirSync(kept, { recursive: true });
  const units = study.units(options);
  const results = new Map<string, unknown>();
  const open: StudyUnit[] = [];
  for (const unit of units) {
    const found = readUnit(kept, unit);
    if (found === undefined) open.push(unit);
    else results.set(unit.key, found);
  }
  let done = results.size;
  const next = () => open.shift();
  const serve = (): Promise<void> =>
    new Promise((finish, fail) => {
      const worker = new Worker(new URL('./studyWorker.js', import.meta.url), { workerData: study.id });
      let unit = next();
      const ask = (): void => {
        if (unit) worker.postMessage(unit);
        else worker.terminate().then(() => finish(), fail);
      };
      worker.on('error', fail);
      worker.on('message', ({ key, result, error }: { key: string; result: unknown; error?: unknown }) => {
        if (error !== undefined) {
          worker.terminate();
          fail(error);
          return;
        }
        writeUnit(kept, unit as StudyUnit, result);
        results.set(key, result);
        onProgress?.(++done, units.length, key);
        unit = next();
        ask();
      });
      ask();
    });
  await Promise.all(Array.from({ length: Math.min(threads, open.length) }, serve));
  // In the order of the units, whichever thread was first.
  return new Map(units.map(({ key }) => [key, results.get(key)]));
}

/** A file for each unit: what it was asked, and what came of it. Another seed or other options make another file. */
const fileOf = (folder: string, { key, task }: StudyUnit): string =>
  join(folder, `${key.replace(/[^\w.-]/g, '_')}-${createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 12)}.json`);

function readUnit(folder: string, unit: StudyUnit): unknown {
  try {
    return JSON.parse(readFileSync(fileOf(folder, unit), 'utf8')).result;
  } catch {
    return undefined;
  }
}

/** Appears whole or not at all. */
function writeUnit(folder: string, unit: StudyUnit, result: unknown): void {
  const file = fileOf(folder, unit);
  writeFileSync(`${file}.part`, JSON.stringify({ task: unit.task, result }));
  renameSync(`${file}.part`, file);
}
