import { readFileSync, writeFileSync } from 'node:fs';
import { dialects, histogramSql, statisticsSql } from 'fairbits/engines';
import { describe, expect, it } from 'vitest';

/** Queries that are read by eye when they change: FAIRBITS_RECORD=1 writes them anew. */
const SPECS = {
  wide: {
    table: ['shop', 'predictions'],
    truth: 'label',
    probs: ['p_home', 'p_draw', "p_o'neill"],
    classes: ['home', 'draw', "o'neill"],
    where: 'day >= 7',
    cutoff: 'mml:500',
    prior: [0.5, 0.3, 0.2],
  },
  column: { table: 'predictions', truth: 'ill', probs: 'p', classes: ['0', '1'], weights: 'n' },
  array: { table: 'predictions', layout: 'array', truth: 'label', probs: 'estimates', classes: ['a', 'b'], floatSums: true },
  long: { table: 'predictions', layout: 'long', truth: 'label', probs: 'p', id: 'case', classColumn: 'class', classes: ['a', 'b'] },
} as const;

describe.each(dialects)('%s', (dialect) => {
  it('prints the queries that were read', () => {
    const file = new URL(`golden/${dialect}.sql`, import.meta.url);
    const queries = Object.entries(SPECS).map(([name, spec]) => `-- ${name}\n${statisticsSql(spec, dialect)}`);
    const text = [...queries, `-- histograms\n${histogramSql(SPECS.wide, dialect)}`, `-- histograms of a column\n${histogramSql(SPECS.column, dialect)}`].join(
      '\n',
    );
    if (process.env.FAIRBITS_RECORD) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });
});
