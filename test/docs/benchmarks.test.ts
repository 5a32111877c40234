import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benchmarksPage, whatElse } from '../../bench/report/page.mjs';

const page = readFileSync('docs/benchmarks.md', 'utf8');
const readme = readFileSync('README.md', 'utf8');
const quoted = /<!-- benchmarks -->\n([\s\S]*?)<!-- end -->/.exec(readme)?.[1] ?? '';

describe('docs/benchmarks.md', () => {
  it('is made from bench/results, and so is what README quotes of it: node bench/report.mjs writes them', () => {
    for (const [file, text] of benchmarksPage()) expect(readFileSync(file, 'utf8'), file).toBe(text);
  });

  it('says how it was measured before it says what, and what lost', () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(headings.slice(0, 2)).toEqual(['How', 'In short']);
    expect(headings.at(-1)).toBe('What lost');
    expect(headings.length).toBeGreaterThan(8);
    expect(page).toContain('geometric mean');
  });

  it('says of which suites the machine had other things to do, as it was measured', () => {
    const suite = (id: string, load: object) => ({ id, result: { load, machine: { cores: 2 } } });
    expect(whatElse([suite('a', { before: 9, others: 0.01 }), suite('b', { before: 1, others: 0.03 })])).toBe(
      'While a suite was measured, other programs and other guests of the machine had 3 % of the processors or less.',
    );
    expect(whatElse([suite('a', { before: 0, others: 0.01 }), suite('b', { before: 0, others: 0.4 })])).toMatch(
      /had 40 % .*other things to do\*\* during these suites: b \(40 %\)\./,
    );
    // Where that cannot be measured.
    expect(whatElse([suite('a', { before: 4 }), suite('b', { before: 4.1 })])).toMatch(/^\*\*The machine.* b \(load 4\.1 before it\)\./);
    expect(whatElse([suite('a', { before: 1 })])).toBe('');
  });

  it('has every ratio below 1 among what lost', () => {
    const lost = page.slice(page.indexOf('## What lost'));
    const below = page.slice(0, page.indexOf('## What lost')).match(/\(0\.\d\d×\)/g) ?? [];
    expect(lost.match(/\| 0\.\d\d× \|/g)?.length ?? 0).toBe(below.length);
  });
});

describe('README', () => {
  it('has no figure of speed but those of the page', () => {
    const figures = quoted.match(/\d[\d.]*×/g) ?? [];
    expect(figures.length).toBeGreaterThan(8);
    for (const figure of figures) expect(page, figure).toContain(figure);
    const rest = readme.replace(quoted, '');
    expect(rest).not.toMatch(/\bns per|\d ?× as|times as fast|\d (?:ms|seconds|MB\/s)\b/);
  });
});
