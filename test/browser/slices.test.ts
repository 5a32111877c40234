import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvOf, type MadeRow, madeRows } from '../slices/rows.js';
import { arrow, Folder, ndjson, parquet } from '../sources/fixtures.js';
import { axeFaults } from './axe.js';
import { openBrowser, picture } from './browser.js';
import { cells, choose, command, downloaded, host, type Opened, openPage, openTab } from './webPage.js';

/** In a worker: slices by a certain column are never done, and those by another take the worker with them. */
const BROKEN = `if (typeof document === 'undefined') addEventListener('message', ({ data }) => {
  const [column] = (data.name === 'slices' && data.args[1].columns) || [];
  if (column === 'day') for (;;);
  if (column === 'fold') throw new Error('it has died');
});`;

const columnsOf = (rows: readonly MadeRow[]): Record<string, (string | number)[]> => ({
  region: rows.map(({ region }) => region),
  age: rows.map(({ age }) => age),
  label: rows.map(({ label }) => label),
  ...Object.fromEntries(['a', 'b', 'c'].map((name, i) => [`p_${name}`, rows.map(({ p }) => p[i])])),
});

describe('slices in the page', () => {
  const folder = new Folder();
  const rows = madeRows(3000);
  const columns = columnsOf(rows);
  const files: Record<string, string | Uint8Array | ArrayBuffer> = {
    'a.csv': csvOf(rows),
    'a.csv.gz': gzipSync(csvOf(rows)),
    'a.tsv': csvOf(rows.filter(({ region }) => !region.includes(','))).replaceAll(',', '\t'),
    'a.ndjson': ndjson(columns),
    'a.parquet': parquet(columns, { codec: 'SNAPPY' }),
    'a.arrow': arrow(columns),
  };
  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;
  let opened: Opened;

  beforeAll(async () => {
    for (const [name, content] of Object.entries(files)) folder.write(name, content);
    browser = await openBrowser();
    server = await host('/', `Object.defineProperty(navigator, 'hardwareConcurrency', { configurable: true, get: () => 4 });${BROKEN}`);
    opened = await openPage(browser, server.address);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  const open = async (page: Page, name: string): Promise<void> => {
    await choose(page, [folder.path(name)]);
    await openTab(page, 'slices');
    await page.waitForSelector('#panel-slices table', { timeout: 30_000 });
  };
  const by = async (page: Page, column: string): Promise<void> => {
    await page.evaluate(() => document.querySelector('#panel-slices .sentence')?.remove());
    await page.locator('#panel-slices').getByLabel('Column', { exact: true }).selectOption(column);
  };
  const slices = (...args: string[]): string => command(folder.path('.'), ['slices', ...args, '--json']);

  test.each(Object.keys(files))('%s: those of the command line, bit for bit', async (name) => {
    const { page, errors } = opened;
    await open(page, name);
    expect(await downloaded(page, 'Slices as JSON')).toBe(slices(name));
    expect(errors).toEqual([]);
  });

  test('a column that is chosen, pairs, bins; table, verdict and report are of the same figures', async () => {
    const { page, errors, asked } = opened;
    await open(page, 'a.csv');
    const before = asked.length;
    await by(page, 'region');
    await page.waitForSelector('#panel-slices .sentence');
    const printed = slices('a.csv', '--by', 'region');
    expect(await downloaded(page, 'Slices as JSON')).toBe(printed);
    const { slices: wanted } = JSON.parse(printed);
    const digits = (x: number, places = 4): string => x.toFixed(places).replace('-', '−');
    const shown = await cells(page, '#panel-slices .cards');
    expect(shown.map(([value, , bits, , , , difference, , lost]) => [value, bits.split('\n')[0], difference.split('\n')[0], lost])).toEqual(
      wanted.map((each: { value: string; bayesianReward: { mean: number }; difference: { value: number }; bitsLost: number }) => [
        each.value,
        digits(each.bayesianReward.mean),
        digits(each.difference.value),
        digits(each.bitsLost, 1),
      ]),
    );
    expect(shown[0][0]).toBe('east');
    expect(await page.textContent('#panel-slices .sentence')).toMatch(/^Most is lost where region = east: .* more than chance/);
    expect(await page.locator('#panel-slices svg').count()).toBe(2);
    expect(await downloaded(page, 'Slices as HTML')).toContain('<code>fairbits slices a.csv --by region</code>');
    await by(page, '');
    await page.waitForSelector('#panel-slices .sentence');
    await page.locator('#panel-slices').getByLabel('Numbers are cut into').selectOption('4');
    await page.waitForFunction(() => !document.querySelector('#panel-slices .reading'));
    await page.locator('#panel-slices').getByLabel('every two columns together, too').check();
    await page.waitForFunction(
      () => document.querySelector('#panel-slices .sentence') && document.querySelector('#panel-slices')?.textContent?.includes(' of '),
    );
    await page.waitForFunction(() => !document.querySelector('#panel-slices .reading'));
    expect(await downloaded(page, 'Slices as JSON')).toBe(slices('a.csv', '--pairs', '--slice-bins', '4'));
    expect(asked.length).toBe(before);
    expect(errors).toEqual([]);
  });

  test('a large file over all workers gives the same bits', async () => {
    const { page } = opened;
    folder.write('large.csv', csvOf(madeRows(150_000, 3)));
    await open(page, 'large.csv');
    await by(page, 'region');
    await page.waitForSelector('#panel-slices .sentence', { timeout: 30_000 });
    expect(await downloaded(page, 'Slices as JSON')).toBe(slices('large.csv', '--by', 'region'));
  });

  test('without a column to slice by there is no tab; a column that holds estimates is refused', async () => {
    const { page } = opened;
    folder.write('bare.csv', 'id,label,p_a,p_b\n1,a,0.5,0.5\n2,b,0.25,0.75\n');
    await choose(page, [folder.path('bare.csv')]);
    expect(await page.locator('#tab-slices').count()).toBe(0);
    folder.write('odd.csv', csvOf(rows).replace('p_a,p_b,p_c', '"sure of a","sure of b","sure of c"').replace('label', 'result'));
    await page.evaluate(() => {
      location.hash = '#truth=result&probs=sure of *';
    });
    await open(page, 'odd.csv');
    await by(page, 'sure of a');
    await page.waitForSelector('#panel-slices .absent');
    expect(await page.textContent('#panel-slices .absent')).toContain('the column "sure of a" holds estimates, and rows cannot be sliced by it');
    expect(await page.textContent('#panel-slices')).not.toMatch(/--[a-z]/);
    await page.evaluate(() => {
      location.hash = '';
    });
  });

  test('can be cancelled and begun anew; a worker that dies is an error', async () => {
    const { page } = opened;
    await open(page, 'a.csv');
    await by(page, 'day');
    await page.click('#panel-slices .reading button');
    await page.waitForFunction(() => document.querySelector('#panel-slices')?.textContent?.includes('The rows were not read to their end'), undefined, {
      timeout: 30_000,
    });
    // What was known of the file went with its worker.
    await open(page, 'a.csv');
    await by(page, 'fold');
    await page.waitForFunction(() => document.querySelector('#panel-slices .absent')?.textContent?.includes('it has died'), undefined, { timeout: 30_000 });
    await open(page, 'a.csv');
    await by(page, 'device');
    await page.waitForSelector('#panel-slices .sentence');
    expect(await downloaded(page, 'Slices as JSON')).toBe(slices('a.csv', '--by', 'device'));
  });

  test.each(['light', 'dark'] as const)(
    'in %s: no fault that axe-core can find, nothing wider than the screen, and the keyboard reaches it',
    async (colorScheme) => {
      const { page, errors } = await openPage(browser, server.address, '', { colorScheme, viewport: { width: 1280, height: 900 } });
      await choose(page, [folder.path('a.csv')]);
      await page.focus('#tab-decisions');
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-slices');
      await page.waitForSelector('#panel-slices svg');
      const found: string[] = [];
      for (const width of [1920, 1280, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForTimeout(150);
        expect([width, await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))]).toEqual([
          width,
          0,
        ]);
        if (width === 1280 || width === 360) found.push(...(await axeFaults(page, `${width}`)));
        await picture(page, `slices-${width}-${colorScheme}`, { fullPage: true });
      }
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
      await page.context().close();
    },
  );
});
