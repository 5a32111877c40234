import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libraryWords } from '../../dist/base/libraryWords.js';
import { FORECASTERS } from '../sources/fixtures.js';
import { openBrowser, serve } from './browser.js';
import { command } from './webPage.js';

/** What is shown to those who build pages of their own works as it is shown. */
describe.skipIf(process.env.FAIRBITS_BACKEND === 'plain')('examples for pages', () => {
  // Inside of the project, where a bundler finds the package by its name.
  mkdirSync('build', { recursive: true });
  const folder = mkdtempSync('build/example-');
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await serve('');
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('one script, no bundler', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${server.address}examples/page/index.html`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    const verdict = () => page.textContent('#verdict');
    expect(await verdict()).toMatch(/^0\.\d{4} fair bits a day .*\(wasm\)\.$/);
    await page.fill('#dry', '0.99');
    await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.startsWith('-'));
    expect(await page.locator('#measures tr').count()).toBe(9);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('a bundler, a worker, and files of a format that is loaded when needed', async () => {
    const text = readFileSync('docs/pages.md', 'utf8');
    for (const [, code, name] of text.matchAll(/```\w+\n((?:\/\/|<!--) ([\w.]+)(?: -->)?\n[\s\S]*?)```/g)) writeFileSync(join(folder, name), code);
    await build({ root: folder, configFile: join(folder, 'vite.config.js'), base: './', logLevel: 'error', build: { target: 'es2022' } });
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${server.address}${relative('.', folder)}/dist/index.html`);
    await page.setInputFiles('input', FORECASTERS[0]);
    await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('{'));
    expect(`${await page.textContent('output')}\n`).toBe(libraryWords(command('examples/forecasters', ['score', 'calibrated.csv', '--json'])));
    expect(errors).toEqual([]);
    await page.close();
  });
});
