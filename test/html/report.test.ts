import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { measures } from 'fairbits';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { figure } from '../../dist/terminal/table.js';
import { fairbits, folder, json, write } from '../score/cli.js';
import { ranAlready } from '../support/ranAlready.js';
import { CASES, extremes } from './cases.js';

const inFolder = () => mkdtempSync(join(folder, 'report-'));
const documentOf = (html: string): Document => (parseHTML(html) as unknown as { document: Document }).document;

describe.each(CASES)('%s', (kind, args) => {
  let html = '';
  let page: Document;
  let charts: string[] = [];
  beforeAll(() => {
    const place = inFolder();
    const { status, stderr } = fairbits([...args, '--html', join(place, 'out.html'), '--svg', join(place, 'deep', 'charts')]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    html = readFileSync(join(place, 'out.html'), 'utf8');
    page = documentOf(html);
    charts = readdirSync(join(place, 'deep', 'charts'));
    expect(readdirSync(place).sort()).toEqual(['deep', 'out.html']);
  });

  it('needs nothing else: no script, no address, nothing to load', () => {
    expect(page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')).toBe("default-src 'none'; style-src 'unsafe-inline'");
    expect(page.querySelectorAll('script, link, img, iframe, object, embed')).toHaveLength(0);
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import/);
    expect(html).not.toMatch(/\son\w+=/);
  });

  it('is read in order: a language, one h1, headings that skip no level', () => {
    expect(page.documentElement.getAttribute('lang')).toBe('en');
    const levels = [...page.querySelectorAll('h1, h2, h3, h4')].map(({ localName }) => Number(localName[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level - before).toBeLessThanOrEqual(1);
      return level;
    }, 0);
    const ids = [...page.querySelectorAll('[id]')].map((each) => each.getAttribute('id'));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a table under every chart, every table a caption and scopes', () => {
    const figures = [...page.querySelectorAll('.chart')];
    expect(figures.length).toBeGreaterThan(0);
    for (const each of figures) {
      expect(each.querySelectorAll('svg[role=img]')).toHaveLength(1);
      const empty = each.querySelector('desc')?.textContent?.startsWith('Nothing is drawn');
      expect(each.querySelectorAll('details table')).toHaveLength(empty ? 0 : 1);
    }
    for (const table of page.querySelectorAll('table')) {
      expect(table.querySelector('caption')?.textContent).toBeTruthy();
      for (const cell of table.querySelectorAll('th')) expect(['col', 'row']).toContain(cell.getAttribute('scope'));
      const widths = [...table.querySelectorAll('tr')].map((row) => row.querySelectorAll('th, td').length);
      expect(new Set(widths).size).toBe(1);
    }
    expect(page.body.textContent).not.toMatch(/undefined|NaN|\[object/);
  });

  it('says how it was made', () => {
    const footer = page.querySelector('footer')?.textContent ?? '';
    expect(footer).toContain(`fairbits ${kind}`);
    expect(footer).toContain(args.at(-1));
    expect(footer).toContain(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(footer).toContain(
      process.env.FAIRBITS_BACKEND === 'plain' ? 'not used: the plain backend' : createHash('sha256').update(readFileSync('dist/fairbits.wasm')).digest('hex'),
    );
    expect(page.querySelector('time')?.getAttribute('datetime')).toMatch(/^20\d\d-\d\d-\d\dT/);
  });

  it('writes the same charts as files', () => {
    expect(charts).toHaveLength(page.querySelectorAll('.chart').length);
    for (const file of charts) expect(file).toMatch(/^[a-z0-9-]+\.svg$/);
  });
});

describe('what the report of a test set says', () => {
  const file = 'examples/forecasters/calibrated.csv';
  const place = inFolder();
  const out = join(place, 'out.html');
  let page: Document;
  beforeAll(() => {
    fairbits(['score', file, '--html', out]);
    page = documentOf(readFileSync(out, 'utf8'));
  });

  it('has the figures of --json, and beside each its definition and paper', () => {
    const report = json(['score', file]);
    const rows = [...page.querySelectorAll('main table tbody tr')].map((row) => row.textContent ?? '');
    for (const { id, formula, source, meaning } of measures) {
      const row = rows.find((each) => each.includes(id) && each.includes(formula));
      expect(row, id).toBeDefined();
      for (const part of [figure(report.measures[id].mean), figure(report.measures[id].interval[0]), figure(report.measures[id].interval[1]), source, meaning])
        expect(row).toContain(part);
    }
    expect(page.querySelector('.verdict')?.textContent).toBe(
      'These predictions earn 0.081 of 0.853 bits per prediction (9 %), 95 % interval 0.065 to 0.096: better than always quoting the class frequencies of the test set, by more than chance.',
    );
    // Figures that are no measures have theirs in a table of the same section.
    const sections = Object.fromEntries([...page.querySelectorAll('section')].map((each) => [each.querySelector('h2')?.textContent, each.textContent]));
    for (const [section, paper] of Object.entries({ Calibration: 'Spiegelhalter 1986', Ranking: 'Hand & Till 2001', 'Confusion matrix': 'Cohen 1960' }))
      expect(sections[section]).toContain(paper);
    const facts = page.querySelector('header dl')?.textContent ?? '';
    for (const part of ['2,000 rows', 'home, draw, away', figure(report.prior.values.home), ...report.guesses]) expect(facts).toContain(part);
  });

  it('does not change what is printed', () => {
    expect(fairbits(['score', file, '--json', '--html', join(place, 'other.html')]).stdout).toBe(fairbits(['score', file, '--json']).stdout);
  });

  it('draws what a confusion matrix, an AUC and a reliability table say', () => {
    const report = json(['score', file]);
    const words = (title: RegExp): string =>
      [...page.querySelectorAll('svg')].find((each) => title.test(each.querySelector('title')?.textContent ?? ''))?.textContent ?? '';
    for (const count of report.confusion.flat()) expect(words(/^Confusion/)).toContain(count.toLocaleString('en-US'));
    for (const name of report.classes) expect(words(/^ROC/)).toContain(`${name} AUC ${report.ranking.byClass[name].toFixed(3)}`);
    const { modal } = json(['calibrate', file]);
    const rows = [...page.querySelectorAll('table')]
      .find((each) => each.querySelector('caption')?.textContent?.startsWith('Reliability'))
      ?.querySelectorAll('tbody tr');
    expect(rows).toHaveLength(modal.equalMass.bins.length);
  });
});

test('a verdict fits what was found', () => {
  const verdict = (content: string): string => {
    const out = join(inFolder(), 'out.html');
    const { status, stderr } = fairbits(['score', write('verdict.csv', content), '--html', out]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return documentOf(readFileSync(out, 'utf8')).querySelector('.verdict')?.textContent ?? '';
  };
  expect(verdict(extremes.impossible)).toMatch(
    /^These predictions are worth −∞ bits: 10 of 10 called impossible .* Under the cutoff mml:10, which was not applied, they would lose /,
  );
  expect(verdict(`label,p_a,p_b\n${'a,0.1,0.9\nb,0.9,0.1\n'.repeat(20)}`)).toMatch(
    /^These predictions lose \d\.\d+ bits per prediction \(95 % interval of the loss \d.* to \d.*\), where perfect ones would earn 1\.0+: worse than always quoting the class frequencies of the test set, by more than chance\.$/,
  );
  expect(verdict(`label,p_a,p_b\n${'a,0.6,0.4\nb,0.6,0.4\n'.repeat(20)}`)).toMatch(
    /: as far as these rows tell, no better than always quoting the class frequencies of the test set\.$/,
  );
});

test('a comparison’s verdict fits, too', () => {
  const verdict = (...files: string[]): string => {
    const out = join(inFolder(), 'out.html');
    const { status, stderr } = fairbits(['compare', ...files, '--names', 'A,B', '--bootstrap', '100', '--html', out, '--quiet']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return documentOf(readFileSync(out, 'utf8')).querySelector('.verdict')?.textContent ?? '';
  };
  const rows = (p: number) => `label,p_a,p_b\n${`a,${p},${1 - p}\nb,${1 - p},${p}\na,0.5,0.5\n`.repeat(10)}`;
  const [good, bad, ruined] = [write('good.csv', rows(0.75)), write('poor.csv', rows(0.25)), write('ruined.csv', rows(0))];
  expect(verdict(good, bad)).toMatch(/^A is best, with 0\.\d+ of 0\.92 bits per prediction \(\d+ %\)\. It beats B by 1\.\d+, by more than chance\.$/);
  expect(verdict(good, good)).toMatch(/B earns the same\.$/);
  expect(verdict(ruined, good)).toMatch(/^B is best, with .*\. A earns −∞, having called impossible what then happened\.$/);
  expect(verdict(ruined, ruined)).toMatch(/^Every learner called impossible/);
});

describe.each(Object.entries(extremes))('of %s', (_name, content) => {
  it('there is a report, which says nothing that is not so', () => {
    const out = join(inFolder(), 'out.html');
    const { status, stderr } = fairbits(['score', write('extreme.csv', content), '--html', out]);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const html = readFileSync(out, 'utf8');
    expect(html.length).toBeLessThan(600_000);
    const page = documentOf(html);
    expect(page.querySelectorAll('script, b')).toHaveLength(0);
    expect(page.body.textContent).not.toMatch(/undefined|NaN|\[object/);
  });
});

test('names from a file are text and nothing else, in the report and in the charts', () => {
  const place = inFolder();
  fairbits(['score', write('nasty.csv', extremes.nasty), '--html', join(place, 'out.html'), '--svg', place]);
  for (const file of readdirSync(place)) {
    const text = readFileSync(join(place, file), 'utf8');
    expect(text, file).not.toMatch(/<script|<b>|<\/b>/);
  }
  const html = readFileSync(join(place, 'out.html'), 'utf8');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(documentOf(html).querySelector('header dl')?.textContent).toContain(`<script>alert(1)</script>, '"&<b>`);
});

// Files and folders, which are the same on either backend.
describe.skipIf(ranAlready)('nothing is left half-written', () => {
  const good = 'examples/forecasters/calibrated.csv';

  it('where the input is bad', () => {
    const place = inFolder();
    const bad = write('bad.csv', 'label,p_a,p_b\na,0.5,0.6\n');
    for (const command of [
      ['score', bad],
      ['calibrate', bad],
      ['compare', good, bad],
      ['rules', bad, '--predict-set', 'top:1'],
    ]) {
      const { status } = fairbits([...command, '--html', join(place, 'out.html'), '--svg', join(place, 'deep', 'charts')]);
      expect(status, command[0]).toBe(2);
      expect(readdirSync(place), command[0]).toEqual([]);
    }
  });

  it('where there is no place for it', () => {
    const { status, stderr } = fairbits(['score', good, '--html', join(folder, 'missing', 'out.html')]);
    expect(status).toBe(2);
    expect(stderr).toContain('there is no such folder');
    const file = write('a-file', '');
    const place = inFolder();
    const second = fairbits(['score', good, '--html', join(place, 'out.html'), '--svg', file]);
    expect(second.status).toBe(2);
    expect(second.stderr).toContain('this is a file, not a folder');
    expect(readdirSync(place)).toEqual([]);
    expect(fairbits(['score', good, '--svg', join(file, 'charts')]).stderr).toContain('a part of it is a file');
  });

  it('where standard input would have to be read twice', () => {
    // One test set takes one reading; learners take two.
    const once = join(folder, 'once.html');
    expect(fairbits(['score', '-', '--html', once], { input: readFileSync(good) }).status).toBe(0);
    expect(readFileSync(once, 'utf8')).toContain('<svg');
    const { status, stderr } = fairbits(['compare', '-', good, '--html', join(folder, 'never.html')], { input: readFileSync(good) });
    expect(status).toBe(2);
    expect(stderr).toContain('--html needs two readings');
    expect(existsSync(join(folder, 'never.html'))).toBe(false);
  });

  it('an old report stays until the new one is whole', () => {
    const out = join(inFolder(), 'out.html');
    writeFileSync(out, 'old');
    fairbits(['score', write('bad2.csv', 'label,p_a,p_b\na,0.5,0.6\n'), '--html', out]);
    expect(readFileSync(out, 'utf8')).toBe('old');
  });
});

describe.skipIf(ranAlready)('the command', () => {
  it('loads charts and their document only for a report, and finds them in its own files', () => {
    const script = write(
      'loaded.cjs',
      `process.on('exit', () => { for (const file of Object.keys(require.cache)) if (/charts|worker|plot|html\\.js/.test(require('path').basename(file))) process.stderr.write('loaded ' + file + '\\n'); });
      process.argv.splice(1, 1, ${JSON.stringify(resolve('dist/bin/fairbits.js'))});
      require(${JSON.stringify(resolve('dist/bin/fairbits.js'))});`,
    );
    const loaded = (...more: string[]) =>
      String(spawnSync(process.execPath, [script, 'score', 'examples/forecasters/timid.csv', ...more], { encoding: 'utf8' }).stderr);
    expect(loaded()).toBe('');
    expect(loaded('--html', join(inFolder(), 'out.html'))).toContain('charts.js');
    for (const file of readdirSync('dist/bin'))
      expect(readFileSync(join('dist/bin', file), 'utf8'), file).not.toMatch(/require\(["'](@observablehq|linkedom|d3)/);
  });

  it('quotes what a shell would take apart', () => {
    const place = inFolder();
    const file = write("it's a file.csv", extremes.oneRow);
    fairbits(['score', file, '--html', join(place, 'out.html')]);
    expect(documentOf(readFileSync(join(place, 'out.html'), 'utf8')).querySelector('footer code')?.textContent).toContain(`'${file.replace("'", "'\\''")}'`);
  });
});
