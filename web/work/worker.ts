import { commonRows, loadFormats, lookAtFile, OtherWorker, serveWorker } from '../../src/files.js';
import { createEngine, FairbitsError } from '../../src/index.js';
import { bench } from './bench.js';
import { compare } from './compare.js';
import type { Answer, Asked, JobName, Jobs, Options, Outcome, PostedRows } from './jobs.js';
import { type Context, LearnerFiles } from './learner.js';
import { rules } from './rules.js';

/** Does what the page asks for, one thing after another; in between it hears a word to cancel, and does what other workers want to be helped with. */

interface Scope {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(message: Answer, transfer?: Transferable[]): void;
}
const scope = globalThis as unknown as Scope;

type WorkContext = Required<Context> & { told(outcome: Outcome): void };
type Doers = { [Name in JobName]: (context: WorkContext, ...args: Parameters<Jobs[Name]>) => ReturnType<Jobs[Name]> | Promise<ReturnType<Jobs[Name]>> };

/** What computes here. A page whose policy forbids to compile WebAssembly is served by the plain path, to the same bits. */
const backend = createEngine({ memory: 2 ** 18 }).then(
  (engine) => engine.backend,
  () => 'plain' as const,
);

const learners = new Map<number, LearnerFiles>();

/** Learners of data, a part of their own. */
const learning = (): Promise<typeof import('../learn/learnWork.js')> => import('../learn/learnWork.js');

function learner(id: number): LearnerFiles {
  const found = learners.get(id);
  if (!found) throw new Error(`learner ${id} is not here`);
  return found;
}

const doers: Doers = {
  look: (_, file) => lookAtFile(file),
  async score(context, id, files, labels, options: Options) {
    const made = new LearnerFiles(files, labels, { ...options, backend: await backend });
    return made.score(context, (outcome) => {
      learners.set(id, made);
      context.told(outcome);
    });
  },
  forget: (_, id) => void learners.delete(id),
  decide: (context, id, costs) => learner(id).decide(costs, context),
  rows: (context, id, name, leaveOut) => learner(id).postedRows(name, context, leaveOut),
  common: (_, files) => commonRows(files),
  compare: async (_, rows, confidence, common) => compare(rows, confidence, await backend, common),
  worst: (context, id) => learner(id).worst(context),
  rewards: (context, id) => learner(id).rewards(context),
  slices: (context, id, by) => learner(id).slices(by, context),
  rules: async ({ workers }, file, truth, predicted, classes) => rules(file, truth, predicted, classes, await backend, workers),
  bench: async () => bench(await backend),
  kindOfData: async (_, file) => (await learning()).kindOfData(file),
  lookAtData: async (_, file) => (await learning()).lookAtData(file),
  readData: async (_, file, className) => (await learning()).readDataOf(file, className),
  learnFrom: async (_, data) => (await learning()).learnFrom(data),
  countSplits: async (_, plan) => (await learning()).countSplits(plan),
  fitSplit: async (_, learner, plan, split) => (await learning()).fitSplit(learner, plan, split),
  describeModel: async (_, learner) => (await learning()).describeModel(learner, await backend),
  judgeLearners: async (_, request) => (await learning()).judgeLearners(request, await backend),
  /** Loads what is loaded when first needed otherwise: later there may be no network, and the page makes no request. */
  async warm() {
    await Promise.all([loadFormats(), learning()]);
    return backend;
  },
};

/** The page's other workers, by their numbers. */
const others = new Map<number, OtherWorker>();
const running = new Map<number, AbortController>();
let last: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  if ('cancel' in data) {
    running.get(data.id)?.abort();
    return;
  }
  if ('ping' in data) {
    scope.postMessage({ id: data.id, result: undefined });
    return;
  }
  if ('others' in data) {
    for (const [number, port] of data.others) others.set(number, new OtherWorker(port));
    for (const port of data.served) serveWorker(port);
    return;
  }
  if ('lost' in data) {
    others.get(data.lost)?.lose(new Error(data.message));
    return;
  }
  const { id, name, args, helpers } = data;
  const control = new AbortController();
  running.set(id, control);
  last = last.then(async () => {
    try {
      control.signal.throwIfAborted();
      const doer = doers[name] as (context: WorkContext, ...args: unknown[]) => unknown;
      const workers = helpers.flatMap((number) => others.get(number) ?? []);
      const context: WorkContext = {
        signal: control.signal,
        heard: (progress) => scope.postMessage({ id, progress }),
        told: (outcome) => scope.postMessage({ id, outcome }),
        workers,
      };
      const result = await doer(context, ...args);
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
    const { name, message, code, file, line, column, suggestion } = error;
    return {
      name,
      message,
      code,
      fault: false,
      ...(file ? { file } : {}),
      ...(line ? { line } : {}),
      ...(column ? { column } : {}),
      ...(suggestion ? { suggestion } : {}),
    };
  }
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
  return { name, message, fault: name !== 'AbortError' };
}
