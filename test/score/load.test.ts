import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ranAlready } from '../support/ranAlready.js';
import { fairbits, folder, write } from './cli.js';

const args = ['score', resolve('examples/forecasters/timid.csv'), '--threads', '2', '--json'];
const codes = (bin: string): string[] => readdirSync(bin).filter((name) => name.endsWith('.code'));

// What V8 makes of JavaScript has nothing to do with the backend.
describe.skipIf(ranAlready)('code that was kept when the command was built', () => {
  it('is taken', () => {
    const script = write(
      'taken.cjs',
      `require(${JSON.stringify(resolve('dist/bin/load.js'))}).load('./command.js', (file, { cachedDataRejected }) => console.log(file, cachedDataRejected))`,
    );
    const out = execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    const seen = [...out.matchAll(/(\w+\.js) (true|false|undefined)$/gm)].map(([, name, rejected]) => [name, rejected]);
    expect(seen.map(([name]) => name)).toEqual(expect.arrayContaining(['command.js', 'main.js', 'score.js', 'engine.js']));
    expect(seen.filter(([, rejected]) => rejected !== 'false')).toEqual([]);
  });

  const wanted = fairbits(args).stdout;
  it.each([
    ['missing', (bin: string, name: string) => rmSync(join(bin, name))],
    ['empty', (bin: string, name: string) => writeFileSync(join(bin, name), '')],
    ['something else', (bin: string, name: string) => writeFileSync(join(bin, name), 'x'.repeat(5000))],
    ['cut short', (bin: string, name: string) => writeFileSync(join(bin, name), readFileSync(join(bin, name)).subarray(0, -100))],
    [
      'another’s',
      (bin: string, name: string) =>
        writeFileSync(join(bin, name), readFileSync(join('dist/bin', name === 'part.main.js.code' ? 'part.engine.js.code' : 'part.main.js.code'))),
    ],
  ])('does without where it is %s', (name, spoil) => {
    const bin = join(folder, name, 'bin');
    cpSync('dist/bin', bin, { recursive: true });
    expect(codes(bin).length).toBeGreaterThan(10);
    for (const code of codes(bin)) spoil(bin, code);
    expect(execFileSync(process.execPath, [join(bin, 'fairbits.js'), ...args], { encoding: 'utf8' })).toBe(wanted);
  });
});
