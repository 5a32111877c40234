import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from './cli.js';

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
});
