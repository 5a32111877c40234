import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PairRanking } from 'fairbits';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, extremes } from '../html/cases.js';
import { fairbits } from '../score/cli.js';
import { openBrowser, picture } from './browser.js';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const WAYS = [
  ['light', { width: 1200, height: 900, colorScheme: 'light', media: 'screen' }],
  ['dark', { width: 1200, height: 900, colorScheme: 'dark', media: 'screen' }],
  ['phone', { width: 390, height: 844, colorScheme: 'light', media: 'screen' }],
  ['print', { width: 794, height: 1123, colorScheme: 'dark', media: 'print' }],
] as const;

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairbits-report-'));
  for (const [kind, args] of CASES) fairbits([...args, '--html', join(folder, `${kind}.html`), '--svg', join(folder, kind)]);
  for (const [name, content] of Object.entries(extremes)) {
    writeFileSync(join(folder, `${name}.csv`), content);
    fairbits(['score', join(folder, `${name}.csv`), '--html', join(folder, `${name}.html`)]);
  }
  browser = await openBrowser();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page that complains of any word on the console, any error and any request but for itself. */
async function open(file: string, { width, height, colorScheme, media }: (typeof WAYS)[number][1]): Promise<{ page: Page; complaints: string[] }> {
  // axe is put in from outside; the report itself has no script, and its policy allows none.
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, bypassCSP: true });
  const complaints: string[] = [];
  const address = pathToFileURL(file).href;
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error}`));
  page.on('request', (request) => {
    if (request.url() !== address) complaints.push(`request: ${request.url()}`);
  });
  await page.emulateMedia({ media, colorScheme });
  await page.goto(address);
  return { page, complaints };
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** What is inside of an image is not looked at: the image has its words. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: AXE });
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> } }).axe.run(
      { exclude: [['svg > *']] },
      // What passes is looked at as well, but not described.
      { resultTypes: ['violations'] },
    ),
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`));
}

describe.each([...CASES.map(([kind]) => [kind, WAYS] as const), ...Object.keys(extremes).map((kind) => [kind, WAYS.slice(0, 1)] as const)])(
  'the report of %s',
  (kind, ways) => {
    it.each(ways)('can be read %s', async (way, view) => {
      const { page, complaints } = await open(join(folder, `${kind}.html`), view);
      try {
        await picture(page, `report-${kind}-${way}`, { fullPage: true });
        // Nothing is wider than the screen; wide tables scroll in their boxes.
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        expect(paper).toBe(way === 'dark' ? 'rgb(21, 24, 28)' : 'rgb(255, 255, 255)');
        // Open, so that what is in them is looked at, too.
        if (way === 'light')
          await page.evaluate(() => {
            for (const each of document.querySelectorAll('details')) each.open = true;
          });
        expect(await violations(page)).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await page.close();
      }
    });

    it('keeps every word of its charts inside of their frames, and apart from each other', async () => {
      const { page } = await open(join(folder, `${kind}.html`), WAYS[0][1]);
      const found = await page.evaluate(() =>
        [...document.querySelectorAll('svg')].flatMap((svg) => {
          const frame = svg.getBoundingClientRect();
          const title = svg.querySelector('title')?.textContent ?? '';
          const words = [...svg.querySelectorAll('text')]
            .map((each) => ({ text: each.textContent ?? '', box: each.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0);
          const outside = words.filter(
            ({ box }) => box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2,
          );
          const over = words.flatMap((a, i) =>
            words.slice(i + 1).flatMap((b) => {
              const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
              const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
              return wide > 2 && high > 4 ? [`${title}: "${a.text}" over "${b.text}"`] : [];
            }),
          );
          return [...outside.map(({ text }) => `${title}: "${text}" leaves the frame`), ...over];
        }),
      );
      await page.close();
      expect(found).toEqual([]);
    });
  },
);

describe.each(CASES.map(([kind]) => kind))('the charts of %s', (kind) => {
  it('are images by themselves, light and dark', async () => {
    const page = await browser.newPage();
    for (const file of readdirSync(join(folder, kind))) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(pathToFileURL(join(folder, kind, file)).href);
        // A browser shows a file that is no well-formed XML as an error.
        expect(await page.evaluate(() => document.documentElement.tagName)).toBe('svg');
        expect(await page.evaluate(() => document.querySelectorAll('parsererror').length)).toBe(0);
        const [ink, paper] = await page.evaluate(() => [
          getComputedStyle(document.documentElement).color,
          getComputedStyle(document.querySelector('rect') as Element).fill,
        ]);
        expect([ink, paper]).toEqual(colorScheme === 'dark' ? ['rgb(238, 241, 244)', 'rgb(21, 24, 28)'] : ['rgb(27, 31, 36)', 'rgb(255, 255, 255)']);
        const { width, height } = await page.evaluate(() => document.documentElement.getBoundingClientRect());
        await picture(page, `chart-${kind}-${file.replace('.svg', '')}-${colorScheme}`, { clip: { x: 0, y: 0, width, height } });
      }
    }
    await page.close();
  });
});

it('a page makes the same report, to the letter, without a style that a strict policy would refuse', async () => {
  const entry = join(folder, 'entry.mjs');
  writeFileSync(entry, `export * from ${JSON.stringify(resolve('dist/html/index.js'))}; export * from ${JSON.stringify(resolve('dist/charts/index.js'))};`);
  const bundled = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundled.generate({ format: 'iife', name: 'reports' });
  await bundled.close();
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: Document };
  const { htmlReport, chartsOfScored } = await import('../../dist/html/index.js');
  const { evaluate, ranking, rankingCurves } = await import('fairbits');
  const estimates = Float64Array.from({ length: 300 }, (_, i) => [0.2 + ((i * 7) % 50) / 100, 0, 0.1][i % 3]).map((x, i, all) =>
    i % 3 === 1 ? 1 - all[i - 1] - all[i + 1] : x,
  );
  for (let r = 0; r < 100; r++) estimates[3 * r + 1] = 1 - estimates[3 * r] - estimates[3 * r + 2];
  const labels = Uint16Array.from({ length: 100 }, (_, i) => (i * i) % 3);
  const classes = ['a', 'b', '<c>'];
  const report = await evaluate(estimates, labels, { classes });
  const column = Float64Array.from(labels, (_, r) => estimates[3 * r]);
  const sides = Uint8Array.from(labels, (label) => Number(label === 0));
  const curves = await rankingCurves(column, sides, { classes: ['no', 'a'], positive: 1 });
  const area = await ranking(column, sides, { classes: ['no', 'a'], positive: 1 });
  const rowCharts = chartsOfScored({ report, curves: { a: { ...curves, ranking: area as PairRanking } } });
  const data = {
    kind: 'score' as const,
    report: { ...report, files: ['x.csv'], guesses: [], skipped: 0 },
    ...(rowCharts ? { rowCharts } : {}),
    origin: { command: 'x', version: '1', wasm: '-', date: '2026-01-01T00:00:00.000Z' },
  };
  const here = htmlReport(data, { document });
  // On coarse screens Plot moves lines by half a pixel.
  const page = await browser.newPage({ deviceScaleFactor: 2 });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.route('http://report.test/', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': "default-src 'none'; script-src http://report.test" },
      body: '<!doctype html><title>x</title><body></body>',
    }),
  );
  await page.route('http://report.test/reports.js', (route) => route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: output[0].code }));
  await page.goto('http://report.test/');
  await page.addScriptTag({ url: 'http://report.test/reports.js' });
  const there = await page.evaluate((data) => {
    const { htmlReport, rocCurve } = (
      globalThis as unknown as { reports: typeof import('../../dist/html/index.js') & typeof import('../../dist/charts/index.js') }
    ).reports;
    document.body.append(rocCurve(data.rowCharts!.ranked));
    return htmlReport(data);
  }, data);
  await page.close();
  expect(there).toBe(here);
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
});
