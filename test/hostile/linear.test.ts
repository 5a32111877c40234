import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { starMatcher } from '../../dist/base/starPattern.js';
import { partMatcher } from '../../dist/rows/bytes/glob.js';
import { chooseColumns } from '../../dist/rows/columns.js';
import { fairbits, folder, json, write } from '../score/cli.js';
import { random } from '../support/random.js';

/** On a machine with nothing else to do each takes a second or two. */
const TIMEOUT = 60_000;

const numbered = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => prefix + i);

describe('headers and options take time that grows with their length alone', () => {
  it('250,000 columns, of which many are wanted', () => {
    // By their squares it would take many minutes.
    const names = [...numbered('p_', 250_000), 'label'];
    expect(chooseColumns(names, {}, 'x').estimates.length).toBe(250_000);
    const list = names.slice(0, 30_000).join(',');
    expect(chooseColumns(names, { probs: list }, 'x').classes?.at(-1)).toBe('29999');
  }, 20_000);

  it('60,000 columns', () => {
    const names = numbered('c', 60_000);
    const csv = write('wide.csv', `label,${names.join(',')},p_a,p_b\na,${names.map(() => 1).join(',')},0.5,0.5\n`);
    expect(json(['score', csv], { timeout: TIMEOUT }).rows).toBe(1);
    const row = Object.fromEntries([['label', 'a'], ...names.map((name) => [name, 1]), ['p_a', 0.5], ['p_b', 0.5]]);
    expect(json(['score', write('wide.ndjson', `${JSON.stringify(row)}\n`)], { timeout: TIMEOUT }).rows).toBe(1);
  });

  it('30,000 classes', () => {
    const names = numbered('p_', 30_000);
    const csv = write('classes.csv', `label,${names.join(',')}\n0,1${',0'.repeat(names.length - 1)}\n`);
    expect(fairbits(['score', csv], { timeout: 2 * TIMEOUT })).toMatchObject({ status: 0, stdout: expect.stringContaining('bits') });
    const { status, stderr } = fairbits(['decide', csv], { timeout: TIMEOUT });
    expect(status).toBe(2);
    expect(stderr).toContain('Expected at most 2048');
  });

  it('500,000 quotes', () => {
    for (const quotes of ['"'.repeat(500_001), '" '.repeat(250_000), '"a",'.repeat(125_000)]) {
      const { status } = fairbits(['score', write('quotes.csv', `label,p_a,p_b,${quotes}\na,0.5,0.5,x\n`)], { timeout: TIMEOUT });
      expect([0, 2]).toContain(status);
    }
  });

  it('a pattern of many stars, against a long name', () => {
    const csv = write('long.csv', `label,${'a'.repeat(3000)},p_b\nx,0.5,0.5\n`);
    const { status, stderr } = fairbits(['score', csv, '--probs', `${'a*'.repeat(20)}b`], { timeout: TIMEOUT });
    expect(status).toBe(2);
    expect(stderr).toContain('no column matches');
    expect(stderr.length).toBeLessThan(1000);
    expect(starMatcher(`${'a*'.repeat(200)}b`)('a'.repeat(200_000))).toBeUndefined();
    expect(partMatcher(`${'*a'.repeat(50)}b`)('a'.repeat(3000))).toBe(false);
    expect(partMatcher('['.repeat(100_000))('x')).toBe(false);
  });
});

it('options that ask for more than memory has are refused; what they allow is done', () => {
  const csv = write('few.csv', 'label,p_a,p_b\na,0.75,0.25\nb,0.25,0.75\nb,0.5,0.5\n');
  for (const [args, said] of [
    [['priors', csv, csv, '--points', '1000000000'], '--points 1000000000: expected a whole number from 1 to 100000'],
    [['curves', csv, '--points', '1e12'], '--points 1e12: expected a whole number from 2 to 100000'],
    [['score', csv, '--bootstrap', '1000000000'], '--bootstrap 1000000000: expected a whole number from 2 to 1000000'],
    [['compare', csv, csv, '--bootstrap', '1e9'], '--bootstrap 1e9: expected a whole number from 2 to 1000000'],
    [['regress', csv, '--actual', 'p_a', '--predicted', 'p_b', '--bootstrap', '1e9'], '--bootstrap 1e9: expected a whole number from 0 to 1000000'],
  ] as const)
    expect(fairbits([...args], { timeout: TIMEOUT })).toEqual({ status: 2, stdout: '', stderr: `fairbits: ${said}\n` });
  const most = ['regress', csv, '--actual', 'p_a', '--predicted', 'p_b', '--bootstrap', '1000000', '--json'];
  expect(fairbits(most, { timeout: TIMEOUT }).status).toBe(0);
});

it.skipIf(process.platform !== 'linux')('what has no size that can be relied on is no file', () => {
  for (const [path, said] of [
    ['/dev/zero', 'is a device'],
    ['/proc/self/maps', 'has no size, but bytes that are made as it is read'],
  ])
    expect(fairbits(['score', path], { timeout: TIMEOUT }).stderr).toBe(
      `fairbits: ${path} ${said}: expected a file. Standard input, which is -, may be of any kind.\n`,
    );
  symlinkSync('loop.csv', join(folder, 'loop.csv'));
  expect(fairbits(['score', join(folder, 'loop.csv')]).stderr).toContain('loop.csv cannot be read: it is a link that leads to itself');
  expect(fairbits(['score', '']).stderr).toBe('fairbits: "" cannot be read: there is no such file\n');
});

/** Patterns as expressions, which is how they were matched before. */
function starPattern(pattern: string): RegExp {
  return new RegExp(`^${pattern.split('*').join('(.*)')}$`, 's');
}

it('patterns match what expressions match, and stars stand for as much', () => {
  const next = random(3);
  const text = (signs: string, most: number): string =>
    Array.from({ length: Math.floor(next() * most) }, () => signs[Math.floor(next() * signs.length)]).join('');
  let matched = 0;
  for (let turn = 0; turn < 10_000; turn++) {
    const [pattern, name] = [text('aab**', 7), text('aab', 9)];
    const wanted = starPattern(pattern).exec(name);
    const found = starMatcher(pattern)(name);
    expect([pattern, name, found && [found.captured]]).toEqual([pattern, name, wanted ? [wanted[1]] : undefined]);
    const sets = text('ab*?[]!', 8);
    const source = sets.replace(/\[(!?)([^\]]+)\]|[\s\S]/g, (char, not?: string, set?: string) =>
      set === undefined ? (char === '*' ? '.*' : char === '?' ? '.' : char.replace(/[[\]]/, '\\$&')) : `[${not ? '^' : ''}${set.replace(/[[\]^]/g, '\\$&')}]`,
    );
    expect([sets, name, partMatcher(sets)(name)]).toEqual([sets, name, new RegExp(`^${source}$`, 's').test(name)]);
    if (found) matched++;
  }
  expect(matched).toBeGreaterThan(500);
});

it('values in values, a million deep, are an error of the row', () => {
  const deep = `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`;
  const file = write('deep.ndjson', `{"label":"a","p_a":0.5,"p_b":0.5}\n{"label":"a","p_a":0.5,"p_b":${deep}}\n`);
  const { status, stderr } = fairbits(['score', file]);
  expect(status).toBe(2);
  expect(stderr).toContain(':2: column "p_b" holds objects in objects, very deep');
});

it('of columns that are called the same, the one that is used is named', () => {
  const { status, stderr } = fairbits(['score', write('twice.csv', 'x,x,label,p_a,p_a,p_b\n1,1,a,0.5,0.5,0.5\n')]);
  expect(status).toBe(2);
  expect(stderr).toContain('there are two columns called "p_a"');
});
