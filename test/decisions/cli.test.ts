import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';

const rows = [
  ['no', 0.9, 10],
  ['yes', 0.8, 2],
  ['yes', 0.3, 5],
  ['no', 0.6, 1],
  ['yes', 0.55, 4],
] as const;
const text = `label,p_no,p_yes,loan\n${rows.map(([label, p, loan]) => `${label},${p},${(1 - p).toFixed(2)},${loan}`).join('\n')}\n`;
const file = write('loans.csv', text);

describe('fairbits decide', () => {
  it('from costs inline, in a file, with amounts, for one column, from any format', () => {
    const inline = json(['decide', file, '--costs', '0,1;5,0']);
    // Least cost is yes from 1/6 on: all but the first.
    expect(inline).toMatchObject({
      rows: 5,
      modal: { total: 10 },
      leastCost: { total: 1, changed: 3 },
      saved: { total: 9, share: 0.9 },
      perfect: { total: 0 },
    });
    const costs = write('costs.csv', ',yes,no\nyes,0,5\nno,1,0\n');
    const named = json(['decide', file, '--costs', costs]);
    expect(named.leastCost).toEqual(inline.leastCost);
    const amounts = json(['decide', file, '--costs', '0,1;5,0', '--amounts', 'loan']);
    expect(amounts).toMatchObject({ amounts: true, modal: { total: 5 * 2 + 5 * 4 }, leastCost: { total: 1 } });
    const column = json(['decide', file, '--costs', '0,1;5,0', '--probs', 'p_yes', '--positive', 'yes']);
    expect(column.leastCost.confusion).toEqual(inline.leastCost.confusion);
    const ndjson = rows.map(([label, p, loan]) => JSON.stringify({ label, p_no: p, p_yes: Number((1 - p).toFixed(2)), loan })).join('\n');
    expect(json(['decide', write('loans.ndjson', ndjson), '--costs', '0,1;5,0', '--amounts', 'loan']).modal.total).toBe(amounts.modal.total);
    expect(json(['decide', write('loans.csv.gz', gzipSync(text)), '--costs', '0,1;5,0', '--amounts', 'loan']).modal.total).toBe(amounts.modal.total);
  });
  it.each([
    [['--costs', '0,1,2;1,0,2;2,2,0'], /3 rows for 2 classes \(no, yes\)/],
    [['--costs', 'nowhere.csv'], /there is no such file, and no costs such as '0,1;5,0'/],
    [['--amounts', 'loans'], /there is no column "loans"; the columns are label, p_no, p_yes, loan/],
    [['--amounts', 'label'], /loans.csv:1: the column "label" is one of the true classes or estimates: expected another one for --amounts/],
    [['--on-error', 'maybe'], /expected stop or skip/],
  ])('%j: says what to do, with exit 2', (args, message) => {
    const { status, stderr, stdout } = fairbits(['decide', file, ...args]);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([2, '']);
  });
  it('takes amounts beside rows that are skipped', () => {
    const [head, first, ...others] = text.trimEnd().split('\n');
    const damaged = write('damaged.csv', [head, first, 'no,0.5,x,7', 'no,0.5,0.5,many', ...others].join('\n'));
    const skipped = json(['decide', damaged, '--costs', '0,1;5,0', '--amounts', 'loan', '--on-error', 'skip']);
    const { modal, leastCost } = json(['decide', file, '--costs', '0,1;5,0', '--amounts', 'loan']);
    expect(skipped).toMatchObject({ skipped: 2, modal, leastCost });
  });
  it('reads as a report', () => {
    const { stdout, status } = fairbits(['decide', file, '--costs', '0,1;5,0']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Taking the costs into account saves 1\.8000 per row/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('fairbits curves', () => {
  it('as JSON and as CSV, the same points', () => {
    const got = json(['curves', file]);
    expect(got).toMatchObject({ positive: 'yes', rows: 5, positives: 3, negatives: 2, ranking: { auc: 5 / 6 } });
    const lines = fairbits(['curves', file, '--csv']).stdout.trim().split('\n');
    expect(lines.length).toBe(got.points.length + 1);
    expect(lines[0].split(',')).toContain('truePositiveRate');
    expect(lines[2].split(',')[0]).toBe(String(got.points[1].threshold));
  });
  it('of more than two classes ask for one', () => {
    const three = write('three.csv', 'label,p_a,p_b,p_c\na,0.5,0.3,0.2\nb,0.2,0.5,0.3\nc,0.6,0.2,0.2\n');
    expect(fairbits(['curves', three])).toMatchObject({ status: 2, stderr: expect.stringMatching(/expected --positive CLASS, one of a, b, c/) });
    expect(json(['curves', three, '--positive', 'a']).ranking.auc).toBe(0.5);
    expect(fairbits(['curves', three, '--positive', 'a']).stdout).toMatch(/Cost curve/);
  });
  it('of one class only give a reason', () => {
    const one = write('one.csv', 'label,p_no,p_yes\nno,0.5,0.5\nno,0.2,0.8\n');
    expect(json(['curves', one])).toMatchObject({ costCurve: null, reason: 'no row is of the positive class', ranking: { auc: null } });
    expect(fairbits(['curves', one]).status).toBe(0);
  });
});
