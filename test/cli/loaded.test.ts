import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fairbits, folder, write } from '../score/cli.js';

const FILE = 'examples/forecasters/calibrated.csv';

/** Parts that are loaded where they are first used (scripts/later.mjs), of those that no test set needs by itself. */
const SELDOM = ['flow', 'given', 'otherSinks', 'otherTasks', 'paired', 'parquetOdd', 'ranking', 'resampling', 'saved', 'sets', 'words', 'zstd'];

const hook = write(
  'hook.cjs',
  `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED_PARTS, Object.keys(require.cache).map((path) => path.replaceAll('\\\\', '/').replace(/^.*\\//, '')).join('\\n')));`,
);

/** The parts among them that a call loads on its first thread. */
function seldomLoaded(...args: string[]): string[] {
  const to = join(folder, 'loaded.txt');
  const { status, stderr } = fairbits(args, { env: { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(hook)}`, LOADED_PARTS: to } });
  expect([status, stderr]).toEqual([0, '']);
  const loaded = readFileSync(to, 'utf8').split('\n');
  expect(loaded).toContain('part.threadWork.js');
  return SELDOM.filter((name) => loaded.includes(`part.${name}.js`));
}

test('what few calls use is not loaded by those that do not', () => {
  expect(seldomLoaded('score', FILE, '--no-ranking', '--json')).toEqual([]);
});

test('it is loaded where it is used', () => {
  expect(seldomLoaded('score', FILE, '--json')).toEqual(['ranking']);
  expect(seldomLoaded('score', FILE, '--no-ranking', '--bootstrap', '50', '--json')).toEqual(['resampling']);
  expect(seldomLoaded('score', FILE, '--no-ranking')).toEqual(['words']);
  expect(seldomLoaded('score', FILE, '--no-ranking', '--json', '--save', join(folder, 'saved.json'))).toEqual(['saved']);
});
