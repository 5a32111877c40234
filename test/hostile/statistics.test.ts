import { readFileSync } from 'node:fs';
import { createEngine, FairbitsError, type StatisticsJSON, type TallyJSON } from 'fairbits';
import { expect, it } from 'vitest';
import { checksum } from '../../dist/base/checkedJson.js';
import { fairbits, json, write } from '../score/cli.js';

const ROWS = 'label,p_a,p_b,p_c,w\na,0.5,0.25,0.25,2\nb,0.25,0.5,0.25,1\nc,0.25,0.25,0.5,3\na,0.125,0.5,0.375,1\nb,0.25,0.25,0.5,0.5\n';

/** Saved statistics, changed by someone who knows how the check at their end is made. */
function changed(saved: StatisticsJSON, change: (saved: StatisticsJSON) => unknown): string {
  const { check: _, ...copy } = structuredClone(saved);
  change(copy as StatisticsJSON);
  const text = JSON.stringify(copy);
  return `${text.slice(0, -1)},"check":"${checksum(text, text.length - 1)}"}\n`;
}

function saved(...options: string[]): StatisticsJSON {
  const file = write('saved.json', '');
  json(['score', write('rows.csv', ROWS), '--save', file, ...options]);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const CASES: [string, (tally: TallyJSON) => unknown][] = [
  ['rows', (x) => Object.assign(x, { rows: -5 })],
  ['confusion', (x) => Object.assign(x, { confusion: [] })],
  ['confusion', (x) => x.confusion.pop()],
  ['confusion[1]', (x) => x.confusion.splice(1, 1, x.confusion[0])],
  ['sums[0]', (x) => x.sums.splice(0, 1, '9'.repeat(20_000_000))],
  ['sums[0]', (x) => x.sums.splice(0, 1, '9'.repeat(1900))],
  ['sums[0]', (x) => x.sums.splice(0, 1, `-${'9'.repeat(1900)}`)],
  ['classes[1]', (x) => Object.assign(x, { classes: ['a', 5, 'c'] })],
  ['clamped', (x) => Object.assign(x, { clamped: 16 })],
  ['renormalized', (x) => Object.assign(x, { renormalized: 6 })],
  ['ties', (x) => Object.assign(x, { ties: 6 })],
  ['impossible', (x) => Object.assign(x, { impossible: 6 })],
  ['certain', (x) => Object.assign(x, { certain: 6 })],
  ['open.rows', (x) => Object.assign(x.open, { rows: 6 })],
  ['open.mantissas[3]', (x) => x.open.mantissas.splice(3, 1, 0)],
  ['open.mantissas[3]', (x) => x.open.mantissas.splice(3, 1, 2)],
];

it.each(CASES)('merge refuses what rows cannot come to, naming the field %s and the file', (field, change) => {
  for (const text of [changed(statistics, ({ tally }) => change(tally)), JSON.stringify(changedTally(statistics.tally, change))]) {
    const file = write('changed.json', text);
    const { status, stderr, stdout } = fairbits(['merge', file]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${file}: these statistics cannot be read: the field ${field} is`);
    expect(stderr.length).toBeLessThan(1000);
  }
});

const statistics = saved();
const weighted = saved('--weights', 'w');

function changedTally(tally: TallyJSON, change: (tally: TallyJSON) => unknown): TallyJSON {
  const copy = structuredClone(tally);
  change(copy);
  return copy;
}

it('what was saved is read, and so is the same with its check made again', () => {
  for (const each of [statistics, weighted])
    for (const text of [changed(each, () => {}), JSON.stringify(each.tally)]) expect(json(['merge', write('same.json', text)]).rows).toBe(5);
});

it('classes that are called the same', () => {
  const { status, stderr } = fairbits([
    'merge',
    write(
      'changed.json',
      changed(statistics, ({ tally }) => Object.assign(tally, { classes: ['a', 'b', 'a'] })),
    ),
  ]);
  expect(status).toBe(2);
  expect(stderr).toContain('changed.json: the class "a" is named twice');
});

it.each([
  ['confusion', (x: StatisticsJSON) => (x.tally.confusion[0][2] = 35)],
  ['weights.total', (x: StatisticsJSON) => Object.assign(x.tally.weights ?? {}, { total: [-7.5, 0] })],
  ['weights.sums[0]', (x: StatisticsJSON) => x.tally.weights?.sums.splice(0, 1, 5)],
])('with weights: %s', (field, change) => {
  const { status, stderr } = fairbits(['merge', write('changed.json', changed(weighted, change))]);
  expect(status).toBe(2);
  expect(stderr).toContain(`the field ${field} is`);
});

it.each([
  ['quadratic[0]', (x: StatisticsJSON) => Object.assign(x.quadratic, { 0: ['2~64', '8~64', '40~64'] })],
  ['bets[0]', (x: StatisticsJSON) => Object.assign(x.bets, { 0: ['1~64', '1~64', '1~64'] })],
  ['rows[0].sums[0]', (x: StatisticsJSON) => x.rows[0].sums.splice(0, 1, '1~64')],
])('sums that no probabilities have: %s', async (field, change) => {
  const engine = await createEngine();
  expect(() => engine.statisticsFrom(changed(statistics, change))).toThrow(FairbitsError);
  expect(() => engine.statisticsFrom(changed(statistics, change))).toThrow(`the field ${field} is`);
});
