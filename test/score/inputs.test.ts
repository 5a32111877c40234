import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { scoreFiles } from 'fairbits/node';
import { describe, expect, it } from 'vitest';
import { rejected } from '../support/error.js';
import { fairbits, folder, json, write } from './cli.js';

const csv = 'label,p_a,p_b\na,0.5,0.5\nb,0.25,0.75\n';
const rows = async (...names: string[]): Promise<number> => (await scoreFiles(names.map((name) => join(folder, name)))).report.rows;

describe('a gzipped file', () => {
  it('is known by its bytes, whatever it is called', async () => {
    write('packed.csv', gzipSync(csv));
    write('packed', gzipSync(csv));
    write('PACKED.CSV.GZ', gzipSync(csv));
    expect(await rows('packed.csv', 'packed', 'PACKED.CSV.GZ')).toBe(6);
  });

  it('may have members', async () => {
    write('members.csv.gz', Buffer.concat([gzipSync(csv), gzipSync('a,0.5,0.5\n')]));
    expect(await rows('members.csv.gz')).toBe(3);
  });

  it('may come by standard input', () => {
    expect(json(['score', '-'], { input: gzipSync(csv) }).rows).toBe(2);
  });
});

it.skipIf(process.platform === 'win32')('a pipe can be read, as can a gzipped one', async () => {
  execFileSync('mkfifo', ['one', 'two'], { cwd: folder });
  write('one.csv', csv);
  write('two.csv.gz', gzipSync(csv));
  const feed = 'cat one.csv > one & cat two.csv.gz > two';
  execFileSync('sh', ['-c', `(${feed}) > /dev/null 2>&1 &`], { cwd: folder });
  expect(await rows('one', 'two')).toBe(4);
});

describe('a glob', () => {
  for (const path of ['x/one', 'x/two/deep', 'x/.hidden']) mkdirSync(join(folder, path), { recursive: true });
  for (const name of ['x/1.csv', 'x/2.csv', 'x/one/1.csv', 'x/two/deep/1.csv', 'x/.hidden/1.csv', 'x/.3.csv', 'x/a[b.csv']) write(name, csv);
  const names = async (pattern: string): Promise<number> => rows(pattern);

  it.each([
    ['x/?.csv', 4],
    ['x/[1-9].csv', 4],
    ['x/[!1].csv', 2],
    ['x/.*.csv', 2],
    ['x/*/*.csv', 2],
    ['x/*/1.csv', 2],
    ['x/**/1.csv', 6],
    ['x/**', 10],
    ['x/a[b.csv', 2],
    ['x/a[b*', 2],
  ])('%s has %i rows', async (pattern, expected) => {
    expect(await names(pattern)).toBe(expected);
  });

  it('that matches nothing is an error', async () => {
    for (const pattern of ['x/9*', 'x/1.csv/*', 'none*/1.csv', 'x/on?'])
      expect((await rejected('file', scoreFiles([join(folder, pattern)]))).message).toContain('no file matches');
  });
});

it.skipIf(process.platform !== 'linux')('what the system cannot read is no fault of ours', () => {
  const { status, stderr } = fairbits(['score', '/proc/self/mem']);
  expect(stderr).toMatch(/^fairbits: \/proc\/self\/mem cannot be read: /);
  expect(status).toBe(2);
});
