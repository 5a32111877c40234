import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fairbits, folder, write } from './cli.js';

// What V8 makes of JavaScript has nothing to do with the backend.
describe('the command', () => {
  it('is the JavaScript that lies there, and nothing that was made of it before', () => {
    expect(readdirSync('dist/bin').filter((name) => !/\.js(?:on)?$/.test(name))).toEqual([]);
    const bin = join(folder, 'bin');
    cpSync('dist/bin', bin, { recursive: true });
    const part = join(bin, 'part.commandLine.js');
    const before = readFileSync(part, 'utf8');
    const after = before.replace('How many fair bits', 'How much fair bits');
    expect(after).not.toBe(before);
    expect(after.length).toBe(before.length);
    writeFileSync(part, after);
    const help = execFileSync(process.execPath, [join(bin, 'fairbits.js'), '--help'], { encoding: 'utf8' });
    expect(help).toContain('How much fair bits is');
  });

  it('says nothing of what it tells V8 about large files, whatever the version', () => {
    const file = write('large.csv', `label,p_a,p_b,note\n${`a,0.75,0.25,${'x'.repeat(200)}\nb,0.25,0.75,\n`.repeat(2 ** 18)}`);
    expect(statSync(file).size).toBeGreaterThan(2 ** 25);
    const { status, stdout, stderr } = fairbits(['score', file, '--json', '--quiet', '--no-ranking']);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).rows).toBe(2 ** 19);
  });
});
