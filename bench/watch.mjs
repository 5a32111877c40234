// What part of the processors others had while something was measured: programs that are not its own, and other guests of the machine.

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const numbers = (text) => text.trim().split(/ +/).map(Number);

/** All time of all processors so far, what was not idle, and what this process and the children that have ended had of it; undefined but on Linux. */
function times() {
  try {
    const [user, nice, system, idle, waiting, irq, softIrq, steal] = numbers(readFileSync('/proc/stat', 'utf8').split('\n')[0].slice(4));
    // Behind the name, which may hold anything, the 12th to the 15th.
    const own = numbers(readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)).slice(11, 15);
    const busy = user + nice + system + irq + softIrq + steal;
    return { all: busy + idle + waiting, busy, own: own.reduce((a, b) => a + b) };
  } catch {
    return undefined;
  }
}

/** Begins to watch; what it gives ends it, with `{ others }`, a share of all processors. */
export function beginWatch() {
  const before = times();
  return () => {
    const after = times();
    if (!before || !after) return {};
    const passed = (key) => after[key] - before[key];
    // A clock of processes and one of processors do not tick together.
    return { others: Math.max(0, (passed('busy') - passed('own')) / Math.max(1, passed('all'), cpus().length)) };
  };
}
