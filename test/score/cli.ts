import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { withoutProgress } from '../support/withoutProgress.js';

/** A folder of its own for each test file, removed at the end. */
export const folder = mkdtempSync(join(tmpdir(), 'fairbits-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** No command here takes so many milliseconds; one that hangs is a failure, not the end of all tests. */
const LIMIT = 100_000;

/** Runs the command that a user would. */
export function fairbits(args: string[], options: SpawnSyncOptions = {}): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/bin/fairbits.js', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: LIMIT,
    killSignal: 'SIGKILL',
    ...options,
  });
  return { status, stdout: String(stdout), stderr: withoutProgress(String(stderr)) };
}

// biome-ignore lint/suspicious/noExplicitAny: a report is looked into by path
export function json(args: string[], options: SpawnSyncOptions = {}): any {
  const { status, stdout, stderr } = fairbits([...args, '--json'], options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** A report without what says where it came from. */
export function figures({ files, guesses, backend, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/** The football example as rows of fields. */
export function rowsOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
}
