import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, json, write } from './score/cli.js';

/** The recipes of docs/notebooks.md, as they are printed there. */
const text = readFileSync('docs/notebooks.md', 'utf8');
const recipe = (language: string): string => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';

/** What is installed may be another version: the command of this build. */
const here = (code: string): string => code.replace('"npx", "fairbits"', `"${process.execPath}", "${resolve('dist/bin/fairbits.js')}"`);

const python = process.env.FAIRBITS_PYTHON ?? 'python3';
const hasPandas = spawnSync(python, ['-c', 'import pandas']).status === 0;
const hasJsonlite = spawnSync('Rscript', ['-e', 'library(jsonlite)']).status === 0;

const rows = [
  ['a', 0.9, 0.1],
  ['b', 0.2, 0.8],
  ['a', 0.6, 0.4],
  ['b', 0.7, 0.3],
];
const csv = `label,p_a,p_b\n${rows.map((row) => row.join()).join('\n')}\n`;

describe('recipes for notebooks', () => {
  it('have ten lines or so each', () => {
    for (const language of ['python', 'r']) {
      const lines = recipe(language).trim().split('\n');
      expect(lines.length).toBeGreaterThan(8);
      expect(lines.length).toBeLessThanOrEqual(15);
    }
  });

  function expected(): string {
    const { mean, ceiling, share } = json(['score', write('recipe.csv', csv)]).measures.bayesianReward;
    return `${mean.toFixed(2)} of ${ceiling.toFixed(2)} bits per prediction (${(100 * share).toFixed(0)}`;
  }

  it.skipIf(!hasPandas)(
    'Python: a frame is piped, and the report lies there (skipped where there is no Python with pandas)',
    () => {
      const { stdout, stderr, status } = spawnSync(python, ['-c', here(recipe('python'))], { encoding: 'utf8', cwd: folder, timeout: 120_000 });
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout).toBe(`${expected()}%)\n`);
      expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    },
    120_000,
  );

  it.skipIf(!hasPandas)(
    'Python: what cannot be scored is an error with the message (skipped where there is no Python with pandas)',
    () => {
      const code = `${here(recipe('python')).split('\nframe = ')[0]}\nfairbits(pd.DataFrame({"x": [1]}))`;
      const { stderr, status } = spawnSync(python, ['-c', code], { encoding: 'utf8', cwd: folder, timeout: 120_000 });
      expect(status).toBe(1);
      expect(stderr).toMatch(/ValueError: fairbits: standard input/);
    },
    120_000,
  );

  it.skipIf(!hasJsonlite)(
    'R: a frame is piped (skipped where there is no R with jsonlite)',
    () => {
      const code = recipe('r').replace('"npx", c("fairbits"', `"${process.execPath}", c("${resolve('dist/bin/fairbits.js')}"`);
      const { stdout, status } = spawnSync('Rscript', ['-e', code], { encoding: 'utf8', cwd: folder, timeout: 120_000 });
      expect(status).toBe(0);
      expect(stdout).toContain(expected());
      expect(existsSync(join(folder, 'report.html'))).toBe(true);
    },
    120_000,
  );
});
