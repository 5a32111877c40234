import { readFileSync } from 'node:fs';
import { createEngine, evaluate, type MeasureId, type Prior } from 'fairbits';
import { describe, expect, it } from 'vitest';

/** The figures come from an independent implementation in arithmetic of fifty digits. */
interface Case {
  file: string;
  prior: string;
  cutoff: string;
  positive?: string;
  measures: Record<string, Record<string, number | string>>;
  lemma1?: Record<string, number>;
}

const read = (name: string) => readFileSync(new URL(`oracle/${name}`, import.meta.url), 'utf8');
const cases: Case[] = JSON.parse(read('expected.json')).score;
const engine = await createEngine();

function table(file: string): { classes: string[]; estimates: Float64Array; labels: Uint16Array } {
  const [head, ...lines] = read(file)
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const columns = head.flatMap((name, i) => (name.startsWith('p_') ? [i] : []));
  const classes = columns.map((i) => head[i].slice(2));
  const label = head.indexOf('label');
  return {
    classes,
    estimates: Float64Array.from(lines.flatMap((line) => columns.map((i) => Number(line[i])))),
    labels: Uint16Array.from(lines, (line) => classes.indexOf(line[label])),
  };
}

function parsed(prior: string): Prior {
  if (prior === 'uniform' || prior === 'test') return prior;
  return Object.fromEntries(prior.split(',').map((part) => [part.split('=')[0], Number(part.split('=')[1])]));
}

/** As the oracle's own check compares: strings and counts alike, numbers to 1e-10. */
function compare(got: Record<string, unknown>, want: Record<string, number | string>, what: string): void {
  for (const [key, value] of Object.entries(want)) {
    const mine = got[key];
    if (typeof value === 'string') expect(mine, `${what}.${key}`).toBe(value);
    else expect(Math.abs((mine as number) - value), `${what}.${key}: ${mine} for ${value}`).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(value)));
  }
}

it('the oracle has 54 score cases, some of them infinite', () => {
  expect(cases).toHaveLength(54);
  expect(cases.filter((each) => Object.values(each.measures).some((measure) => measure.mean === '-Infinity')).length).toBeGreaterThan(0);
});

describe.each(cases.map((each) => [`${each.file} prior ${each.prior.slice(0, 30)} cutoff ${each.cutoff}`, each] as const))('%s', (_, each) => {
  const { classes, estimates, labels } = table(each.file);
  const options = { engine, classes, prior: parsed(each.prior), cutoff: each.cutoff as 'none', ...(each.positive ? { positive: each.positive } : {}) };

  it('every measure', async () => {
    const report = await evaluate(estimates, labels, options);
    expect(Object.keys(report.measures).sort()).toEqual(Object.keys(each.measures).sort());
    for (const [id, want] of Object.entries(each.measures)) {
      const got = report.measures[id as MeasureId];
      compare({ ...got }, want, id);
      if (!('infinite' in want)) expect(got.infinite, id).toBe(0);
      if (!('standardError' in want)) expect([got.standardError, typeof got.reason], id).toEqual([null, 'string']);
    }
    if (each.lemma1) compare({ ...report.lemma1 }, each.lemma1, 'lemma1');
    else expect(report.lemma1).toBeUndefined();
  });

  it('the totals of a tally', () => {
    const { cutoff, positive } = options;
    const tally = engine.tally(classes, { cutoff, ...(positive ? { positive } : {}) }).add(estimates, labels);
    for (const [id, { total }] of Object.entries(each.measures)) {
      if (id === 'kononenkoBratko' || id === 'quadraticLoss') continue;
      compare({ total: typeof total === 'string' ? String(tally.total(id, options.prior)) : tally.total(id, options.prior) }, { total }, id);
    }
  });
});
