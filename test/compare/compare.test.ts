import { readFileSync } from 'node:fs';
import { bootstrapInterval, createEngine, measures } from 'fairbits';
import { mcnemar } from 'fairbits/significance';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';
import { random } from '../support/random.js';

const examples = ['calibrated', 'overconfident', 'timid', 'frequencies'];
const file = (name: string) => `examples/forecasters/${name}.csv`;

/** Predictions of two classes with an id, in any order. */
function predictions(rows: number, seed: number, sharpness: number, order: (i: number) => number = (i) => i): string {
  const truths = random(1);
  const next = random(seed);
  const lines = Array.from({ length: rows }, (_, i) => {
    const yes = truths() < 0.4;
    const p = (0.5 + (yes ? 1 : -1) * sharpness * next() * 0.5).toFixed(6);
    return `${i},${yes ? 'yes' : 'no'},${(1 - Number(p)).toFixed(6)},${p}`;
  });
  return ['case,label,p_no,p_yes', ...lines.map((_, i) => lines[order(i)]), ''].join('\n');
}

describe('fairbits compare', () => {
  const all = json(['compare', ...examples.map(file), '--seed', '5', '--bootstrap', '400']);

  it('gives each learner the report that score gives', () => {
    expect(all.learners.map(({ name }: { name: string }) => name)).toEqual(examples);
    for (const [i, name] of examples.entries()) {
      const { measures, calibration, ranking } = json(['score', file(name)]);
      expect(all.learners[i]).toMatchObject({ measures, calibration, ranking });
    }
  });

  it('resamples pairs: what the library says of the differences themselves', async () => {
    const columns = examples.slice(0, 2).map((name) => {
      const out = write(`${name}-rewards.csv`, '');
      json(['score', file(name), '--rewards', out]);
      const rows = readFileSync(out, 'utf8').trim().split('\n').slice(1);
      return measures.map((_, i) => Float64Array.from(rows, (row) => Number(row.split(',')[i + 1])));
    });
    const engine = await createEngine();
    for (const [i, { id }] of measures.entries()) {
      const difference = columns[0][i].map((x, r) => x - columns[1][i][r]);
      const mean = difference.reduce((sum, x) => sum + x) / difference.length;
      const [means] = [engine.bootstrapMeans(difference, { replicates: 400, seed: 5 })].flat();
      const { interval } = bootstrapInterval('percentile', mean, means as Float64Array);
      const found = all.pairs[0].differences[id];
      expect(found.difference, id).toBeCloseTo(mean, 12);
      expect(found.interval[0], id).toBeCloseTo((interval as number[])[0], 12);
      expect(found.interval[1], id).toBeCloseTo((interval as number[])[1], 12);
      if (id !== 'accuracy') {
        expect(found.test).toBe('sign flips');
        expect(found.p).toBe(engine.permutationTest(difference, { replicates: 400, seed: 5 }).p);
      } else {
        const [b, c] = [difference.filter((x) => x > 0).length, difference.filter((x) => x < 0).length];
        expect(found.p).toBe(mcnemar(b, c).exactP);
      }
    }
  });

  it('adjusts by Holm over the pairs, and says who is worse than whom', () => {
    expect(all.pairs).toHaveLength(6);
    for (const { id } of measures) {
      const ps = all.pairs.map(({ differences }: { differences: Record<string, { p: number }> }) => differences[id].p);
      const sorted = [...ps].sort((a, b) => a - b);
      // The smallest is multiplied by all six.
      const smallest = all.pairs[ps.indexOf(sorted[0])].differences[id];
      expect(smallest.pAdjusted).toBe(Math.min(1, 6 * sorted[0]));
      for (const { first, second, differences } of all.pairs) {
        const { significant, better, pAdjusted } = differences[id];
        expect(significant).toBe(better !== null && pAdjusted <= 1 - 0.95);
        const worse = better === first ? second : first;
        expect(better !== null && all.worse[id][better].includes(worse)).toBe(significant);
      }
    }
    // The papers' point: accuracy prefers who is overconfident to who is calibrated, the reward does not.
    expect(all.worse.bayesianReward.calibrated).toEqual(['overconfident', 'timid', 'frequencies']);
    expect(all.worse.accuracy.calibrated).toEqual(['frequencies']);
  });

  it('finds no difference between a learner and itself', () => {
    const { pairs } = json(['compare', file('timid'), file('timid'), '--names', 'A,B', '--bootstrap', '100']);
    for (const { id } of measures)
      expect(pairs[0].differences[id]).toMatchObject({ difference: 0, standardError: 0, interval: [0, 0], p: 1, better: null, significant: false });
    expect(pairs[0].bet.statistic).toBe(0);
  });

  it('takes p from the bootstrap where there are many instances', async () => {
    const [a, b] = [0.5, 0.49].map((sharpness, i) => write(`many-${i}.csv`, predictions(10_001, 7 + i, sharpness)));
    const found = json(['compare', a, b, '--bootstrap', '200', '--seed', '3']).pairs[0].differences.quadraticLoss;
    const columns = [a, b].map((each, i) => {
      const out = write(`many-rewards-${i}.csv`, '');
      json(['score', each, '--rewards', out]);
      const at = 1 + measures.findIndex(({ id }) => id === 'quadraticLoss');
      return Float64Array.from(readFileSync(out, 'utf8').trim().split('\n').slice(1), (row) => Number(row.split(',')[at]));
    });
    const engine = await createEngine();
    const means = engine.bootstrapDifferences(columns[0], columns[1], { replicates: 200, seed: 3 });
    const [below, above] = [means.filter((x) => x <= 0).length, means.filter((x) => x >= 0).length];
    expect(found.test).toBe('paired bootstrap');
    expect(found.p).toBe(Math.min(1, (2 * (1 + Math.min(below, above))) / 201));
  });

  it('calls nothing significant for three instances, or one', () => {
    for (const rows of [1, 3]) {
      const [a, b] = [0.9, 0.1].map((sharpness, i) => write(`few-${rows}-${i}.csv`, predictions(rows, 11, sharpness)));
      const { differences } = json(['compare', a, b]).pairs[0];
      for (const { id } of measures) expect(differences[id]).toMatchObject({ significant: false });
      expect(differences.informationLoss.p).toBe(rows === 1 ? 1 : 0.25);
    }
  });

  it('swapping the learners changes the signs and nothing else', () => {
    const one = json(['compare', file('timid'), file('calibrated'), '--bootstrap', '200']).pairs[0];
    const other = json(['compare', file('calibrated'), file('timid'), '--bootstrap', '200']).pairs[0];
    for (const { id } of measures) {
      const [a, b] = [one.differences[id], other.differences[id]];
      expect(a.difference).toBe(-b.difference);
      expect([a.p, a.better, a.significant]).toEqual([b.p, b.better, b.significant]);
    }
  });

  it('aligns rows by an id', () => {
    const a = write('ids-a.csv', predictions(500, 2, 0.9));
    const b = write('ids-b.csv', predictions(500, 3, 0.4));
    const shuffled = write(
      'ids-shuffled.csv',
      predictions(500, 3, 0.4, (i) => (i * 7 + 3) % 500),
    );
    const strip = ({ learners: _, alignedBy: __, ...rest }: Record<string, unknown>) => rest;
    const straight = json(['compare', a, b, '--names', 'A,B']);
    const byId = json(['compare', a, shuffled, '--names', 'A,B', '--id', 'case']);
    expect(byId.alignedBy).toBe('column case');
    expect(strip(byId)).toEqual(strip(straight));
  });

  it('is the same for any number of threads, and on the plain backend', () => {
    const run = (...options: string[]) => json(['compare', file('timid'), file('calibrated'), '--bootstrap', '300', ...options]);
    const one = run('--threads', '1');
    expect(run('--threads', '3')).toEqual(one);
    expect(run('--backend', 'plain')).toEqual(one);
  });

  it('does not resample what is infinite, and says why', () => {
    const a = write('inf-a.csv', 'label,p_x,p_y\nx,0,1\nx,.5,.5\ny,.5,.5\n');
    const b = write('inf-b.csv', 'label,p_x,p_y\nx,.4,.6\nx,.5,.5\ny,.5,.5\n');
    const { pairs, learners } = json(['compare', a, b]);
    expect(learners[0].measures.bayesianReward.mean).toBe('-Infinity');
    expect(pairs[0].differences.bayesianReward).toMatchObject({ difference: '-Infinity', interval: null, p: null, better: 'inf-b', significant: false });
    expect(pairs[0].differences.bayesianReward.reason).toContain('inf-a has −∞ in 1 row');
    expect(pairs[0].differences.quadraticLoss.p).toBeGreaterThan(0);
    // Where both have it there is no difference to speak of.
    const both = json(['compare', a, a, '--names', 'A,B']).pairs[0].differences.informationLoss;
    expect(both).toMatchObject({ difference: null, p: null, better: null });
    const held = json(['compare', a, b, '--cutoff', 'mml:100']).pairs[0].differences.bayesianReward;
    expect(held.p).toBeGreaterThan(0);
  });

  it('reads at 80 columns', () => {
    const { stdout } = fairbits(['compare', ...examples.map(file), '--bootstrap', '100']);
    for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
    expect(stdout).toContain('Who beats whom');
  });
});

describe('what cannot be compared', () => {
  const a = write('bad-a.csv', 'case,label,p_x,p_y\n1,x,.4,.6\n2,y,.5,.5\n3,y,.5,.5\n');
  it.each([
    ['one file', [a], 'expected the predictions of two learners'],
    ['another length', [a, write('short.csv', 'case,label,p_x,p_y\n1,x,.4,.6\n2,y,.5,.5\n')], 'has 3 rows and'],
    ['another truth', [a, write('truth.csv', 'case,label,p_x,p_y\n1,x,.4,.6\n2,x,.5,.5\n3,y,.5,.5\n')], 'line 3 has the true class "y" in'],
    ['other classes', [a, write('classes.csv', 'case,label,p_x,p_z\n1,x,.4,.6\n2,z,.5,.5\n3,z,.5,.5\n')], 'is about the classes x, z'],
    [
      'an id missing',
      [a, write('missing.csv', 'case,label,p_x,p_y\n1,x,.4,.6\n2,y,.5,.5\n4,y,.5,.5\n'), '--id', 'case'],
      'has no row with "3" in column "case"',
    ],
    ['an id too many', [a, write('more.csv', 'case,label,p_x,p_y\n1,x,.4,.6\n2,y,.5,.5\n3,y,.5,.5\n4,y,.5,.5\n'), '--id', 'case'], 'has no row with "4"'],
    [
      'an id twice',
      [a, write('twice.csv', 'case,label,p_x,p_y\n1,x,.4,.6\n2,y,.5,.5\n2,y,.5,.5\n'), '--id', 'case'],
      '"2" is in column "case" of rows 2 and 3',
    ],
    [
      'another truth of an id',
      [a, write('other.csv', 'case,label,p_x,p_y\n3,y,.4,.6\n2,y,.5,.5\n1,y,.5,.5\n'), '--id', 'case'],
      'the instance "1" (column "case") has the true class "x"',
    ],
    ['no such id', [a, a, '--id', 'patient'], 'there is no column "patient"'],
    ['names that do not fit', [a, a, '--names', 'A'], 'expected a different name for each'],
    ['too few replicates', [a, a, '--bootstrap', '10'], 'too few for a percentile interval'],
  ])('%s', (_, args, message) => {
    const { status, stderr, stdout } = fairbits(['compare', ...args]);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });
});
