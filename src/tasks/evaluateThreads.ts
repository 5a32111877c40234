import { detailsOf } from '../columns/calibration/detailsOf.js';
import { createEngine } from '../core/engine.js';
import type { Estimates, Labels } from '../core/input.js';
import { evaluateParts, explained, type TakenOptions } from '../evaluate/evaluate.js';
import type { Report } from '../evaluate/report.js';
import { wasmModule } from '../kernels/wasm.js';
import { Crew } from '../run/crew.js';
import { rankOnCrew } from './score/rankOnCrew.js';
import { startThreads } from './threads.js';
import { type Job, type Setup, workWith } from './work.js';

/** What threads need before they are told what to rank. */
const LITTLE = 2 ** 18;

/**
 * Evaluates arrays with several threads of Node's: the others begin to rank classes while this one goes through the rows, which then takes the classes
 * that are left. Arrays that lie in shared memory are not copied; others are, once.
 */
export async function evaluateThreads(estimates: Estimates, labels: Labels, options: TakenOptions, threads: number): Promise<Report> {
  const { bins, confidence, backend: asked, engine } = options;
  const backend = engine?.backend ?? (await createEngine({ memory: LITTLE, ...(asked ? { backend: asked } : {}) })).backend;
  const hands = startThreads(threads - 1);
  try {
    // Nobody reads a file here.
    const crew = new Crew<Job>(
      workWith(await createEngine({ memory: LITTLE, backend }), undefined, () => undefined as never),
      hands,
    );
    crew.setUp({ engine: { backend, memory: LITTLE, ...(backend === 'wasm' ? { module: await wasmModule() } : {}) } } satisfies Setup);
    const rank = rankOnCrew(crew);
    const details = { bins, confidence };
    const elsewhere: Parameters<typeof evaluateParts>[5] = (input) => rank({ ...input, details });
    const { report } = await evaluateParts(inSharedMemory(estimates), inSharedMemory(labels), options, detailsOf(details), false, elsewhere);
    return explained(engine ?? (await createEngine({ backend })), estimates, labels, options, report);
  } finally {
    for (const hand of hands) hand.stop();
  }
}

function inSharedMemory<A extends Estimates | Labels>(array: A): A {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const Kind = array.constructor as new (buffer: SharedArrayBuffer) => A;
  const copy = new Kind(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
