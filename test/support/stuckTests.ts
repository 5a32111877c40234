import { execFileSync } from 'node:child_process';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Seconds that a test may take. Its own time limit is shorter, but cannot end a call that never returns. */
const MOST_SECONDS = 400;
const LOOK_SECONDS = 10;

/**
 * Ends the run where a test hangs inside of a call (a loop, a command that does not end): its own thread cannot time it out, and all would
 * wait for it. Says which test it was, and what its process waits for.
 */
export class StuckTests implements Reporter {
  private readonly begun = new Map<string, { name: string; at: number }>();
  private readonly ended = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.timer = setInterval(() => this.look(), 1000 * LOOK_SECONDS);
    this.timer.unref();
  }

  onTestRunEnd(): void {
    clearInterval(this.timer);
  }

  onTestModuleQueued({ id, relativeModuleId }: TestModule): void {
    this.begun.set(id, { name: relativeModuleId, at: Date.now() });
  }

  onTestCaseReady({ module: { id, relativeModuleId }, fullName }: TestCase): void {
    // Messages about the last tests of a file may come after its end.
    if (!this.ended.has(id)) this.begun.set(id, { name: `${relativeModuleId}: ${fullName}`, at: Date.now() });
  }

  onTestModuleEnd({ id, relativeModuleId }: TestModule): void {
    this.begun.delete(id);
    this.ended.add(id);
    // A process that has done its tests may still not end.
    this.begun.set('', { name: `what comes after ${relativeModuleId}`, at: Date.now() });
  }

  private look(): void {
    const stuck = [...this.begun.values()].filter(({ at }) => Date.now() - at > 1000 * MOST_SECONDS);
    if (stuck.length === 0) return;
    for (const { name } of stuck) console.error(`\nThis has not ended for ${MOST_SECONDS} seconds: ${name}`);
    for (const { pid, line } of descendants()) {
      console.error(line);
      process.kill(pid, 'SIGKILL');
    }
    process.exit(1);
  }
}

/** The processes that the tests have started, and what each waits for. */
function descendants(): { pid: number; line: string }[] {
  let lines: string[] = [];
  try {
    lines = execFileSync('ps', ['-eo', 'pid,ppid,etimes,pcpu,stat,wchan:20,args', '--no-headers'], { encoding: 'utf8' }).trim().split('\n');
  } catch {
    // Not every system has it.
  }
  const all = lines.map((line) => ({ line, pid: Number(line.trim().split(/\s+/)[0]), parent: Number(line.trim().split(/\s+/)[1]) }));
  const found = [{ pid: process.pid, line: '' }];
  for (const { pid } of found) found.push(...all.filter(({ parent, line }) => parent === pid && !line.includes('ps -eo')));
  return found.slice(1);
}
