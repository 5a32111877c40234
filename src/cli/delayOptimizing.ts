import { setFlagsFromString } from 'node:v8';

/** V8 counts what a function has run, in bytes of its code, and optimizes it above so many; in Node 20 from 66 thousand on. */
const MORE_PATIENT = '--interrupt-budget=1000000';

/**
 * The V8 of Node 20 optimizes JavaScript so early that it takes the processors from the loops of the core: scoring ten million rows takes a seventh longer. Later
 * ones have another compiler before that one, and no such flag.
 */
export function delayOptimizing(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(MORE_PATIENT);
}
