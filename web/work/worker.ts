import { createEngine } from '../../src/engine.js';
import { FairbitsError } from '../../src/errors.js';
import { bench } from './bench.js';
import { compare } from './compare.js';
import type { Answer, Asked, JobName, Jobs, Options, PostedRows, Progress } from './jobs.js';
import { LearnerFiles } from './learner.js';
import { look } from './look.js';
import { rules } from './rules.js';

/** Does what the page asks for, one thing after another; a word to cancel is heard in between. */

interface Scope {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(message: Answer, transfer?: Transferable[]): void;
}
const scope = globalThis as unknown as Scope;

interface Context {
  signal: AbortSignal;
  heard(progress: Progress): void;
}

type Doers = { [Name in JobName]: (context: Context, ...args: Parameters<Jobs[Name]>) => ReturnType<Jobs[Name]> | Promise<ReturnType<Jobs[Name]>> };

/** What computes here. A page whose policy forbids to compile WebAssembly is served by the plain path, to the same bits. */
const backend = createEngine({ memory: 2 ** 18 }).then(
  (engine) => engine.backend,
  () => 'plain' as const,
);

const learners = new Map<number, LearnerFiles>();

function learner(id: number): LearnerFiles {
  const found = learners.get(id);
  if (!found) throw new Error(`learner ${id} is not here`);
  return found;
}

const doers: Doers = {
  look: (_, file) => look(file),
  async score({ signal, heard }, id, files, labels, options: Options) {
    const made = new LearnerFiles(files, labels, { ...options, backend: await backend });
    const outcome = await made.score(signal, heard);
    learners.set(id, made);
    return outcome;
  },
  forget: (_, id) => void learners.delete(id),
  decide: ({ signal }, id, costs) => learner(id).decide(costs, signal),
  rows: ({ signal, heard }, id, name) => learner(id).postedRows(name, signal, heard),
  compare: async (_, rows, confidence) => compare(rows, confidence, await backend),
  worst: ({ signal, heard }, id) => learner(id).worst(signal, heard),
  rewards: ({ signal }, id) => learner(id).rewards(signal),
  rules: async (_, file, truth, predicted, classes) => rules(file, truth, predicted, classes, await backend),
  bench: async () => bench(await backend),
  /** Loads what is loaded when first needed otherwise: later there may be no network, and the page makes no request. */
  async warm() {
    await Promise.all([
      import('../../src/sources/parquet.js'),
      import('../../src/sources/arrow.js'),
      import('../../src/sources/ndjson.js'),
      import('../../src/sources/npy.js'),
    ]);
    return backend;
  },
};

const running = new Map<number, AbortController>();
let last: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  if ('cancel' in data) {
    running.get(data.id)?.abort();
    return;
  }
  const { id, name, args } = data;
  const control = new AbortController();
  running.set(id, control);
  last = last.then(async () => {
    try {
      control.signal.throwIfAborted();
      const doer = doers[name] as (context: Context, ...args: unknown[]) => unknown;
      const result = await doer({ signal: control.signal, heard: (progress) => scope.postMessage({ id, progress }) }, ...args);
      scope.postMessage({ id, result }, moved(name, result));
    } catch (error) {
      scope.postMessage({ id, error: posted(error) });
    } finally {
      running.delete(id);
    }
  });
};

/** Columns that were made for this answer alone move with it. */
function moved(name: JobName, result: unknown): Transferable[] {
  return name === 'rows' ? (result as PostedRows).columns.map(({ buffer }) => buffer as ArrayBuffer) : [];
}

function posted(error: unknown): Extract<Answer, { error: unknown }>['error'] {
  if (error instanceof FairbitsError) {
    const { name, message, code, file, line, column } = error;
    return { name, message, code, fault: false, ...(file ? { file } : {}), ...(line ? { line } : {}), ...(column ? { column } : {}) };
  }
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
  return { name, message, fault: name !== 'AbortError' };
}
