import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, json, write } from '../score/cli.js';

const csv = 'examples/forecasters/calibrated.csv';
const [head, ...lines] = readFileSync(csv, 'utf8').trim().split('\n');
const names = head.split(',');
const ndjson = write(
  'calibrated.ndjson',
  lines
    .map((line) => {
      const cells = line.split(',').map((cell, c) => [names[c], names[c].startsWith('p_') ? Number(cell) : cell]);
      return `${JSON.stringify(Object.fromEntries(cells))}\n`;
    })
    .join(''),
);

it.each([
  ['decide', ['--costs', '0,1,5;1,0,1;5,1,0']],
  ['calibrate', []],
  ['curves', ['--positive', 'home']],
] as const)('%s gives the same of another format, bit for bit', (command, options) => {
  const [one, two] = [csv, ndjson].map((path) => json([command, path, ...options]));
  expect({ ...two, files: one.files }).toEqual(one);
});

it('recalibrate writes the same', () => {
  const [one, two] = [csv, ndjson].map((path, i) => {
    const out = join(folder, `recalibrated-${i}.csv`);
    json(['recalibrate', '--fit', 'examples/forecasters/overconfident.csv', '--apply', path, '--out', out]);
    return readFileSync(out, 'utf8');
  });
  expect(two).toBe(one);
});
