import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';

const CLASSES = ['a', 'b', 'c'];
const instances = Array.from({ length: 60 }, (_, i) => ({
  id: `i${i}`,
  p: [((i * 7) % 8) / 16 + 1 / 32, ((i * 3) % 8) / 16 + 1 / 32, 0],
  truth: CLASSES[(i * 5) % 3],
  w: (i % 4) + 1,
}));
for (const { p } of instances) p[2] = 1 - p[0] - p[1];
const rows = instances.flatMap(({ id, p, truth, w }) => CLASSES.map((name, c) => ({ id, name, p: p[c], truth, flag: Number(name === truth), w })));
/** The same rows in another order. */
const mixed = rows.map((_, i) => rows[(i * 77) % rows.length]);
const csv = (some: readonly object[]): string => `${[Object.keys(some[0]), ...some.map(Object.values)].map((cells) => cells.join(',')).join('\n')}\n`;
const ndjson = (some: readonly object[]): string => some.map((row) => `${JSON.stringify(row)}\n`).join('');
const wide = write('wide.csv', csv(instances.map(({ id, p: [p_a, p_b, p_c], truth, w }) => ({ id, p_a, p_b, p_c, truth, w }))));
const long = write('long.csv', csv(rows));
const LONG = ['--long', 'id,name,p'];

describe('--long', () => {
  it('is recognised, suggested, and then scored', () => {
    const { status, stderr } = fairbits(['score', long]);
    expect(status).toBe(2);
    expect(stderr).toContain('every "id" has a row for each "name", with its estimate in "p": expected one row per instance. Say so with --long.');
    expect(stderr).toContain(`Try: fairbits score ${long} --long id,name,p --truth truth`);
    expect(fairbits(['look', long, ...LONG, '--truth', 'truth']).stdout).toContain(`fairbits score ${long} --long id,name,p --truth truth`);
  });

  it.each([
    ['CSV', long],
    ['rows in any order', write('mixed.csv', csv(mixed))],
    ['TSV', write('long.tsv', csv(rows).replaceAll(',', '\t'))],
    ['NDJSON', write('mixed.jsonl', ndjson(mixed))],
    ['a JSON list', write('mixed.json', JSON.stringify(mixed))],
    ['gzipped', write('mixed.csv.gz', gzipSync(csv(mixed)))],
  ])('%s: comes to what columns come to, with the truth repeated or flagged, and weights', (_, file) => {
    for (const weights of [[], ['--weights', 'w']]) {
      const wanted = json(['score', wide, ...weights, '--truth', 'truth']).measures;
      for (const truth of ['truth', 'flag']) {
        const found = json(['score', file, ...LONG, '--truth', truth, ...weights]).measures;
        for (const id of Object.keys(wanted)) expect(found[id].mean, id).toBeCloseTo(wanted[id].mean, 12);
      }
    }
  });

  it('takes percentages, logits and classes in another order', () => {
    const percent = write('percent.csv', csv(rows.map((row) => ({ ...row, p: row.p * 100 }))));
    const wanted = json(['score', wide, '--truth', 'truth']).measures.logLoss.mean;
    expect(json(['score', percent, ...LONG, '--truth', 'truth']).measures.logLoss.mean).toBeCloseTo(wanted, 12);
    const logits = write('logits.csv', csv(rows.map((row) => ({ ...row, p: Math.log(row.p + 0.25) + 3 }))));
    const soft = instances.map(({ p, truth }) => -Math.log((p[CLASSES.indexOf(truth)] + 0.25) / 1.75));
    const mean = soft.reduce((a, b) => a + b, 0) / soft.length;
    expect(json(['score', logits, ...LONG, '--truth', 'truth', '--logits']).measures.logLoss.mean).toBeCloseTo(mean, 12);
    expect(json(['score', long, ...LONG, '--truth', 'truth', '--classes', 'c,a,b']).classes).toEqual(['c', 'a', 'b']);
  });

  it('names instances that are not whole by their lines', () => {
    const bad = rows.slice(0, 30).map((row) => ({ ...row }) as Record<string, unknown>);
    bad[20].truth = rows[20].truth === 'a' ? 'b' : 'a';
    bad.splice(15, 0, { ...bad[15] });
    bad[10].p = 'x';
    bad.splice(4, 1);
    const file = write('bad.csv', csv(bad));
    const { status, stderr } = fairbits(['score', file, ...LONG, '--truth', 'truth']);
    expect(status).toBe(2);
    expect(stderr).toContain('bad.csv:11: column "p" holds "x": expected a number. Is this the right column? (--long)');
    const report = json(['score', file, ...LONG, '--truth', 'truth', '--on-error', 'skip']);
    expect([report.rows, report.skipped]).toEqual([6, 5]);
    const said = report.warnings.join();
    expect(said).toContain('bad.csv:5: column "name" holds no row of the class "b" for "i1": expected one of each class.');
    expect(said).toContain('bad.csv:10: column "name" holds no row of the class "b" for "i3": expected one of each class.');
    expect(said).toMatch(/bad\.csv:1[67]: column "name" holds "a" for the second time: expected each class once for "i5"\./);
    expect(said).toMatch(/bad\.csv:22: column "truth" holds "\w": expected "\w", as in the other rows of "i6"\./);
  });

  it('names rows by their numbers where there are no lines, and flags that are missing', () => {
    const none = rows.slice(0, 9).map((row) => ({ ...row, flag: row.id === 'i1' ? 0 : row.flag }));
    const { stderr } = fairbits(['score', write('none.json', JSON.stringify(none)), ...LONG, '--truth', 'flag']);
    expect(stderr).toContain('none.json: row 4: column "flag" holds no 1 for "i1": expected one, at the true class.');
  });

  it('refuses what it cannot be', () => {
    const said = (...args: string[]): string => fairbits(['score', long, ...args]).stderr;
    expect(said('--long', 'id,name')).toContain('--long id,name: expected three columns');
    expect(said('--long', 'id,name,q')).toContain('there is no column "q"');
    expect(said('--long', 'id,name,p', '--truth', 'name')).toContain('the column "name" cannot be two things at once');
    expect(said('--long', 'id,w,p', '--truth', 'truth')).toContain('for the second time');
    expect(said('--long', 'id,name,p', '--truth', 'truth', '--true-probs', 'p')).toContain('--true-probs names columns of one row to an instance');
  });

  it('is compared by ids, in whichever order', () => {
    const other = write('other.csv', csv(mixed.map((row) => ({ ...row, p: 0.5 * row.p + 0.5 / 3 }))));
    const comparison = json(['compare', long, other, ...LONG, '--truth', 'truth', '--bootstrap', '50']);
    expect(comparison.alignedBy).toBe('column id');
    expect(comparison.rows).toBe(60);
  });
});
