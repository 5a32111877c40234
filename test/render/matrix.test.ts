import { expect, it } from 'vitest';
import { matrixLines as markedLines } from '../../src/terminal/matrix.js';
import { painted } from '../../src/terminal/style.js';

/** As a terminal shows them. */
const matrixLines = (...args: Parameters<typeof markedLines>): string[] => markedLines(...args).map((line) => painted(line, false));

const title = 'actual \\ predicted';
const body = (k: number, cell: string) => Array.from({ length: k }, () => new Array<string>(k).fill(cell));
const wide = (lines: string[]) => Math.max(...lines.map((line) => [...line].length));

it('shows names whole where they fit', () => {
  expect(matrixLines(title, ['no', 'yes'], body(2, '12'), 80)).toEqual([
    'actual \\ predicted  no  yes',
    'no                  12   12',
    'yes                 12   12',
  ]);
});

it.each([2, 3, 8, 12])('fits 80 columns with %s classes of long names, which stay different', (k) => {
  const lines = matrixLines(
    title,
    Array.from({ length: k }, (_, i) => `a name that begins as the others do, ${i} and ends as they do`),
    body(k, '100'),
    80,
  );
  expect(lines.length).toBe(k + 1);
  expect(wide(lines)).toBeLessThanOrEqual(80);
  expect(new Set(lines[0].split(/ {2,}/)).size).toBe(k + 1);
  expect(new Set(lines).size).toBe(k + 1);
});

it('says where the numbers are if they do not fit', () => {
  const names = Array.from({ length: 12 }, (_, i) => `c${i}`);
  expect(matrixLines(title, names, body(12, '1,234,567'), 80)).toEqual(['actual \\ predicted: too wide for 80 columns; it is in --json']);
});
