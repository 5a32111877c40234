import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';

const SHAPES = 'test/first-minute/shapes';

describe('lists of estimates', () => {
  it('are the bits of columns, in every format, with weights and any threads', () => {
    const lists = Array.from({ length: 200 }, (_, i) => [((i * 7) % 10) / 16, ((i * 3) % 6) / 16]).map(([a, b]) => [a, b, 1 - a - b]);
    const labels = lists.map((_, i) => ['x', 'y', 'z'][(i * 5) % 3]);
    const weights = lists.map((_, i) => (i % 3) + 1);
    const line = (i: number, cells: string): string => `${labels[i]},${cells},${weights[i]}\n`;
    const flat = write('flat.csv', `label,p_x,p_y,p_z,w\n${lists.map((list, i) => line(i, list.join(','))).join('')}`);
    const csv = write('list.csv', `label,probs,w\n${lists.map((list, i) => line(i, `"[${list.join(', ')}]"`)).join('')}`);
    const ndjson = write('list.jsonl', lists.map((probs, i) => `${JSON.stringify({ label: labels[i], probs, w: weights[i] })}\n`).join(''));
    const wanted = json(['score', flat, '--weights', 'w']).measures;
    for (const file of [csv, ndjson]) expect(json(['score', file, '--weights', 'w', '--threads', '2']).measures).toEqual(wanted);
  });

  it('names classes by the labels in sorted order, and says so', () => {
    const { stdout } = fairbits(['look', `${SHAPES}/list-words.parquet`]);
    expect(stdout).toContain('the estimates are taken to be of the classes in sorted order: setosa, versicolor, virginica (--classes says otherwise)');
    expect(stdout).toContain('passed over: the column embedding');
    expect(stdout).toContain('--truth label --probs scores --classes setosa,versicolor,virginica');
    const { classes } = json(['score', `${SHAPES}/list-words.parquet`, '--classes', 'virginica,setosa,versicolor']);
    expect(classes).toEqual(['virginica', 'setosa', 'versicolor']);
  });

  it('wants names where the labels do not have as many', () => {
    const file = write('few.csv', 'label,probs\na,"[0.1, 0.2, 0.7]"\nb,"[0.1, 0.2, 0.7]"\n');
    const { status, stderr } = fairbits(['score', file]);
    expect(status).toBe(2);
    expect(stderr).toContain('there are 3 estimates to a row, and the column "label" has 2 classes, a, b: expected --classes and the names of all 3');
    expect(json(['score', file, '--classes', 'a,b,c']).classes).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['bad.csv', 'label,probs\na,"[0.1, 0.9]"\nb,"[0.2, 0.3, 0.5]"\na,"[1]"\nb,\nb,"[0.6, 0.4]"\n', [3, 4, 5]],
    ['bad.jsonl', '{"label":"a","probs":[0.1,0.9]}\n{"label":"b","probs":[0.2,0.3,0.5]}\n{"label":"b","probs":[0.6,0.4]}\n{"label":"a","probs":[1]}\n', [2, 4]],
  ])('%s: a list of another length is a bad row', (name, text, lines) => {
    const file = write(name, text);
    const { status, stderr } = fairbits(['score', file]);
    expect(status).toBe(2);
    expect(stderr).toMatch(new RegExp(`:${lines[0]}: column "probs" holds .*: expected a list of 2 numbers`));
    const report = json(['score', file, '--on-error', 'skip']);
    expect(report.skipped).toBe(lines.length);
    for (const line of lines) expect(report.warnings.join()).toContain(`${name}:${line}: `);
  });

  it.each(['bad-lists.parquet', 'bad-lists.feather'])('%s: lists that are missing, of another length, or with a null are bad rows', (name) => {
    const file = `${SHAPES}/${name}`;
    const { status, stderr } = fairbits(['score', file]);
    expect(status).toBe(2);
    expect(stderr).toContain(`${file}: row 3: column "probs" holds null: expected a number from 0 to 1. Is this the right column? (--probs)`);
    const { rows, skipped, warnings } = json(['score', file, '--on-error', 'skip']);
    expect([rows, skipped]).toEqual([15, 5]);
    const all = warnings.join();
    expect(all).toContain('row 5: column "probs" holds a list of 2: expected a list of 3 numbers.');
    expect(all).toContain('row 7: column "probs[1]" holds null: expected a number from 0 to 1.');
    expect(all).toContain('row 9: column "probs" holds a list of 0: expected a list of 3 numbers.');
    expect(all).toContain('row 11: column "probs" holds a list of 4: expected a list of 3 numbers.');
  });
});
