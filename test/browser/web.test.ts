import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { scoreFiles } from 'fairbits/node';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrow, FORECASTERS, Folder, ndjson, npy, parquet, readColumns } from '../sources/fixtures.js';
import { openBrowser } from './browser.js';
import { afresh, cells, choose, command, downloaded, host, jsonOf, type Opened, openPage, openTab, scored } from './webPage.js';

/** The numbers of the page are the command line's. Once is enough: what the page computes with does not depend on the environment. */
describe('the page', () => {
  const folder = new Folder();
  const columns = readColumns(FORECASTERS[0]);
  const classes = ['home', 'draw', 'away'];
  const text = readFileSync(FORECASTERS[0], 'utf8');
  const probabilities = Float64Array.from({ length: 6000 }, (_, i) => columns[`p_${classes[i % 3]}`][Math.floor(i / 3)] as number);
  const labels = Uint8Array.from(columns.label as string[], (name) => classes.indexOf(name));
  const files: Record<string, string | Uint8Array | ArrayBuffer> = {
    'a.csv': text,
    'a.tsv': text.replaceAll(',', '\t'),
    'a.csv.gz': gzipSync(text),
    'a.ndjson': ndjson(columns),
    'a.parquet': parquet(columns, { codec: 'SNAPPY' }),
    'a.arrow': arrow(columns),
  };
  for (const [name, content] of Object.entries({ ...files, 'p.npy': npy(probabilities, '<f8', [2000, 3]), 'l.npy': npy(labels, '|u1', [2000]) }))
    folder.write(name, content);
  const digits = (x: number) => x.toFixed(4).replace('-', '−');
  const binary = 'test/oracle/binary.csv';

  /** What the page says of a file is what the command says, but for options to type, which a page has not. */
  const saysTheSame = (said: string | null, printed: string): void => {
    const typed = printed.replace(/^fairbits: /, '').trimEnd();
    const untilOption = typed.split(/\nTry: |[(. ]*(?:Say which with |Check |Try |needs |Set a larger tolerance )?\(?--| Set a larger tolerance, /)[0];
    expect(untilOption.length).toBeGreaterThan(20);
    expect(said?.startsWith(untilOption)).toBe(true);
    expect(said).not.toMatch(/--[a-z]/);
  };

  let browser: Browser;
  let server: Awaited<ReturnType<typeof host>>;
  let opened: Opened;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await host();
    opened = await openPage(browser, server.address);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    folder.remove();
  });

  test.each(Object.keys(files))('%s: the JSON and the rewards of the command line, bit for bit', async (name) => {
    const { page } = opened;
    await choose(page, [folder.path(name)]);
    expect(await jsonOf(page, 'a')).toBe(command(folder.path('.'), ['score', name, '--json']));
    if (name !== 'a.csv' && name !== 'a.parquet') return;
    command(folder.path('.'), ['score', name, '--rewards', 'rewards.csv', '--quiet']);
    expect(await downloaded(page, 'the rewards of a as CSV')).toBe(readFileSync(folder.path('rewards.csv'), 'utf8'));
  });

  test('NPY: estimates find their labels among the files', async () => {
    const { page } = opened;
    await choose(page, [folder.path('l.npy'), folder.path('p.npy')]);
    expect(await jsonOf(page, 'p')).toBe(command(folder.path('.'), ['score', 'p.npy', '--labels', 'l.npy', '--json']));
    await page.evaluate(() => document.querySelector('.settings')?.setAttribute('open', ''));
    await page.getByLabel('Classes, in the order').fill(classes.join(','));
    await page.getByLabel('Classes, in the order').blur();
    await scored(page, () => page.getByRole('button', { name: 'Score again', exact: true }).click());
    expect(await jsonOf(page, 'p')).toBe(command(folder.path('.'), ['score', 'p.npy', '--labels', 'l.npy', '--classes', classes.join(','), '--json']));
  });

  test('a file that is dropped, with columns of other names', async () => {
    const { page } = opened;
    await afresh(page, server.address);
    const [head, ...rows] = text.split('\n');
    // Two columns that hold the classes: only a person can say which is meant.
    const twice = rows.map((row) => row && `${row},${row.split(',')[1]}`);
    const odd = [`${head.replace('label', 'result').replace(/p_/g, 'chance of ')},again`, ...twice].join('\n');
    folder.write('odd.csv', odd);
    const drop = () =>
      page.evaluate((content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], 'odd.csv'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }, odd);
    await scored(page, drop);
    saysTheSame(await page.textContent('#problem .message'), command(folder.path('.'), ['score', 'odd.csv'], 2));
    // The form to say which is open already.
    await page.getByLabel('True classes').selectOption('result');
    await page.getByText('Estimates: guess').click();
    for (const name of classes) await page.getByLabel(`chance of ${name}`).check();
    await scored(page, () => page.getByRole('button', { name: 'Score again', exact: true }).click());
    expect(await jsonOf(page, 'odd')).toBe(command(folder.path('.'), ['score', 'odd.csv', '--truth', 'result', '--probs', 'chance of *', '--json']));
  });

  test.each([
    ['empty.csv', ''],
    ['cut.csv', 'id,label,p_a,p_b\n1,a,0.5\n'],
    ['word.csv', 'id,label,p_a,p_b\n1,a,0.5,0.5\n2,b,0.25,oops\n'],
    ['sum.csv', 'id,label,p_a,p_b\n1,a,0.5,0.9\n'],
    ['class.csv', 'id,label,p_a,p_b\n1,c,0.5,0.5\n'],
    ['not.parquet', 'PAR1 and no more'],
    ['plain.csv.gz', 'label,p_a,p_b\na,0.5,0.5\n'],
    ['bad.ndjson', '{"label":"a","p_a":0.5,"p_b":0.5}\n{"label":"a","p_a":2,"p_b":0.5}\n'],
  ])('%s is refused with the words of the command line', async (name, content) => {
    const { page } = opened;
    folder.write(name, content);
    await choose(page, [folder.path(name)]);
    saysTheSame(await page.textContent('#problem .message'), command(folder.path('.'), ['score', name], 2));
    expect(await page.isVisible('#result')).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('problem');
  });

  test('the example: learners on one test set, compared as the command does', async () => {
    const { page } = opened;
    await afresh(page, server.address);
    await scored(page, () => page.click('#example'));
    const names = FORECASTERS.map((path) => basename(path));
    for (const name of names) expect(await jsonOf(page, name.replace('.csv', ''))).toBe(command('examples/forecasters', ['score', name, '--json']));
    expect(await downloaded(page, 'Comparison as JSON')).toBe(command('examples/forecasters', ['compare', ...names, '--json']));
    expect(await page.textContent('#verdict')).toMatch(
      /^calibrated earns most: 0\.0806 of 0\.8529 fair bits per prediction \(9\.5\s%\), 0\.0393 more than timid\.$/,
    );
    await page.waitForFunction(() => document.getElementById('lead')?.textContent?.includes('more than chance'));
    const report = await downloaded(page, 'Report as HTML');
    expect(report).toContain('calibrated');
    expect(report).toMatch(/<svg[^>]*role="img"/);
    expect(report).not.toMatch(/<script|NaN/);
  });

  test('the same files as parts of one test set', async () => {
    const { page } = opened;
    await page.evaluate(() => document.querySelector('.settings')?.setAttribute('open', ''));
    await page.getByLabel('The files are').selectOption('parts');
    await scored(page, () => page.getByRole('button', { name: 'Score again', exact: true }).click());
    const names = FORECASTERS.map((path) => basename(path));
    expect(await jsonOf(page, '4 files')).toBe(command('examples/forecasters', ['score', ...names, '--json']));
    await page.evaluate(() => document.querySelector('.settings')?.setAttribute('open', ''));
    await page.getByLabel('The files are').selectOption('');
    // Of different lengths they are parts by themselves.
    folder.write('first.csv', text.split('\n').slice(0, 501).join('\n'));
    await choose(page, [folder.path('first.csv'), FORECASTERS[1]]);
    expect(JSON.parse(await jsonOf(page, '2 files')).rows).toBe(2500);
    // Other truths are another test set: there is no lead to speak of.
    folder.write('other.csv', text.replace(/^(\d+),home/m, '$1,away'));
    await choose(page, [folder.path('a.csv'), folder.path('other.csv')]);
    await page.waitForFunction(() => /cannot be said: row \d+ has the true class "home" in a\.csv/.test(document.getElementById('lead')?.textContent ?? ''));
  });

  test('a prior that is moved moves every reward and its interval, and nothing is read', async () => {
    const { page } = opened;
    await afresh(page, server.address);
    await scored(page, () => page.click('#example'));
    await openTab(page, 'prior');
    const before = server.requests.length;
    await page.getByRole('button', { name: 'Uniform', exact: true }).click();
    await page.getByLabel('draw', { exact: true }).fill('0.5');
    expect(await page.textContent('#board')).toContain('0 stands for knowing no more than the prior');
    const ids = ['bayesianReward', 'generalizedReward', 'modalReward', 'kononenkoBratko', 'informationLoss'];
    const wanted = Object.fromEntries(ids.map((id) => [id, [] as string[]]));
    const prior = Float64Array.of(0.25, 0.5, 0.25);
    for (const path of FORECASTERS) {
      const { statistics } = await scoreFiles([path]);
      expect(statistics.classes).toEqual(classes);
      for (const id of ids) wanted[id].push(`${digits(statistics.mean(id, prior))}\n${statistics.interval(id, prior).map(digits).join(' … ')}`);
    }
    await openTab(page, 'measures');
    const table = await cells(page, '.measures');
    // Learners are sorted by what they earn: calibrated, timid, frequencies, overconfident.
    const ORDER = [0, 3, 1, 2];
    const shown = (name: string) => ORDER.map((_, i) => table.find(([head]) => head.startsWith(name))?.[1 + ORDER.indexOf(i)]);
    expect(shown('Bayesian information reward\n')).toEqual(wanted.bayesianReward);
    expect(shown('Generalized')).toEqual(wanted.generalizedReward);
    expect(shown('Bayesian information reward of the modal')).toEqual(wanted.modalReward);
    expect(shown('Kononenko')).toEqual(wanted.kononenkoBratko);
    expect(shown('Informational loss')).toEqual(wanted.informationLoss);
    // In the picture, and beside the sliders.
    await openTab(page, 'prior');
    expect((await cells(page, '.rewards')).map((row) => row.slice(1))).toEqual(
      ORDER.map((i) => [wanted.bayesianReward[i], wanted.generalizedReward[i], wanted.modalReward[i]]),
    );
    await page.waitForFunction(() =>
      /Kononenko & Bratko −?\d[\d.]*, −?\d[\d.]* to/.test(document.querySelector('#panel-measures svg desc')?.textContent ?? ''),
    );
    // Whether the lead is more than chance does not depend on it; the files may still be compared when the prior moves.
    await page.waitForFunction(() => document.getElementById('lead')?.textContent?.includes('more than chance'));
    expect(server.requests.length).toBe(before);
    expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('prior')).toBe('home:0.25,draw:0.5,away:0.25');
    await openTab(page, 'prior');
    await scored(page, () => page.getByRole('button', { name: 'Score again under this prior' }).click());
    expect(await jsonOf(page, 'timid')).toBe(command('examples/forecasters', ['score', 'timid.csv', '--prior', 'home=0.25,draw=0.5,away=0.25', '--json']));
    // Where the verdict turns round, as fairbits priors has it: the other classes keep their proportions in the test set.
    await afresh(page, server.address);
    await choose(page, FORECASTERS);
    await openTab(page, 'prior');
    await page.locator('#panel-prior').getByLabel('Class whose prior is varied').selectOption('home');
    await page.locator('#panel-prior').getByLabel('Reversals of').selectOption('calibrated');
    await page.locator('#panel-prior').getByLabel('and', { exact: true }).selectOption('timid');
    const [turn] = JSON.parse(command('examples/forecasters', ['priors', 'calibrated.csv', 'timid.csv', '--class', 'home', '--json'])).reversals;
    expect(await page.textContent('.turns')).toContain(`Below a prior of ${turn.prior.toFixed(4)} of home`);
    expect(await page.textContent('.turns')).toContain('those of the test set, as in the command fairbits priors');
    await page.locator('#panel-prior').getByLabel('The other classes').selectOption('evenly');
    expect(await page.textContent('.turns')).not.toContain(turn.prior.toFixed(4));
    expect(await page.textContent('.turns')).not.toContain('fairbits priors');
    await page.locator('#panel-prior').getByLabel('The other classes').selectOption('proportions');
  });

  test('costs that are edited: what fairbits decide says', async () => {
    const { page } = opened;
    await afresh(page, server.address);
    await choose(page, [FORECASTERS[0]]);
    await openTab(page, 'decisions');
    await page.getByLabel('cost of predicting home for away').fill('5');
    await page.getByLabel('cost of predicting home for draw').fill('2.5');
    const wanted = JSON.parse(command('examples/forecasters', ['decide', 'calibrated.csv', '--costs', '0,1,1;2.5,0,1;5,1,0', '--json']));
    await page.waitForFunction((cost) => document.querySelector('.decided')?.textContent?.includes(cost), digits(wanted.leastCost.mean));
    const [row] = await cells(page, '.decided');
    expect(row[1]).toBe(digits(wanted.modal.mean));
    expect(row[2]).toBe(digits(wanted.leastCost.mean));
    expect(row[3].split('\n')[0]).toBe(digits(wanted.saved.mean));
    expect(row[6]).toBe(digits(wanted.leastCost.expected));
    expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('costs')).toBe('0,1,1;2.5,0,1;5,1,0');
  });

  test('calibration and ranking are those of fairbits calibrate and score', async () => {
    const { page } = opened;
    await afresh(page, server.address);
    await choose(page, [binary]);
    const calibration = JSON.parse(command('test/oracle', ['calibrate', 'binary.csv', '--json']));
    await openTab(page, 'calibration');
    await page.waitForSelector('#panel-calibration svg');
    const [row] = await cells(page, '#panel-calibration');
    expect(row[1]).toBe(digits(calibration.modal.equalMass.expected));
    expect(row[2]).toBe(digits(calibration.modal.equalMass.maximum));
    const { ranking } = JSON.parse(command('test/oracle', ['score', 'binary.csv', '--json']));
    await openTab(page, 'ranking');
    const [areas] = await cells(page, '#panel-ranking');
    expect(areas[1]).toBe(digits(ranking.auc));
    expect(await page.locator('#panel-ranking svg').count()).toBe(5);
  });

  test('who earned −∞ is listed, with the line it is on', async () => {
    const { page } = opened;
    const rows = Array.from({ length: 300 }, (_, i) => (i === 217 ? `${i},b,1,0` : `${i},a,0.75,0.25`));
    folder.write('sure.csv', `id,label,p_a,p_b\n"0\n0",a,0.75,0.25\n\n${rows.join('\n')}\n`);
    await choose(page, [folder.path('sure.csv')]);
    expect(await page.textContent('#verdict')).toContain('earns −∞: it called impossible what then happened in 1 of 301 rows');
    await openTab(page, 'worst');
    await page.waitForFunction(() => document.querySelector('#panel-worst code'));
    const [first] = await cells(page, '#panel-worst');
    // A header, a row of two lines, an empty line.
    expect(first).toEqual(['222', '−∞', 'b', '0', '217,b,1,0']);
    // One click makes it finite, another takes that back.
    await scored(page, () => page.getByRole('button', { name: 'Apply the cutoff mml:301' }).click());
    expect(await jsonOf(page, 'sure')).toBe(command(folder.path('.'), ['score', 'sure.csv', '--cutoff', 'mml:301', '--json']));
    expect(await page.textContent('#verdict')).toMatch(/^sure (earns|loses) \d/);
    expect(await page.textContent('.offer')).toContain('cutoff mml:301, which changed 2 estimates');
    await scored(page, () => page.getByRole('button', { name: 'Remove the cutoff' }).click());
    expect(await page.textContent('#verdict')).toContain('−∞');
  });

  test('who earned −∞ is offered what the command says of a cutoff, marked as not applied', async () => {
    const { page } = opened;
    // One file would earn something under the cutoff, the other lose.
    const written = (name: string, sure: string): void => {
      const rows = Array.from({ length: 40 }, (_, i) => (i === 7 ? 'b,1,0' : i % 2 ? `b,${sure}` : `a,${sure.split(',').reverse().join(',')}`));
      folder.write(name, `label,p_a,p_b\n${rows.join('\n')}\n`);
    };
    written('knows.csv', '0.1,0.9');
    written('guesses.csv', '0.6,0.4');
    const wanted = { knows: 'earn', guesses: 'lose' };
    for (const [name, word] of Object.entries(wanted)) {
      await afresh(page, server.address);
      await choose(page, [folder.path(`${name}.csv`)]);
      const printed = command(folder.path('.'), ['score', `${name}.csv`, '--json']);
      expect(await jsonOf(page, name)).toBe(printed);
      const { cutoff, bayesianReward } = JSON.parse(printed).withCutoff;
      const { mean, ceiling } = bayesianReward;
      const amount = mean < 0 ? digits(-mean) : `${digits(mean)} of ${digits(ceiling)}`;
      const offer = page.locator('.offer b');
      expect(await offer.textContent()).toContain(`Under this cutoff, which was not applied, ${name} would ${word} ${amount} fair bits per prediction`);
      const said = command(folder.path('.'), ['score', `${name}.csv`]).replace(/\s+/g, ' ');
      expect(said).toContain(`Under the cutoff ${cutoff}, which was not applied, they would ${word} ${Math.abs(mean).toFixed(2)} `);
      // Applied, it is what was offered.
      await scored(page, () => page.getByRole('button', { name: `Apply the cutoff ${cutoff}` }).click());
      expect(await page.textContent('#verdict')).toContain(`${name} ${word}s ${amount} fair bits per prediction`);
    }
    await afresh(page, server.address);
    await choose(page, [folder.path('knows.csv'), folder.path('guesses.csv')]);
    expect(await page.textContent('.offer b')).toMatch(/knows would earn .*; guesses would lose [^,]*\.\s*$/);
    // The sliders do not move it, and it says so.
    await openTab(page, 'prior');
    await page.getByLabel('a', { exact: true }).fill('0.3');
    expect(await page.textContent('.offer b')).toMatch(/knows would earn .*; guesses would lose .*, by the prior that was scored with\.\s*$/);
  });

  test('weights: what fairbits score --weights says', async () => {
    const { page } = opened;
    await afresh(page, server.address);
    const rows = Array.from({ length: 60 }, (_, i) => `${'ab'[i % 2]},0.${i + 20},0.${79 - i + 1},${i % 4}`);
    folder.write('weighed.csv', `label,p_a,p_b,times\n${rows.join('\n')}\n`);
    await choose(page, [folder.path('weighed.csv')]);
    await page.evaluate(() => document.querySelector('.settings')?.setAttribute('open', ''));
    await page.getByLabel('Weights').selectOption('times');
    await scored(page, () => page.getByRole('button', { name: 'Score again', exact: true }).click());
    expect(await jsonOf(page, 'weighed')).toBe(command(folder.path('.'), ['score', 'weighed.csv', '--weights', 'times', '--json']));
    command(folder.path('.'), ['score', 'weighed.csv', '--weights', 'times', '--rewards', 'weighed-rewards.csv', '--quiet']);
    expect(await downloaded(page, 'the rewards of weighed as CSV')).toBe(readFileSync(folder.path('weighed-rewards.csv'), 'utf8'));
    expect(await downloaded(page, 'Report as HTML')).toContain('<code>fairbits score weighed.csv --weights times</code>');
    // Rather no figure than one of other rows.
    await openTab(page, 'decisions');
    await page.waitForFunction(() => document.querySelector('.decided')?.textContent?.includes('does not take weights'));
    await afresh(page, server.address);
  });

  test.each([
    ['percentages', '--percent', 'label,score\n1,75\n0,40\n1,55.5\n', { 'Estimates are': 'percent' }],
    ['logits', '--logits', 'label,p_a,p_b\na,2.5,-1\nb,-0.5,3\na,0.5,0.25\n', { 'Estimates are': 'logits' }],
    ['long rows', '--long=id,class,p', 'id,class,p,truth\n1,a,0.75,a\n1,b,0.25,a\n2,a,0.5,b\n2,b,0.5,b\n', { 'Long rows': 'id,class,p' }],
  ])('%s: what fairbits score %s says', async (_, option, content, chosen) => {
    const { page } = opened;
    await afresh(page, server.address);
    await choose(page, [folder.write('shape.csv', content)]);
    await page.evaluate(() => document.querySelector('.settings')?.setAttribute('open', ''));
    for (const [label, value] of Object.entries(chosen)) {
      const field = page.getByLabel(label);
      if (label === 'Estimates are') await field.selectOption(value);
      else await field.fill(value);
      await field.blur();
    }
    await scored(page, () => page.getByRole('button', { name: 'Score again', exact: true }).click());
    expect(await jsonOf(page, 'shape')).toBe(command(folder.path('.'), ['score', 'shape.csv', option, '--json']));
    expect(await downloaded(page, 'Report as HTML')).toContain(`<code>fairbits score shape.csv ${option.replace('=', ' ')}</code>`);
    await afresh(page, server.address);
  });

  test('sets: what fairbits rules says', async () => {
    const { page } = opened;
    const rows = Array.from({ length: 200 }, (_, i) => `${i},${'abc'[i % 3]},${['a', 'a|b', '', 'b|c', 'c'][i % 5]}`);
    folder.write('sets.csv', `id,label,said\n${rows.join('\n')}\n`);
    await choose(page, [folder.path('sets.csv')]);
    // There are no estimates to score; what there is has a verdict of its own.
    expect(await page.isVisible('#problem')).toBe(false);
    await openTab(page, 'sets');
    await page.waitForSelector('#panel-sets table');
    const typed = ['rules', 'sets.csv', '--predicted', 'said', '--classes', 'a,b,c'];
    const json = command(folder.path('.'), [...typed, '--json']);
    expect(await downloaded(page, 'the sets of sets.csv as JSON')).toBe(json);
    expect(await downloaded(page, 'the sets of sets.csv as HTML')).toContain(`<code>fairbits ${typed.join(' ')}</code>`);
    const wanted = JSON.parse(json);
    expect(await page.textContent('#verdict')).toContain(`cost ${(-wanted.significance).toFixed(1)} bits over class frequencies alone`);
    const [sf, without] = await cells(page, '#panel-sets');
    expect(sf[1]).toBe(wanted.significance.toFixed(2).replace('-', '−'));
    expect(without[1]).toBe(wanted.frequencyNull.toFixed(2));
    // One class a row does not look like sets, and can be said to be.
    folder.write('crisp.csv', `label,said\n${'a,a\nb,a\nb,b\n'.repeat(30)}`);
    await choose(page, [folder.path('crisp.csv')]);
    expect(await page.isVisible('#problem')).toBe(true);
    await page.getByLabel('Sets of classes').selectOption('said');
    await scored(page, () => page.getByRole('button', { name: 'Score again', exact: true }).click());
    const crisp = command(folder.path('.'), ['rules', 'crisp.csv', '--predicted', 'said', '--classes', 'a,b', '--json']);
    expect(await downloaded(page, 'the sets of crisp.csv as JSON')).toBe(crisp);
    await afresh(page, server.address);
  });

  test('a long piece of work says how far it is, and can be cancelled', async () => {
    const { page } = opened;
    const big = folder.write('big.csv', `id,label,p_a,p_b\n${'1,a,0.12345678901234567,0.87654321098765433\n'.repeat(4_000_000)}`);
    await page.setInputFiles('#files', [big]);
    await page.waitForSelector('#working:not([hidden])');
    // biome-ignore lint/performance/useDomNodeTextContent: words side by side, not run together
    await page.waitForFunction(() => /[1-9]\d* %, [\d,]+ rows .*, \d+ MB\/s/.test(document.getElementById('bars')?.innerText ?? ''));
    // The page answers while the work is done.
    const asked = performance.now();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(performance.now() - asked).toBeLessThan(1000);
    await page.click('#cancel');
    await page.waitForFunction(() => document.getElementById('status')?.textContent === 'Cancelled.');
    expect(await page.isVisible('#working')).toBe(false);
    await choose(page, [FORECASTERS[3]]);
    expect(await page.textContent('#verdict')).toContain('timid earns 0.0413');
  });

  test('the bench runs, and nothing went wrong unseen', async () => {
    const { page, errors } = opened;
    await openTab(page, 'speed');
    await page.click('#panel-speed button');
    await page.waitForSelector('#panel-speed table', { timeout: 60_000 });
    const rows = await cells(page, '#panel-speed');
    expect(rows.length).toBe(5);
    for (const [, , wasm, plain, ratio] of rows) for (const figure of [wasm, plain, ratio]) expect(Number.parseFloat(figure)).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });
});
