import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { random } from '../support/random.js';
import { folder, json, write } from './cli.js';

const BLOCK = 50_000;

/** The same rows over and over: so many blocks. */
function file(name: string, blocks: number): string {
  const next = random(21);
  const lines: string[] = [];
  for (let r = 0; r < BLOCK; r++) {
    const a = next();
    const b = next() * (1 - a);
    const at = next();
    lines.push(`${at < a ? 'a' : at < a + b ? 'b' : 'c'},${a},${b},${1 - a - b},${1 + (r % 9)}\n`);
  }
  const path = join(folder, name);
  const out = openSync(path, 'w');
  writeSync(out, 'label,p_a,p_b,p_c,loan\n');
  const text = lines.join('');
  for (let i = 0; i < blocks; i++) writeSync(out, text);
  closeSync(out);
  return path;
}

/** Peak memory of a command, in MB. */
function peak(args: string[]): number {
  const hook = write('peak.cjs', 'process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS / 1024));\n');
  const { status, stderr } = spawnSync(process.execPath, ['-r', hook, 'dist/bin/fairbits.js', ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  expect(status, stderr).toBe(0);
  return Number(/peak ([\d.]+)/.exec(stderr)?.[1]);
}

// Memory is the same on either backend, and these files take a while.
describe('3 million rows take no more memory than 250,000', () => {
  const [small, large] = [file('small.csv', 5), file('large.csv', 60)];
  const commands: [string, (path: string) => string[]][] = [
    ['calibrate', (path) => ['calibrate', path]],
    ['curves', (path) => ['curves', path, '--positive', 'a', '--csv']],
    ['decide', (path) => ['decide', path, '--amounts', 'loan']],
    ['recalibrate', (path) => ['recalibrate', '--fit', path, '--apply', path, '--out', `${path}.out`]],
  ];

  // When V8 collects garbage depends on what else the machine does, and shows in a peak. What grows with the rows does so every time.
  it.each(commands)('%s', { retry: 2, timeout: 300_000 }, (_, args) => {
    const bounded = ['--memory', '4M', '--threads', '1'];
    // To keep 3 million rows takes 78 MB, before anything is done with them.
    expect(peak([...args(large), ...bounded])).toBeLessThan(peak([...args(small), ...bounded]) + 64);
  });

  it('what is kept shows: with room for all rows there is more in memory', () => {
    expect(peak(['calibrate', large, '--threads', '1', '--memory', '1G'])).toBeGreaterThan(peak(['calibrate', small, '--threads', '1']) + 100);
  }, 300_000);

  it('decide is exact at any size, and so is what recalibrate writes', () => {
    const [one, many] = [small, large].map((path) => json(['decide', path, '--amounts', 'loan', '--memory', '1k', '--costs', '0,1,5;1,0,1;5,1,0']));
    expect(many.rows).toBe(60 * BLOCK);
    expect(many.modal.confusion).toEqual(one.modal.confusion.map((row: number[]) => row.map((n) => 12 * n)));
    expect(many.leastCost.total).toBeCloseTo(12 * one.leastCost.total, 3);
    expect(readFileSync(`${large}.out`, 'utf8').split('\n').length).toBe(60 * BLOCK + 2);
  }, 300_000);
});
