import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';

const p = Array.from({ length: 50 }, (_, i) => ((i * 7) % 16) / 16 + 1 / 32);
const words = p.map((_, i) => ['no', 'yes'][(i * 3) % 2]);
const both = p.map((x, i) => [1 - x, x, words[i]]);
const text = (rows: readonly (readonly unknown[])[]): string => rows.map((cells) => `${cells.join(',')}\n`).join('');
const named = write('named.csv', `p_no,p_yes,label\n${text(both)}`);
const wanted = json(['score', named]).measures;

describe('CSV without a header', () => {
  it('is known by its numbers, said, and comes to what it would with one', () => {
    const file = write('bare.csv', text(both));
    expect(json(['score', file]).measures).toEqual(wanted);
    const { stdout } = fairbits(['look', file]);
    expect(stdout).toContain('the first line holds numbers and is taken as a row: columns are numbered from 1 (--header says otherwise)');
    expect(stdout).toContain('the true class is taken from the column "3"');
    expect(stdout).toContain('the estimates are taken from columns 1 to 2, which sum to 1');
    expect(stdout).toContain('--truth 3 --probs 1,2 --classes no,yes');
    expect(json(['score', file, '--truth', '3', '--probs', '1,2', '--classes', 'no,yes']).measures).toEqual(wanted);
  });

  it('may have a single column, an index, and the truth first', () => {
    const numbers = words.map((word) => Number(word === 'yes'));
    for (const rows of [p.map((x, i) => [x, numbers[i]]), p.map((x, i) => [i, numbers[i], x]), p.map((x, i) => [i, numbers[i], 1 - x, x])]) {
      const found = json(['score', write('one.csv', text(rows))]);
      expect(found.classes).toEqual(['0', '1']);
      expect(found.measures.logLoss.mean).toBeCloseTo(wanted.logLoss.mean, 14);
    }
  });

  it('says which columns may hold the truth where there are several', () => {
    const { status, stderr } = fairbits(['score', write('two.csv', text(both.map((row, i) => [...row, ['no', 'yes'][i % 2]])))]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/Say which with --truth\.\nTry: fairbits score .* --truth 3\n/);
  });

  it('is taken at its word', () => {
    const sure = write('sure.csv', '1,0,a\n0,1,b\n0.5,0.5,a\n');
    expect(json(['score', sure, '--no-header']).rows).toBe(3);
    const { status, stderr } = fairbits(['score', write('header.csv', text(both)), '--header']);
    expect(status).toBe(2);
    expect(stderr).toContain('the columns are 0.96875, 0.03125, no');
    const line = fairbits(['score', write('bad.csv', `${text(both.slice(0, 3))}0.5,x,no\n`), '--truth', '3', '--probs', '1,2']);
    expect(line.stderr).toContain('bad.csv:4: column "2" holds "x"');
  });

  it('does not take names of classes that are numbers for a row', () => {
    const file = write('floats.csv', `label,0.0,1.0\n${text(p.map((x, i) => [Number(words[i] === 'yes'), 1 - x, x]))}`);
    expect(json(['score', file]).rows).toBe(50);
  });
});

describe("Weka's predictions", () => {
  it('score with their distribution, whichever classes the first rows have', () => {
    const rows = p.map((x, i) => [
      i + 1,
      words[i] === 'no' ? '1:no' : '2:yes',
      x > 0.5 ? '2:yes' : '1:no',
      '',
      x > 0.5 ? 1 - x : `*${1 - x}`,
      x > 0.5 ? `*${x}` : x,
    ]);
    const file = write('weka.csv', `inst#,actual,predicted,error,distribution,\n${text(rows)}`);
    const report = json(['score', file]);
    expect(report.classes).toEqual(['no', 'yes']);
    expect(report.measures).toEqual(wanted);
    const one = write('weka-one.csv', 'inst#,actual,predicted,error,distribution,,\n1,1:a,1:a,,*0.5,0.25,0.25\n2,2:b,2:b,,0.25,*0.5,0.25\n');
    expect(json(['score', one]).classes).toEqual(['a', 'b', 'class 3']);
  });

  it('are refused with advice where they have the predicted class alone, or are plain text', () => {
    const alone = fairbits(['score', write('prediction.csv', 'inst#,actual,predicted,error,prediction\n1,1:a,1:a,,0.9\n')]);
    expect(alone.status).toBe(2);
    expect(alone.stderr).toContain('the column "prediction" has the estimate of the predicted class alone: expected those of all classes.');
    expect(alone.stderr).toContain('weka.classifiers.evaluation.output.prediction.CSV -distribution');
    const plain = fairbits(['score', write('plain.txt', '=== Predictions on test data ===\n\n inst# actual predicted error prediction\n')]);
    expect(plain.stderr).toContain("these are Weka's predictions as plain text: expected CSV.");
  });
});

describe('odds and ends', () => {
  it('a single row with a bad cell is said to have one', () => {
    const { status, stderr } = fairbits(['score', write('single.csv', 'label,p_a,p_b\na,0.5,x\n')]);
    expect(status).toBe(2);
    expect(stderr).toContain('single.csv:2: column "p_b" holds "x": expected a number from 0 to 1.');
  });

  it('a column of predictions is never taken for the truth', () => {
    const file = write('predict.csv', 'predict,a,b,species\na,0.75,0.25,b\nb,0.25,0.75,a\n');
    expect(json(['score', file]).measures.accuracy.mean).toBe(0);
  });

  it('compare takes percentages, logits and classes', () => {
    const percent = write('percent.csv', `y,chance\n${p.map((x, i) => `${Number(words[i] === 'yes')},${x * 100}\n`).join('')}`);
    const other = write('other.csv', `y,chance\n${p.map((x, i) => `${Number(words[i] === 'yes')},${x * 50 + 25}\n`).join('')}`);
    const compared = json(['compare', percent, other, '--percent', '--probs', 'chance', '--bootstrap', '50']);
    expect(compared.learners[0].measures.logLoss.mean).toBeCloseTo(wanted.logLoss.mean, 12);
    const logits = write('logits.csv', `y,z0,z1\n${p.map((x, i) => `${words[i]},${Math.log(1 - x)},${Math.log(x)}\n`).join('')}`);
    const soft = json(['compare', logits, logits, '--logits', '--probs', 'z0,z1', '--classes', 'no,yes', '--names', 'a,b', '--bootstrap', '50']);
    expect(soft.learners[1].measures.logLoss.mean).toBeCloseTo(wanted.logLoss.mean, 12);
  });

  it('--true-probs are of estimates as they are scored', () => {
    const rows = p.map((x, i) => [words[i], 1 - x, x, (1 - x) / 2 + 0.25, x / 2 + 0.25]);
    const plain = json(['score', write('known.csv', `label,p_no,p_yes,t_no,t_yes\n${text(rows)}`), '--true-probs', 't_*']).measures.klDivergence.mean;
    const percent = rows.map(([label, a, b, t, u]) => [label, Number(a) * 100, Number(b) * 100, t, u]);
    const inPercent = json(['score', write('percents.csv', `label,p_no,p_yes,t_no,t_yes\n${text(percent)}`), '--true-probs', 't_*']);
    expect(inPercent.measures.klDivergence.mean).toBeCloseTo(plain, 14);
    const logs = rows.map(([label, a, b, t, u]) => [label, Math.log(Number(a)), Math.log(Number(b)), t, u]);
    const soft = json(['score', write('logs.csv', `label,p_no,p_yes,t_no,t_yes\n${text(logs)}`), '--true-probs', 't_*', '--logits']);
    expect(soft.measures.klDivergence.mean).toBeCloseTo(plain, 12);
  });
});
