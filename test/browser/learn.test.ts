import { readFileSync } from 'node:fs';
import { learnerKinds } from 'fairbits/learners';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORECASTERS, Folder } from '../sources/fixtures.js';
import { axeFaults } from './axe.js';
import { openBrowser, picture } from './browser.js';
import { command, host, type Opened, openPage } from './webPage.js';

/** In a worker: one learner never ends, and another takes the worker with it, of data with such a column. */
const BROKEN = `if (typeof document === 'undefined') addEventListener('message', ({ data }) => {
  if (data.name !== 'fitSplit') return;
  if (data.args[0].kind === '1r' && data.args[1].seed === 7) for (;;);
  if (data.args[0].kind === 'stump' && data.args[1].seed === 8) throw new Error('it has died');
});`;

/** Rows of weather, from a little arithmetic: two columns of numbers, two of words, the class last. */
const ROWS = Array.from({ length: 80 }, (_, i) => {
  const [heat, wind] = [(i * 37) % 31, (i * 53) % 17];
  const sky = ['sun', 'cloud', 'rain'][(i * 7 + (i % 5)) % 3];
  const play = (sky === 'rain') !== wind + (i % 4) > 9 ? 'no' : 'yes';
  return [heat, (wind / 2).toFixed(1), i % 11 === 3 ? '?' : sky, ['low', 'high'][(i * 11) % 2], i % 13 === 0 ? 'no' : play];
});
const CSV = `heat,wind,sky,tide,play\n${ROWS.map((row) => row.join(',')).join('\n')}\n`;
const ARFF = `% weather
% P(play|sky) looks like a set of classes, and is none
@relation weather
@attribute heat numeric
@attribute wind numeric
@attribute sky {sun,cloud,rain}
@attribute tide {low,high}
@attribute play {yes,no}
@data
${ROWS.map((row) => row.join(',')).join('\n')}
`;

describe('data to learn from', () => {
  const folder = new Folder();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;
  let opened: Opened;

  beforeAll(async () => {
    folder.write('weather.arff', ARFF);
    folder.write('weather.csv', CSV);
    browser = await openBrowser();
    server = await host('/some/where/', BROKEN);
    opened = await openPage(browser, server.address);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  const drop = async (page: Page, name: string): Promise<void> => {
    await page.evaluate(() => {
      for (const id of ['learn', 'problem', 'result']) (document.getElementById(id) as HTMLElement).hidden = true;
    });
    await page.setInputFiles('#files', [folder.path(name)]);
    await page.waitForSelector('#learn:not([hidden]), #problem:not([hidden]), #result:not([hidden])', { timeout: 30_000 });
  };
  const ended = (page: Page): Promise<unknown> => page.waitForSelector('.learned, .learn-problem', { timeout: 60_000 });
  const compare = async (page: Page): Promise<void> => {
    await page.evaluate(() => document.querySelector('.learned, .learn-problem')?.remove());
    await page.getByRole('button', { name: 'Compare the learners' }).click();
    await ended(page);
  };
  const pick = (page: Page, label: string, value: string): Promise<unknown> => page.getByLabel(label, { exact: true }).selectOption(value);
  const saved = async (page: Page, label: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: label, exact: true }).click()]);
    return readFileSync(await download.path(), 'utf8');
  };
  const typed = (...args: string[]): string => command(folder.path('.'), args);

  test('is told from predictions, says so, and can be taken as the other', async () => {
    const { page, errors } = opened;
    await drop(page, 'weather.arff');
    expect(await page.textContent('#learn-title')).toBe('weather.arff: data to learn from');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('learn-title');
    expect(await page.locator('#tab-sets').count()).toBe(0);
    await drop(page, 'weather.csv');
    expect(await page.textContent('#learn .lead')).toContain('80 rows and 5 columns, and none of them looks like the estimates of a learner');
    await page.getByRole('button', { name: 'Take it as predictions' }).click();
    await page.waitForSelector('#problem:not([hidden])');
    expect(await page.isVisible('#learn')).toBe(false);
    await page.getByRole('button', { name: 'It is data: have two learners learn from it' }).click();
    await page.waitForSelector('#learn:not([hidden])');
    expect(await page.isVisible('#problem')).toBe(false);
    // Predictions are no data, unless someone says so.
    await page.setInputFiles('#files', [FORECASTERS[0]]);
    await page.waitForSelector('#result:not([hidden])');
    expect(await page.isVisible('#learn')).toBe(false);
    await page.click('.settings > summary');
    await page.getByRole('button', { name: 'It is data to learn from' }).click();
    await page.waitForSelector('#learn:not([hidden])');
    expect(await page.isVisible('#result')).toBe(false);
    expect(errors).toEqual([]);
  });

  test('two learners are compared as the command compares them, bit for bit, and nothing is requested', async () => {
    const { page, errors, asked } = opened;
    await page.context().setOffline(true);
    const before = [asked.length, server.requests.length];
    await drop(page, 'weather.arff');
    await compare(page);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('verdict');
    typed('learn', 'j48,naive-bayes', 'weather.arff', '--plan', '10-fold', '--cutoff', 'mml', '--folds', 'folds.csv');
    expect(await saved(page, 'Fair bits of each fold as CSV')).toBe(readFileSync(folder.path('folds.csv'), 'utf8'));
    for (const name of ['j48', 'naive-bayes']) {
      const printed = typed('learn', name, 'weather.arff', '--plan', '10-fold', '--out', 'out.csv', '--describe');
      expect(await saved(page, `Predictions of ${name} as CSV`)).toBe(readFileSync(folder.path('out.csv'), 'utf8'));
      const model = await page.getByLabel(`The model of ${name}`).locator('pre').textContent();
      expect(model?.length).toBeGreaterThan(50);
      expect(printed).toContain(model);
    }
    const figures = JSON.parse(await saved(page, 'Figures as JSON'));
    const tested = JSON.parse(typed('test', 'corrected-t', 'folds.csv', '--test-train-ratio', '1/9', '--json'));
    expect(figures.tests.bayesianReward.result.p).toBe(tested.p);
    expect(figures.tests.bayesianReward.result.effect).toEqual(tested.effect);
    const shown = tested.effect.value > 0 ? ['j48', 'naive-bayes'] : ['naive-bayes', 'j48'];
    expect(await page.textContent('.verdict')).toMatch(
      new RegExp(`^${shown[0]} (earns more|loses less): .*${Math.abs(tested.effect.value).toFixed(4)} more than ${shown[1]}\\.$`),
    );
    expect(await page.textContent('.lead-sentence')).toContain(`(p = ${tested.p.toFixed(4)})`);
    // Its commands do the same.
    const commands = (await page.textContent('.commands'))?.split('\n') ?? [];
    for (const line of commands) typed(...line.split(' ').slice(1));
    expect(commands.at(-1)).toBe('fairbits compare j48.csv naive-bayes.csv');
    expect(await saved(page, 'Predictions of j48 as CSV')).toBe(readFileSync(folder.path('j48.csv'), 'utf8'));
    // The predictions as files of their own, and back.
    await page.getByRole('button', { name: 'Look into the predictions' }).click();
    await page.waitForSelector('#result:not([hidden])');
    await page.waitForSelector('#tab-slices');
    await page.getByRole('button', { name: 'Back to the learners' }).click();
    expect(await page.isVisible('.learned')).toBe(true);
    expect([asked.length, server.requests.length]).toEqual(before);
    expect(errors).toEqual([]);
    await page.context().setOffline(false);
  });

  test('every learner runs here: 5×2cv, with options and another class, as on a command line', async () => {
    const { page, errors } = opened;
    await drop(page, 'weather.csv');
    await pick(page, 'Splits', '5x2cv');
    await pick(page, 'Class', 'tide');
    const names = learnerKinds.map(({ name }) => name);
    typed('learn', names.join(','), 'weather.csv', '--class', 'tide', '--plan', '5x2cv', '--cutoff', 'mml', '--folds', 'folds.csv');
    const wanted = readFileSync(folder.path('folds.csv'), 'utf8')
      .split('\n')
      .map((line) => line.split(','));
    for (let i = 0; i < names.length; i += 2) {
      const pair = [i, i + 1 < names.length ? i + 1 : 0];
      await pick(page, 'First learner', names[pair[0]]);
      await pick(page, 'Second learner', names[pair[1]]);
      await compare(page);
      expect(await page.isVisible('.learned'), names[i]).toBe(true);
      const lines = wanted.map((line) => (line.length === 1 ? '' : [...line.slice(0, 2), ...pair.map((place) => line[2 + place])].join(',')));
      expect(await saved(page, 'Fair bits of each fold as CSV')).toBe(lines.join('\n'));
    }
    await pick(page, 'First learner', names[2]);
    await pick(page, 'Second learner', names[3]);
    await compare(page);
    const tested = JSON.parse(typed('test', '5x2cv-f', 'folds.csv', '--columns', `${names[2]},${names[3]}`, '--json'));
    expect(JSON.parse(await saved(page, 'Figures as JSON')).tests.bayesianReward.result.p).toBe(tested.p);
    // Two of a kind, told apart by an option.
    await pick(page, 'First learner', 'j48');
    await pick(page, 'Second learner', 'j48');
    await compare(page);
    expect(await page.textContent('.learn-problem')).toContain('Both learners are the same');
    await page.getByText('Options of j48', { exact: true }).last().click();
    await page
      .getByLabel(/pruned:/)
      .last()
      .uncheck();
    await compare(page);
    typed('learn', 'j48', 'weather.csv', '--class', 'tide', '--plan', '5x2cv', '--set', 'pruned=false', '--out', 'unpruned.csv');
    expect(await saved(page, 'Predictions of j48 pruned=false as CSV')).toBe(readFileSync(folder.path('unpruned.csv'), 'utf8'));
    expect(page.url()).toContain('options2=pruned%3Dfalse');
    expect(errors).toEqual([]);
  });

  test.each([
    ['numeric.arff', ARFF.replace('{yes,no}', 'numeric').replace(/(yes|no)$/gm, '1.5'), 'play', 'Take “tide” as the class'],
    ['one.arff', ARFF.replace('{yes,no}', '{yes}').replace(/no$/gm, 'yes'), 'play', undefined],
    ['fraction.csv', CSV, 'wind', undefined],
  ])('%s: a class that is none is refused with the words of the command', async (name, content, column, mend) => {
    const { page } = opened;
    folder.write(name, content);
    await drop(page, name);
    await pick(page, 'Class', column);
    await compare(page);
    const said = (await page.textContent('.learn-problem .absent')) ?? '';
    const printed = command(folder.path('.'), ['learn', 'j48', name, '--class', column], 2).replace(/^fairbits: /, '');
    expect(said.slice(0, 60)).toBe(printed.slice(0, 60));
    expect(said).not.toMatch(/--[a-z]/);
    if (!mend) return;
    await page.getByRole('button', { name: mend }).click();
    await page.waitForSelector('.learned', { timeout: 60_000 });
    expect(await page.getByLabel('Class', { exact: true }).inputValue()).toBe('tide');
  });

  test.each([
    ['string.arff', ARFF.replace('heat numeric', 'heat string')],
    ['cut.arff', ARFF.replace(/\n.*\n$/, '\n1,2\n')],
  ])('%s cannot be read, and it is said where', async (name, content) => {
    const { page } = opened;
    folder.write(name, content);
    await drop(page, name);
    expect(await page.textContent('#problem h2')).toBe('This cannot be learned from');
    const printed = command(folder.path('.'), ['learn', 'j48', name], 2).replace(/^fairbits: /, '');
    expect(printed.startsWith((await page.textContent('#problem .message')) ?? '?')).toBe(true);
  });

  test('can be cancelled, and a learner that takes its worker with it is an error; both can be compared anew', async () => {
    const { page, errors } = opened;
    await drop(page, 'weather.arff');
    await pick(page, 'Splits', '10-fold');
    await pick(page, 'Class', 'play');
    await pick(page, 'First learner', '1r');
    await pick(page, 'Second learner', 'stump');
    for (const [seed, act, said] of [
      ['7', async () => page.click('.learn-progress button'), 'Cancelled: the learners were not compared.'],
      ['8', async () => {}, 'a worker has failed'],
    ] as const) {
      await page.getByLabel('Seed of the splits').fill(seed);
      await page.getByLabel('Seed of the splits').blur();
      await page.getByRole('button', { name: 'Compare the learners' }).click();
      await act();
      await page.waitForFunction((words) => document.getElementById('learn')?.textContent?.includes(words), said, { timeout: 30_000 });
      expect(await page.locator('.learn-progress').getByRole('button').count()).toBe(0);
      await page.getByLabel('Seed of the splits').fill('1');
      await page.getByLabel('Seed of the splits').blur();
      await compare(page);
      expect(await page.isVisible('.learned')).toBe(true);
    }
    // Another file while it learns, by workers that do not hear of it.
    await page.getByLabel('Seed of the splits').fill('7');
    await page.getByLabel('Seed of the splits').blur();
    await page.getByRole('button', { name: 'Compare the learners' }).click();
    await page.waitForSelector('.learn-progress button');
    await page.setInputFiles('#files', [FORECASTERS[3]]);
    await page.waitForSelector('#result:not([hidden])', { timeout: 30_000 });
    expect(await page.textContent('#verdict')).toContain('timid earns 0.0413');
    await page.waitForSelector('#tab-slices');
    expect(errors.filter((text) => !text.includes('it has died'))).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('in %s: no fault that axe-core can find, and nothing wider than the screen', async (colorScheme) => {
    const { page, errors } = await openPage(browser, server.address, '#learners=c4.5rules,naive-bayes', {
      colorScheme,
      viewport: { width: 1280, height: 900 },
    });
    await drop(page, 'weather.arff');
    const found = await axeFaults(page, 'form');
    // By keyboard alone.
    await page.getByLabel('Class', { exact: true }).focus();
    await page.getByRole('button', { name: 'Compare the learners' }).focus();
    await page.keyboard.press('Enter');
    await ended(page);
    await page.waitForSelector('.learned svg');
    await page.locator('.learner-options summary').first().click();
    for (const width of [1920, 1280, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(150);
      expect([width, await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))]).toEqual([width, 0]);
      if (width === 1280 || width === 360) found.push(...(await axeFaults(page, `${width}`)));
      await picture(page, `learn-${width}-${colorScheme}`, { fullPage: true });
    }
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
