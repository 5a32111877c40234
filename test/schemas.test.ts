import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fairbits, folder, json, write } from './score/cli.js';
import { problems, type Schema } from './support/validate.js';

/** A package has no file that looks like a test. */
const fileOf = (command: string): string => `${command === 'test' ? 'significance' : command}.json`;

const schema = (command: string): Schema => JSON.parse(readFileSync(`schemas/${fileOf(command)}`, 'utf8'));
const file = (name: string): string => `examples/forecasters/${name}.csv`;

const two = write('two.csv', 'label,p_no,p_yes,n,price,guess\nno,0.8,0.2,1,3,2.5\nyes,0.3,0.7,2,5,4\nno,0.6,0.4,1,1,2\nyes,0.55,0.45,0,2,2\n');
const never = write('never.csv', 'label,p_no,p_yes\nno,0.8,0.2\nyes,1,0\nno,0.6,0.4\n');
const sets = write('sets.csv', 'y,said\na,a|b\nb,b\nc,a\na,\n');
const folds = write('folds.csv', 'fold,a,b\n1,0.1,0.2\n2,0.3,0.35\n3,0.2,0.4\n4,0.5,0.45\n');
const saved = join(folder, 'saved.json');
fairbits(['score', file('timid'), '--save', saved]);

/** Other files than those that the schemas were made from. */
const CALLS: [command: string, ...args: string[]][] = [
  ['score', file('calibrated')],
  ['score', file('calibrated'), file('timid'), '--no-ranking'],
  ['score', two, '--weights', 'n', '--bootstrap', '50'],
  ['score', never],
  ['score', never, '--cutoff', 'mml:10', '--prior', 'uniform'],
  ['compare', file('calibrated'), file('timid'), file('overconfident'), '--bootstrap', '50'],
  ['merge', saved],
  ['priors', file('calibrated'), file('timid')],
  ['test', 'corrected-t', folds, '--test-train-ratio', '1/9'],
  ['interval', '--successes', '750', '--trials', '1000'],
  ['rules', sets, '--truth', 'y', '--predicted', 'said', '--classes', 'a,b,c'],
  ['regress', two, '--actual', 'price', '--predicted', 'guess'],
  ['decide', file('timid')],
  ['curves', file('timid'), '--positive', 'home'],
  ['calibrate', file('calibrated')],
  ['learn', 'j48', 'test/learners/fixtures/weather.arff', '--describe', '--plan', 'holdout:1/2'],
  ['learn', 'tan,foil', 'test/learners/fixtures/weather.arff', '--plan', '7-fold'],
  ['recalibrate', '--fit', file('timid'), '--apply', file('calibrated')],
];

describe('JSON Schemas', () => {
  it('are there for every command that prints JSON, and as the recordings have it', () => {
    const help = fairbits(['--help']).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help' && fairbits([name, '--help']).stdout.includes('--json'));
    expect(commands.length).toBeGreaterThan(11);
    expect(readdirSync('schemas').sort()).toEqual(commands.map(fileOf).sort());
    execFileSync(process.execPath, ['scripts/schemas.mjs', '--check']);
  });

  it.each(CALLS)('%s %s …', (command, ...args) => {
    expect(problems(json([command, ...args]), schema(command))).toEqual([]);
  });

  it('refuse what is not so', () => {
    const found = json(['score', two]);
    const of = schema('score');
    expect(problems({ ...found, rows: 'many' }, of)).toEqual(['$.rows: a string, expected a number']);
    const { prior: _, ...without } = found;
    expect(problems(without, of)).toEqual(['$.prior is missing']);
    found.measures.bayesianReward.mean = 'a lot';
    expect(problems(found, of)).toHaveLength(1);
    expect(problems({ ...found, measures: {} }, of).length).toBe(9);
  });

  it('lie in the package', () => {
    const { exports: entries, files } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(files).toContain('schemas');
    expect(entries['./schemas/*.json']).toBe('./schemas/*.json');
  });
});
