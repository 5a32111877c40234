import { readFileSync } from 'node:fs';
import { createEngine, FairbitsError, measures, type RewardStatistics, type StatisticsJSON } from 'fairbits';
import { describe, expect, it } from 'vitest';
import { fairbits, json, write } from '../score/cli.js';
import { caught } from '../support/error.js';
import { random, slice, testSet } from '../support/random.js';

const engine = await createEngine();
const set = testSet(random(3), 400, 3);
const made = (): RewardStatistics => engine.statistics(['a', 'b', 'c']).add(...slice(set, 0, 300));
const written = (statistics = made()): StatisticsJSON => JSON.parse(JSON.stringify(statistics));

describe('statistics as JSON', () => {
  it('come back as they were, and go on with the same bits', () => {
    for (const k of [2, 3, 16, 17]) {
      const rows = testSet(random(k), 70_000, k);
      const first = engine.statistics(k).add(...slice(rows, 0, 66_000));
      const second = engine.statisticsFrom(JSON.stringify(first));
      expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      for (const each of [first, second]) each.add(...slice(rows, 66_000, 70_000));
      expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    }
    const weighed = engine.statistics(3).add(set.estimates, set.labels, new Float64Array(400).fill(0.5));
    expect(JSON.stringify(engine.statisticsFrom(weighed.toJSON()))).toBe(JSON.stringify(weighed));
  });

  it('a field that is not what it should be is named', () => {
    const cases: [string, (json: StatisticsJSON) => void][] = [
      ['format', (x) => Object.assign(x, { format: 'other' })],
      ['rows', (x) => Object.assign(x.tally, { rows: -1 })],
      ['rows', (x) => Object.assign(x.tally, { rows: 1.5 })],
      ['clamped', (x) => Object.assign(x.tally, { clamped: null })],
      ['roundedOnes', (x) => Object.assign(x.tally, { roundedOnes: 'many' })],
      ['sums[2]', (x) => x.tally.sums.splice(2, 1, '1e5')],
      ['sums', (x) => x.tally.sums.pop()],
      ['open.mantissas[0]', (x) => x.tally.open.mantissas.splice(0, 1, -1)],
      ['confusion[0][0]', (x) => (x.tally.confusion[0][0] = 3)],
      ['confusion', (x) => (x.tally.confusion[0][2] += 1)],
      ['bets', (x) => x.bets.pop()],
      ['turning', (x) => Object.assign(x, { turning: {} })],
      ['kept.values[1][0]', (x) => x.kept.values[1].splice(0, 1, 1.5)],
      ['kept.values', (x) => x.kept.values.pop()],
      ['infinite.truths.count', (x) => (x.infinite.truths.count = 301)],
      ['open.numbers', (x) => x.open.numbers.pop()],
      ['open.numbers[7]', (x) => x.open.numbers.splice(7, 1, Number.NaN)],
      ['check', (x) => (x.open.numbers[3] += 1e-9)],
      ['check', (x) => (x.check = '0'.repeat(16))],
    ];
    for (const [field, change] of cases) {
      const changed = written();
      change(changed);
      const { message } = caught('tally', () => engine.statisticsFrom(JSON.parse(JSON.stringify(changed))));
      expect(message, field).toContain(`the field ${field}`);
    }
    const closed = written(engine.statistics(['a', 'b', 'c']).merge(made()));
    for (const [field, change] of [
      ['quadratic[0]', (x) => (x.quadratic[0] = ['-5', '0', '0'])],
      ['quadratic', (x) => (x.quadratic[0] = 0)],
      ['rows[1].products[4]', (x) => x.rows[1].products.splice(4, 1, 'x')],
    ] as [string, (json: StatisticsJSON) => void][]) {
      const changed: StatisticsJSON = JSON.parse(JSON.stringify(closed));
      change(changed);
      expect(caught('tally', () => engine.statisticsFrom(changed)).message, field).toContain(`the field ${field}`);
    }
  });

  it('what the prototype has is no field', () => {
    const { tally, ...rest } = written();
    caught('tally', () => engine.statisticsFrom(Object.create({ ...rest, tally })));
    caught('tally', () => engine.tallyFrom(Object.create(tally)));
    const half = Object.assign(Object.create({ rows: 300 }), tally);
    delete half.rows;
    expect(caught('tally', () => engine.tallyFrom(half)).message).toContain('the field rows is missing');
    caught('tally', () => engine.tallyFrom(JSON.parse('{"__proto__":{"format":"fairbits-tally"}}')));
  });

  it('however they are changed, they are refused: no crash and no number', () => {
    const text = JSON.stringify(written());
    const next = random(11);
    const signs = '0123456789-.,:"[]{}eE~afnul \\';
    const mutate = (source: string): string => {
      const at = Math.floor(next() * source.length);
      const how = next();
      if (how < 0.3) return source.slice(0, at) + source.slice(at + 1 + Math.floor(next() * 8));
      if (how < 0.6) return source.slice(0, at) + signs[Math.floor(next() * signs.length)] + source.slice(at + 1);
      if (how < 0.8) return source.slice(0, at) + signs[Math.floor(next() * signs.length)] + source.slice(at);
      const other = Math.floor(next() * source.length);
      return source.slice(0, at) + source.slice(other, other + Math.floor(next() * 40)) + source.slice(at);
    };
    let refused = 0;
    for (let turn = 0; turn < 3000; turn++) {
      let changed = mutate(text);
      while (next() < 0.3) changed = mutate(changed);
      try {
        // Only what means the same may pass: a blank, or 1.0 for 1.
        expect(JSON.stringify(engine.statisticsFrom(changed))).toBe(text);
      } catch (error) {
        if (!(error instanceof FairbitsError)) throw error;
        expect(error.code).toMatch(/tally|class|option|cutoff/);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(2800);
  });
});

describe('fairbits merge', () => {
  it('reads what older versions saved, and says that it has no errors', () => {
    const file = 'test/statistics/saved-before.json';
    const merged = json(['merge', file, '--prior', 'uniform']);
    expect(merged.rows).toBe(30);
    for (const { id, total } of measures) {
      const { mean, standardError, interval, reason } = merged.measures[id];
      if (total) expect(mean).toEqual(expect.any(Number));
      else expect(mean).toBeNull();
      if (id !== 'accuracy') expect([standardError, interval]).toEqual([null, null]);
      expect(reason).toContain('saved by an older version');
    }
    // Beside a newer one, too.
    const lines = readFileSync('examples/forecasters/calibrated.csv', 'utf8').split('\n');
    const newer = write('newer.json', '');
    json(['score', write('newer.csv', [lines[0], ...lines.slice(31, 60)].join('\n')), '--save', newer]);
    expect(json(['merge', file, newer]).rows).toBe(59);
    expect(json(['merge', newer, '--prior', 'uniform']).measures.bayesianReward.standardError).toEqual(expect.any(Number));
  });

  it('a file that was edited ends with its name, the field and exit code 2', () => {
    const saved = write('saved.json', '');
    json(['score', 'examples/forecasters/calibrated.csv', '--save', saved]);
    const edited = write('edited.json', readFileSync(saved, 'utf8').replace('"rows":2000', '"rows":2001'));
    const { status, stderr } = fairbits(['merge', edited]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/edited\.json: .*the field/);
  });
});
