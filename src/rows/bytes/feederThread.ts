import { Worker } from 'node:worker_threads';

let earlyFeeder: Worker | undefined;

/** Starts the thread that reads streams before anyone has asked for it. Nobody waits for it if it is not wanted. */
export function startFeederEarly(): void {
  earlyFeeder = newFeeder();
  earlyFeeder.unref();
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
  const worker = new Worker(new URL('./feeder.js', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  // Without anyone waiting for it, a thread that could not start must not end the process.
  worker.on('error', () => {});
  return worker;
}
