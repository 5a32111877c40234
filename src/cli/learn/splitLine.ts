import { tellAnew } from '../outputs/print.js';

const QUIET_MILLISECONDS = 1000;

/** Progress over splits: one line that changes, on a terminal and from a second on. */
export function splitLine(name: string, quiet: boolean): { update(done: number, total: number): void; done(): void } {
  const started = performance.now();
  let shown = false;
  return {
    update(done, total) {
      if (quiet || process.stderr.isTTY !== true || performance.now() - started < QUIET_MILLISECONDS) return;
      shown = true;
      tellAnew(`${name}: ${done} of ${total} splits`);
    },
    done() {
      if (shown) tellAnew('');
    },
  };
}
