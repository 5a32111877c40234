import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { withoutProgress } from '../support/withoutProgress.js';

/**
 * The built page on a server as plain as they come: under a path, without a single header that it would need. `first` is what
 * every script does first.
 */
export async function host(path = '/some/where/', first = ''): Promise<{ address: string; requests: string[]; close(): void }> {
  const requests: string[] = [];
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const file = url === path ? 'index.html' : url.slice(path.length);
    try {
      if (!url.startsWith(path)) throw new Error('elsewhere');
      const content = readFileSync(join('dist', 'web', file));
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(file.endsWith('.js') ? `${first}${content}` : content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, requests, close: () => server.close() };
}

/** A page, and everything that went wrong on it. */
export interface Opened {
  page: Page;
  errors: string[];
  /** Requests that the page made, by the browser's account. */
  asked: string[];
}

/** Opens the page and waits until all of it is there. */
export async function openPage(browser: Browser, address: string, hash = '', options: BrowserContextOptions = {}): Promise<Opened> {
  const page = await (await browser.newContext({ acceptDownloads: true, ...options })).newPage();
  const opened: Opened = { page, errors: [], asked: [] };
  page.on('pageerror', (error) => opened.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') opened.errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) opened.asked.push(request.url());
  });
  await page.goto(`${address}${hash}`);
  await page.waitForSelector('html[data-loaded]', { state: 'attached' });
  return opened;
}

/** The page as one finds it, with nothing chosen. */
export async function afresh(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('html[data-loaded]', { state: 'attached' });
}

/** Gives the page files, as a person would, and waits for the verdict. */
export async function choose(page: Page, paths: readonly string[]): Promise<void> {
  await scored(page, () => page.setInputFiles('#files', [...paths]));
}

/** Does something that scores, and waits until it is done. */
export async function scored(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    (document.getElementById('verdict') as HTMLElement).textContent = 'not yet';
    document.querySelector('#problem > h2')?.setAttribute('data-old', '');
  });
  await act();
  await page.waitForFunction(
    () => {
      const told = document.getElementById('verdict')?.textContent !== 'not yet';
      const problem = document.querySelector('#problem:not([hidden]) > h2');
      return told || (problem && !problem.hasAttribute('data-old'));
    },
    undefined,
    { timeout: 60_000 },
  );
}

/** What a button of the page makes. */
export async function downloaded(page: Page, label: string): Promise<string> {
  await page.evaluate(() => document.querySelector('.exports')?.setAttribute('open', ''));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: label, exact: true }).click()]);
  return readFileSync(await download.path(), 'utf8');
}

/** The report that the page hands out. */
export const jsonOf = (page: Page, learner: string): Promise<string> => downloaded(page, `the report of ${learner} as JSON`);

/** What the command prints in a folder. */
export function command(folder: string, args: readonly string[], status = 0): string {
  const { FAIRBITS_BACKEND: _, ...env } = process.env;
  const ran = spawnSync(process.execPath, [resolve('dist/bin/fairbits.js'), ...args], { cwd: folder, encoding: 'utf8', env });
  expect([ran.status, status === 0 ? withoutProgress(ran.stderr) : '']).toEqual([status, '']);
  return status === 0 ? ran.stdout : ran.stderr;
}

export async function openTab(page: Page, id: string): Promise<void> {
  await page.click(`#tab-${id}`);
}

/** The cells of a table of the page, row by row. */
export function cells(page: Page, selector: string): Promise<string[][]> {
  // biome-ignore lint/performance/useDomNodeTextContent: a cell has lines
  return page.$$eval(`${selector} tbody tr`, (rows) => rows.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())));
}
