import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { scoreFiles } from '../../dist/node.js';
import { fairbits } from './cli.js';

const file = 'examples/forecasters/timid.csv';
const most = Math.max(16, 2 * availableParallelism());

// Threads are Node's, whatever computes on them.
describe('more threads than are of use', () => {
  it('are not started, which is said', () => {
    const one = fairbits(['score', file, '--json', '--threads', '1']);
    const many = fairbits(['score', file, '--json', '--threads', '100000']);
    expect(many.status).toBe(0);
    expect(many.stderr).toContain(`--threads 100000: ${most} are taken, which is the most on this machine`);
    expect(many.stdout).toBe(one.stdout);
    expect(one.stderr).toBe('');
  });

  it('nor by the library', async () => {
    const { report } = await scoreFiles([file], { threads: 1e9 });
    expect(report.rows).toBe(2000);
  });
});
