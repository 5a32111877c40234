import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

/** What a shell calls the status of a process when it has ended: its exit code, or 128 and the number of the signal that ended it. */
export function ended(child: ChildProcess): Promise<number> {
  return new Promise((done) => child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal as NodeJS.Signals])));
}
