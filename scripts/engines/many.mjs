// As many classes as a query may have, in the engines that run in a process: DuckDB, PGlite and SQLite.
import { spawnSync } from 'node:child_process';

export const many = {
  name: '1,000 classes in DuckDB, PGlite and SQLite',
  async alone({ say }) {
    const args = ['node_modules/vitest/vitest.mjs', 'run', 'test/engines/many.test.ts', '-t', 'takes 1000 classes', '--testTimeout', '180000'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      timeout: 300_000,
      env: { ...process.env, FAIRBITS_MANY: '1', NO_COLOR: '1' },
    });
    if (status !== 0) throw new Error(`${stdout}${stderr}`.trim().split('\n').slice(-30).join('\n'));
    say(`arrays and long tables agree with score (${/Tests\s+(\d+) passed/.exec(stdout)?.[1]} tests)`);
  },
};
