import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrow, FORECASTERS, Folder, ndjson, npy, parquet, readColumns } from '../sources/fixtures.js';
import { axeFaults } from './axe.js';
import { openBrowser, picture } from './browser.js';
import { choose, command, downloaded, host, jsonOf, openPage, openTab, scored } from './webPage.js';

/** How the page behaves. Once is enough: what the page computes with does not depend on the environment. */
describe('the page', () => {
  const folder = new Folder();
  folder.write('sets.csv', 'label,p_a,p_b,said\na,0.5,0.5,a\nb,0.25,0.75,a|b\nb,0.5,0.5,\n');
  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await host();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  const tabs = (page: Page): Promise<string[]> => page.$$eval('[role=tab]', (all) => all.map(({ id }) => id.replace('tab-', '')));

  /** Waits until every panel is drawn. */
  const settled = (page: Page): Promise<unknown> =>
    page.waitForFunction(
      () =>
        [...document.querySelectorAll('.panel')].every(
          (panel) => panel.children.length > 1 && !/(Reading|Resampling)…|Reading the rows…/.test(panel.textContent ?? ''),
        ),
      undefined,
      { timeout: 60_000 },
    );

  test('once loaded it makes no request and needs no network, whatever is done with it', async () => {
    const columns = readColumns(FORECASTERS[0]);
    const files = {
      'a.csv': readFileSync(FORECASTERS[0]),
      'a.csv.gz': gzipSync(readFileSync(FORECASTERS[0])),
      'a.ndjson': ndjson(columns),
      'a.parquet': parquet(columns, { codec: 'ZSTD' }),
      'b.parquet': parquet(columns, { codec: 'BROTLI' }),
      'a.arrow': arrow(columns),
      'a.npz': readFileSync('test/first-minute/shapes/savez-packed.npz'),
      'list.parquet': readFileSync('test/first-minute/shapes/list-words.parquet'),
      'frame.json': readFileSync('test/first-minute/shapes/pandas-split.json'),
    };
    for (const [name, content] of Object.entries(files)) folder.write(name, content);
    folder.write('p.npy', npy(Float64Array.of(0.75, 0.25, 0.5, 0.5), '<f8', [2, 2]));
    folder.write('l.npy', npy(Uint8Array.of(0, 1), '|u1', [2]));
    const { page, asked, errors } = await openPage(browser, server.address);
    const [before, seen] = [asked.length, server.requests.length];
    expect(before).toBeGreaterThan(3);
    await page.context().setOffline(true);
    for (const name of Object.keys(files)) {
      await choose(page, [folder.path(name)]);
      expect(await page.isVisible('#result')).toBe(true);
    }
    await choose(page, [folder.path('p.npy'), folder.path('l.npy')]);
    expect(await page.isVisible('#result')).toBe(true);
    await choose(page, [folder.path('sets.csv')]);
    await openTab(page, 'sets');
    await page.waitForSelector('#panel-sets svg');
    await scored(page, () => page.click('#example'));
    await settled(page);
    for (const id of await tabs(page)) {
      await openTab(page, id);
      if (id !== 'worst' && id !== 'speed') await page.waitForSelector(`#panel-${id} svg`);
    }
    await page.click('#panel-speed button');
    await page.waitForSelector('#panel-speed table');
    for (const label of ['the report of timid as JSON', 'the rewards of timid as CSV', 'Comparison as JSON', 'Report as HTML'])
      expect((await downloaded(page, label)).length).toBeGreaterThan(1000);
    await openTab(page, 'ranking');
    const svg = await downloaded(page, 'Save as SVG: ROC: home against the other classes');
    expect(svg).toMatch(/^<\?xml.*<svg.*<\/svg>\s*$/s);
    expect(asked.slice(before)).toEqual([]);
    expect(server.requests.length).toBe(seen);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('its policy lets nothing out, and it would be noticed', async () => {
    const { page, errors } = await openPage(browser, server.address);
    const reached = await page.evaluate(async (address) => {
      const tries = [
        fetch(address).then(() => 'fetched'),
        new Promise<string>((done) => {
          const image = new Image();
          image.onload = image.onerror = (event) => done((event as Event).type);
          image.src = 'http://127.0.0.1:9/x.png';
        }),
      ];
      return (await Promise.allSettled(tries)).map((each) => (each.status === 'fulfilled' ? each.value : 'refused'));
    }, server.address);
    expect(reached).toEqual(['refused', 'error']);
    expect(errors.join('\n')).toMatch(/Content Security Policy/);
    await page.context().close();
  });

  test('settings are in the address, and come back from it', async () => {
    const hash = '#prior=uniform&cutoff=mml%3A100&confidence=0.9&tab=ranking&theme=dark';
    const { page } = await openPage(browser, server.address, hash);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await choose(page, [FORECASTERS[0]]);
    expect(await page.getAttribute('#tab-ranking', 'aria-selected')).toBe('true');
    const wanted = command('examples/forecasters', ['score', 'calibrated.csv', '--prior', 'uniform', '--cutoff', 'mml:100', '--confidence', '0.9', '--json']);
    expect(await jsonOf(page, 'calibrated')).toBe(wanted);
    await openTab(page, 'prior');
    await page.getByLabel('away', { exact: true }).fill('0.4');
    await page.click('#theme');
    const address = page.url();
    expect(address).toContain('tab=prior');
    expect(address).not.toContain('theme');
    // Nothing of the data: names of classes, and what was chosen.
    expect(address.length).toBeLessThan(300);
    const other = await openPage(browser, address);
    await choose(other.page, [FORECASTERS[0]]);
    expect(await other.page.getAttribute('#tab-prior', 'aria-selected')).toBe('true');
    expect(JSON.parse(await jsonOf(other.page, 'calibrated')).prior).toEqual({ source: 'given', values: { home: 0.3, draw: 0.3, away: 0.4 } });
    expect(other.page.url()).toBe(address);
    for (const { page: each } of [{ page }, other]) await each.context().close();
  });

  test('without WebAssembly it computes the same, and says so', async () => {
    const without = await host('/', 'delete globalThis.WebAssembly;');
    try {
      const { page, errors } = await openPage(browser, without.address);
      expect(await page.evaluate(() => typeof WebAssembly)).toBe('undefined');
      expect(await page.textContent('#engine')).toContain('no WebAssembly');
      await choose(page, [FORECASTERS[2]]);
      expect(await jsonOf(page, 'overconfident')).toBe(command('examples/forecasters', ['score', 'overconfident.csv', '--json', '--backend', 'plain']));
      expect(await page.textContent('#about')).toContain('plain JavaScript');
      await openTab(page, 'speed');
      await page.click('#panel-speed button');
      await page.waitForSelector('#panel-speed table', { timeout: 60_000 });
      expect(await page.textContent('#panel-speed')).toContain('This browser has no WebAssembly');
      expect(errors).toEqual([]);
      await page.context().close();
    } finally {
      without.close();
    }
  });

  test.each(['light', 'dark'] as const)('in %s: no fault that axe-core can find', async (colorScheme) => {
    const { page, errors } = await openPage(browser, server.address, '', { colorScheme, viewport: { width: 1280, height: 900 } });
    const faults = (where: string): Promise<string[]> => axeFaults(page, where);
    await picture(page, `landing-${colorScheme}`);
    const found = await faults('landing');
    await choose(page, [folder.path('sets.csv')]);
    await openTab(page, 'sets');
    await page.waitForSelector('#panel-sets svg');
    found.push(...(await faults('sets')));
    folder.write('bad.csv', 'label,x\na,1\n');
    await choose(page, [folder.path('bad.csv')]);
    found.push(...(await faults('problem')));
    await picture(page, `problem-${colorScheme}`);
    // One learner, one of them with warnings and −∞.
    folder.write('sure.csv', `label,p_a,p_b\n${'a,0.75,0.25\nb,0.5,0.5\n'.repeat(20)}b,1,0\n`);
    await choose(page, [folder.path('sure.csv')]);
    await page.click('.warnings summary');
    found.push(...(await faults('one')));
    await scored(page, () => page.click('#example'));
    await settled(page);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('.settings, .exports')) details.setAttribute('open', '');
    });
    // All panels at once, with a table of each chart's numbers.
    await page.evaluate(() => {
      for (const panel of document.querySelectorAll<HTMLElement>('.panel')) {
        panel.hidden = false;
        panel.querySelector('figure details')?.setAttribute('open', '');
      }
    });
    found.push(...(await faults('panels')));
    // Nothing to type: a page has no options.
    expect((await page.textContent('body'))?.match(/\S*\s--[a-z]\S*/g) ?? []).toEqual([]);
    expect(found).toEqual([]);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.removeAttribute('open');
    });
    for (const id of await tabs(page)) {
      await openTab(page, id);
      await picture(page, `${id}-${colorScheme}`, { fullPage: colorScheme === 'light' });
    }
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('on a phone nothing is wider than the screen; on paper every panel is there', async () => {
    const { page, errors } = await openPage(browser, server.address, '', {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    const wider = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await wider()).toBe(0);
    await picture(page, 'phone-landing');
    expect(await axeFaults(page, 'landing')).toEqual([]);
    await scored(page, () => page.click('#example'));
    await settled(page);
    // Learners are cards, the best first, with the names of the figures that the table's head would have.
    const names = await page.$$eval('.board tbody tr', (rows) => rows.map((row) => row.querySelector('th')?.textContent));
    expect(names).toEqual(['calibrated', 'timid', 'frequencies', 'overconfident']);
    const labels = await page.$$eval('.board tbody tr:first-child td', (all) =>
      all.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')).filter((text) => text !== 'none'),
    );
    expect(labels).toEqual(['fair bits', 'share', 'behind the best', 'accuracy', 'AUC', 'ECE']);
    expect(await axeFaults(page, 'cards')).toEqual([]);
    for (const id of await tabs(page)) {
      await openTab(page, id);
      expect([id, await wider()]).toEqual([id, 0]);
      if (['measures', 'prior', 'compare'].includes(id)) await picture(page, `phone-${id}`, { fullPage: true });
    }
    expect(errors).toEqual([]);
    await page.context().close();
    // What is dark on a screen is not on paper.
    const { page: paper } = await openPage(browser, server.address, '#theme=dark', { viewport: { width: 800, height: 1100 } });
    await scored(paper, () => paper.click('#example'));
    await settled(paper);
    await paper.emulateMedia({ media: 'print' });
    await paper.waitForTimeout(300);
    const seen = await paper.$$eval('.panel', (all) => all.filter((panel) => getComputedStyle(panel).display !== 'none').map(({ id }) => id));
    expect(seen).toEqual(['overview', 'measures', 'prior', 'calibration', 'ranking', 'decisions', 'compare', 'slices', 'worst'].map((id) => `panel-${id}`));
    expect(await paper.evaluate(() => [document.documentElement, document.querySelector('h2') as Element].map((each) => getComputedStyle(each).color))).toEqual(
      ['rgb(0, 0, 0)', 'rgb(0, 0, 0)'],
    );
    await picture(paper, 'print', { fullPage: true });
    await paper.context().close();
  });

  test('by keyboard alone: to the example, along the tabs, into the panel', async () => {
    const { page } = await openPage(browser, server.address);
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || '');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('choose');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('example');
    await scored(page, () => page.keyboard.press('Enter'));
    expect(await focused()).toBe('verdict');
    expect(await page.textContent('#status')).toContain('calibrated earns most');
    await page.focus('#tab-measures');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('tab-prior');
    await page.keyboard.press('End');
    expect(await focused()).toBe('tab-speed');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('panel-speed');
    await page.context().close();
  });

  test('the landing: what a probability earns, by key and by hand', async () => {
    const { page, errors } = await openPage(browser, server.address, '', { viewport: { width: 1280, height: 900 } });
    const shown = (): Promise<string[]> => page.$$eval('.fair-label output, .fair-figures b', (all) => all.map(({ textContent }) => textContent ?? ''));
    // Prior ⅓: log2(p / ⅓) if it rains, log2((1 − p) / ⅔) if it does not.
    const wanted = (percent: number): string[] => {
      const bits = [Math.log2((3 * percent) / 100), Math.log2((1.5 * (100 - percent)) / 100)];
      return [`${percent} %`, ...bits.map((x) => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(2)} bits`)];
    };
    expect(await shown()).toEqual(wanted(70));
    await page.getByLabel('You say: rain with').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await shown()).toEqual(wanted(69));
    expect(await page.getAttribute('#fair-p', 'aria-valuetext')).toBe('69 %: +1.05 bits if it rains, −1.10 bits if it stays dry');
    // Certainty that is wrong is the one thing that cannot be forgiven.
    await page.keyboard.press('End');
    expect(await shown()).toEqual(['100 %', '+1.58 bits', '−∞ bits']);
    await page.getByLabel('You say: rain with').fill('33');
    expect(await page.textContent('.fair-average')).toContain('earns nothing');
    const box = await page.locator('.fair-plot').boundingBox();
    if (!box) throw new Error('there is no plot');
    const at = (share: number): number => box.x + 44 + share * (box.width - 88);
    await page.mouse.move(at(0.2), box.y + 100);
    await page.mouse.down();
    expect(await shown()).toEqual(wanted(20));
    await page.mouse.move(at(0.9), box.y + 50);
    await page.mouse.up();
    await page.mouse.move(at(0.5), box.y + 50);
    expect(await shown()).toEqual(wanted(90));
    expect(await page.locator('.fair-plot circle').count()).toBe(2);
    // The sample is a file that is understood.
    const sample = await page.textContent('#sample pre');
    const path = folder.write('sample.csv', `${sample}\n`);
    await choose(page, [path]);
    expect(JSON.parse(await jsonOf(page, 'sample')).rows).toBe(3);
    expect(await page.isVisible('#fair')).toBe(false);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  // Chromium's processes are counted by what Linux says of them.
  test.skipIf(process.platform !== 'linux')('memory stays flat over ten files', async () => {
    const row = '1,a,0.12345678901234567,0.87654321098765433\n2,b,0.4321,0.5679\n';
    const path = folder.write('ten.csv', `id,label,p_a,p_b\n${row.repeat(60_000)}`);
    const { page } = await openPage(browser, server.address);
    const megabytes: number[] = [];
    for (let file = 0; file < 10; file++) {
      await choose(page, [path]);
      await settled(page);
      await page.waitForTimeout(100);
      megabytes.push(chromiumMegabytes());
    }
    // A file's rows and rewards take 15 MB, and three times that while they are read; kept, ten would take 150.
    expect(Math.min(...megabytes.slice(-3)) - Math.max(...megabytes.slice(1, 4))).toBeLessThan(60);
    await page.context().close();
  });

  test('what is loaded is as small as it is said to be', () => {
    const folder = join('dist', 'web', 'assets');
    const names = readdirSync(folder);
    const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const size = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length;
    const html = join('dist', 'web', 'index.html');
    // What the page, its workers and the charts import, by themselves or through others.
    const first = new Set<string>();
    const take = (name: string): void => {
      if (first.has(name)) return;
      first.add(name);
      if (name.endsWith('.js')) for (const [, other] of text(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g)) take(other);
    };
    for (const [, name] of readFileSync(html, 'utf8').matchAll(/"\.\/assets\/([^"]+)"/g)) take(name);
    for (const name of names) if (/^(worker|charts)-/.test(name)) take(name);
    const sum = (all: Iterable<string>): number => [...all].reduce((total, name) => total + size(join(folder, name)), size(html));
    // All that is listed here is said somewhere else to be loaded later.
    for (const part of ['parquetTable', 'decompressors', 'arrowTable', 'npyTable', 'example', 'reports', 'slicesView', 'slicing', 'learnView', 'learnWork'])
      expect([part, names.filter((name) => name.startsWith(`${part}-`)).map((name) => first.has(name))]).toEqual([part, [false]]);
    // HTML, style, script, worker, the core and the charts; 3 kB of them are the landing's picture of a fair bit and its sample, 5 kB the
    // board of learners on their scale, and rows as cards; 4 kB are ranking that is spread over workers, and checks of hostile files;
    // 10 kB are guesses of columns, labels, digits, percent, lists and logits, so that files as people write them are understood; 4 kB are
    // headers that are missing, slices in the workers, plain arrays, and buttons that mend what an error says; 1 kB is the forest plot of slices,
    // 2 kB settings for percentages, logits and long rows, and how data to learn from are told. Counted by what is imported it was 314 kB before
    // these, some 11 of which names of chunks had hidden; fewer and larger chunks saved 8. 3 kB are loops of the core that sum slices up and give fields
    // codes, with their twins; 2 kB rows that are bad in one file and left out of all; 1.5 kB curves that come later, and stacks that are sorted in groups.
    expect(sum(first)).toBeLessThan(318_000);
    // 10 kB of all are .npz archives, rows of one class each, lists in Parquet and Arrow, and softmax in the core; 4 kB what is said above; 11 kB slices of rows, loaded later, and their plot;
    // 51 kB learners of data and what compares them; 2 kB the panel of slices; 9 kB what sums them up in order; 1 kB values that learners refuse,
    // and numbers between which there is no cut.
    expect(sum(names)).toBeLessThan(534_000);
  });
});

/** What all processes take that this one has started, and those they have started. */
function chromiumMegabytes(): number {
  const parents = new Map<number, number>();
  const kilobytes = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]));
      kilobytes.set(Number(name), Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0));
    } catch {
      // It has ended.
    }
  }
  const mine = (id: number): boolean => {
    for (let at = parents.get(id); at; at = parents.get(at)) if (at === process.pid) return true;
    return false;
  };
  let sum = 0;
  for (const [id, size] of kilobytes) if (mine(id)) sum += size;
  return sum / 1024;
}
