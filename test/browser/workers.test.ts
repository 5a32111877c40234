import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrow, Folder, ndjson, npy, parquet } from '../sources/fixtures.js';
import { openBrowser } from './browser.js';
import { choose, command, host, jsonOf, openPage } from './webPage.js';

/** More rows than go into one part of any format. */
const ROWS = 140_000;
const CLASSES = ['a', 'b', 'c'];

describe('one file over the workers of a page', () => {
  let browser: Browser;
  const folder = new Folder();
  const files: Record<string, string[]> = {};

  beforeAll(async () => {
    browser = await openBrowser();
    const columns: Record<string, (string | number)[]> = { label: [], p_a: [], p_b: [], p_c: [] };
    for (let r = 0; r < ROWS; r++) {
      const [a, b] = [(1 + ((r * 7919) % 997)) / 3000, (1 + ((r * 104729) % 991)) / 3000];
      columns.label.push(CLASSES[(r * 31) % 3]);
      for (const [i, p] of [a, b, 1 - a - b].entries()) columns[`p_${CLASSES[i]}`].push(p);
    }
    const lines = columns.label.map((label, r) => `${label},${columns.p_a[r]},${columns.p_b[r]},${columns.p_c[r]}\n`);
    folder.write('a.csv', `label,p_a,p_b,p_c\n${lines.join('')}`);
    folder.write('a.ndjson', ndjson(columns));
    folder.write('a.parquet', parquet(columns, { codec: 'SNAPPY', rowGroupSize: 20_000 }));
    folder.write('a.arrow', arrow(columns, { maxBatchRows: 10_000 }));
    const p = Float64Array.from({ length: 3 * ROWS }, (_, i) => columns[`p_${CLASSES[i % 3]}`][Math.floor(i / 3)] as number);
    folder.write('p.npy', npy(p, '<f8', [ROWS, 3]));
    folder.write(
      'l.npy',
      npy(
        Uint8Array.from(columns.label, (name) => CLASSES.indexOf(name as string)),
        '|u1',
        [ROWS],
      ),
    );
    for (const name of ['a.csv', 'a.ndjson', 'a.parquet', 'a.arrow']) files[name] = [name];
    files['p.npy'] = ['p.npy', '--labels', 'l.npy'];
  });

  afterAll(async () => {
    await browser?.close();
    folder.remove();
  });

  test.each([1, 2, 4])('%i of them give what the command prints, bit for bit', async (workers) => {
    const server = await host('/', `Object.defineProperty(navigator, 'hardwareConcurrency', { configurable: true, get: () => ${workers} });`);
    const { page, errors } = await openPage(browser, server.address);
    for (const [name, args] of Object.entries(files)) {
      await choose(
        page,
        args.filter((arg) => !arg.startsWith('--')).map((each) => folder.path(each)),
      );
      expect(await jsonOf(page, name.replace(/\..*/, '')), name).toBe(command(folder.path('.'), ['score', ...args, '--json']));
    }
    expect(errors).toEqual([]);
    await page.context().close();
    server.close();
  });
});
