import { Worker } from 'node:worker_threads';
import { threadError } from './threadError.js';

let earlyFeeder: Worker | undefined;

/** Starts the thread that reads streams before anyone has asked for it. Nobody waits for it if it is not wanted. */
export function startFeederEarly(): void {
  try {
    earlyFeeder = newFeeder();
    earlyFeeder.unref();
  } catch {
    // Who needs it will hear why there is none.
  }
}

/** The thread that reads streams. */
export function startFeeder(): Worker {
  // One that has ended meanwhile would never answer.
  const worker = earlyFeeder && earlyFeeder.threadId >= 0 ? earlyFeeder : newFeeder();
  earlyFeeder = undefined;
  worker.ref();
  return worker;
}

function newFeeder(): Worker {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./feeder.js', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  } catch (error) {
    throw threadError(error);
  }
  // Without anyone waiting for it, a thread that could not start must not end the process.
  worker.on('error', () => {});
  return worker;
}
