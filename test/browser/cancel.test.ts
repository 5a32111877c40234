import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORECASTERS, Folder } from '../sources/fixtures.js';
import { openBrowser } from './browser.js';
import { afresh, choose, host, type Opened, openPage } from './webPage.js';

/** In a worker: what is asked of certain files is never done, and nothing else is heard meanwhile. */
const STUCK = `if (typeof document === 'undefined') addEventListener('message', ({ data }) => {
  const [first, files] = data.args ?? [];
  if ((data.name === 'look' && first.name === 'unseen.csv') || (data.name === 'score' && files[0].name === 'stuck.csv')) for (;;);
  if (data.name === 'score' && files[0].name === 'dies.csv') throw new Error('it has died');
});`;

describe('Cancel', () => {
  const folder = new Folder();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;
  let opened: Opened;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await host('/some/where/', STUCK);
    opened = await openPage(browser, server.address);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  test.each(['stuck.csv', 'unseen.csv'])('ends a worker that does not hear, and the next file scores: %s', async (name) => {
    const { page } = opened;
    const file = folder.write(name, 'label,p_a,p_b\na,0.75,0.25\nb,0.5,0.5\n');
    // More often than there are workers.
    for (let time = 0; time < 4; time++) {
      await page.setInputFiles('#files', [file]);
      await page.waitForSelector('#working:not([hidden])');
      await page.evaluate(() => {
        (document.getElementById('status') as HTMLElement).textContent = '';
      });
      await page.click('#cancel');
      await page.waitForFunction(() => document.getElementById('status')?.textContent === 'Cancelled.', undefined, { timeout: 30_000 });
      expect(await page.isVisible('#working')).toBe(false);
    }
    await choose(page, [FORECASTERS[3]]);
    expect(await page.textContent('#verdict')).toContain('timid earns 0.0413');
    expect(opened.errors).toEqual([]);
  });
});

/** In a worker: a while passes whenever it lets messages in, as it does between the classes whose curves it draws. */
const SLOW = `if (typeof document === 'undefined') globalThis.setImmediate = (done) => setTimeout(done, 400);`;

describe('curves that are drawn behind the verdict', () => {
  const folder = new Folder();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;
  let opened: Opened;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await host('/some/where/', SLOW);
    opened = await openPage(browser, server.address);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  const charts = (page: Opened['page']): Promise<(string | null)[]> =>
    page.$$eval('#panel-overview .two figure', (figures) => figures.map((figure) => figure.querySelector('.chart')?.firstElementChild?.tagName ?? null));

  test('take no room that was not kept for them', async () => {
    const { page } = opened;
    await choose(page, [FORECASTERS[3]]);
    await page.waitForSelector('#panel-overview .two svg');
    expect(await charts(page)).toEqual(['svg', null]);
    const height = await page.evaluate(() => document.body.scrollHeight);
    await page.waitForFunction(() => document.querySelectorAll('#panel-overview .two svg').length === 2);
    expect(Math.abs((await page.evaluate(() => document.body.scrollHeight)) - height)).toBeLessThan(60);
    expect(opened.errors).toEqual([]);
  });

  test('make way for other files; where these are cancelled the chart says so, and has a button', async () => {
    const { page } = opened;
    await choose(page, [FORECASTERS[3]]);
    await page.setInputFiles('#files', [FORECASTERS[2]]);
    await page.evaluate(() => document.getElementById('cancel')?.click());
    await page.waitForFunction(() => document.getElementById('status')?.textContent === 'Cancelled.');
    await page.waitForFunction(() => document.querySelector('#panel-overview .two')?.textContent?.includes('The curves were not drawn.'));
    expect(await page.textContent('#verdict')).toContain('timid earns 0.0413');
    expect(await page.locator('#panel-overview').getByRole('button', { name: 'Read the rows' }).count()).toBe(1);
    expect(opened.errors).toEqual([]);
  });
});

describe('a worker that dies', () => {
  const folder = new Folder();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;
  let opened: Opened;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await host('/some/where/', STUCK);
    opened = await openPage(browser, server.address);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  test('is an error, and the next file scores', async () => {
    const { page } = opened;
    const file = folder.write('dies.csv', 'label,p_a,p_b\na,0.75,0.25\nb,0.5,0.5\n');
    // More often than there are workers.
    for (let time = 0; time < 10; time++) {
      await page.evaluate(() => {
        (document.getElementById('problem') as HTMLElement).hidden = true;
      });
      await page.setInputFiles('#files', [file]);
      await page.waitForSelector('#problem:not([hidden])', { timeout: 30_000 });
      expect(await page.textContent('#problem .message')).toMatch(/a worker has failed: .*it has died.*Another has taken its place/);
      expect(await page.isVisible('#working')).toBe(false);
    }
    await choose(page, [FORECASTERS[3]]);
    expect(await page.textContent('#verdict')).toContain('timid earns 0.0413');
  });
});

describe('what the page can do about an error', () => {
  const folder = new Folder();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;
  let opened: Opened;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await host('/some/where/');
    opened = await openPage(browser, server.address);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  test.each([
    ['sums.csv', 'label,p_a,p_b\na,0.75,0.55\nb,0.5,0.5\n', 'Divide rows by their sums'],
    ['rows.csv', 'label,p_a,p_b\na,oops,0.25\nb,0.4,0.6\na,0.7,0.3\n', 'Skip bad rows, and count them'],
    ['whose.csv', 'label,p\na,0.75\nb,0.4\n', 'Take the column as the probability of “b”'],
    ['percent.csv', 'label,score\n1,75\n0,40\n1,55\n', 'Take the estimates as percentages'],
    ['logits.csv', 'label,p_a,p_b\na,2.5,-1\nb,-0.5,3\n', 'Take the estimates as logits'],
    ['long.csv', 'id,class,p,truth\n1,a,0.75,a\n1,b,0.25,a\n2,a,0.5,b\n2,b,0.5,b\n', 'Take each row as the estimate of one class'],
  ])('%s: one click, and it scores', async (name, text, label) => {
    const { page } = opened;
    await afresh(page, server.address);
    await page.setInputFiles('#files', [folder.write(name, text)]);
    await page.waitForSelector('#problem:not([hidden])', { timeout: 30_000 });
    expect(await page.textContent('#problem')).not.toMatch(/--[a-z]/);
    await page.getByRole('button', { name: label }).click();
    await page.waitForSelector('#result:not([hidden])', { timeout: 30_000 });
    expect(await page.isVisible('#problem')).toBe(false);
    expect(await page.textContent('#verdict')).toContain(name.replace('.csv', ''));
    expect(opened.errors).toEqual([]);
  });
});
