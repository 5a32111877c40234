// What watching promises, by simulation: false alarms in streams without a change, looked at all the time, and rows until the alarm after a change.
// The tables of docs/watching.md.
//   node scripts/validate/watch.mjs [streams] [rows]      1,000 streams of 20,000 rows by default, and 100 for each delay
import { random } from '../../bench/data.mjs';
import { Watcher } from '../../dist/watch/watcher.js';

const streams = Number(process.argv[2] ?? 1000);
const rows = Number(process.argv[3] ?? 20_000);
const ALPHA = 0.05;
/** The mean quadratic loss of the calibrated learner below. */
const LOSS = 0.3306;

const sigmoid = (z) => 1 / (1 + Math.exp(-z));
const both = (p) => [1 - p, p];

/** Kinds of streams in which nothing changes, and what they are held against. */
const still = {
  'calibrated, against its known mean loss': {
    baseline: { loss: LOSS },
    row(next) {
      const p = sigmoid(4 * (next() + next() - 1));
      return [both(p), Number(next() < p)];
    },
  },
  'two learners, each the better half of the time, against the other': {
    baseline: 'learner',
    row(next) {
      const p = sigmoid(4 * (next() + next() - 1));
      const [mine, other] = [sigmoid(Math.log(p / (1 - p)) + next() - 0.5), sigmoid(Math.log(p / (1 - p)) + next() - 0.5)];
      return [both(mine), Number(next() < p), both(other)];
    },
  },
  'says what the prior says, against the prior; 10 % positive': {
    baseline: 'prior',
    prior: [0.9, 0.1],
    row: (next) => [[0.9, 0.1], Number(next() < 0.1)],
  },
};

const watcher = ({ baseline, prior = [0.5, 0.5] }) =>
  new Watcher({ classes: ['no', 'yes'], prior: Float64Array.from(prior), baseline, window: 500, alpha: ALPHA });

console.log(`| nothing changes | streams of ${rows.toLocaleString('en-US')} rows | with a false alarm | promised |\n|---|---|---|---|`);
for (const [name, kind] of Object.entries(still)) {
  let alarmed = 0;
  for (let s = 0; s < streams; s++) {
    const next = random(1000 + s);
    const watch = watcher(kind);
    for (let r = 0; r < rows && watch.alarmed === 0; r++) watch.add(...kind.row(next));
    if (watch.alarmed > 0) alarmed++;
  }
  console.log(`| ${name} | ${streams.toLocaleString('en-US')} | ${alarmed} (${((100 * alarmed) / streams).toFixed(1)} %) | at most ${100 * ALPHA} % |`);
}

const each = Math.max(1, Math.round(streams / 10));
const quantile = (values, share) => values[Math.min(values.length - 1, Math.floor(share * values.length))];
console.log(
  `\n| coins | ${[2000, 20_000].map((at) => `after ${at.toLocaleString('en-US')} rows: median | 90 % | change point off by, median`).join(' | ')} |\n|---|---|---|---|---|---|---|`,
);
for (const coins of [0.1, 0.2, 0.4, 1]) {
  const cells = [2000, 20_000].flatMap((at) => {
    const [delays, off] = [[], []];
    let early = 0;
    for (let s = 0; s < each; s++) {
      const next = random(77 * s + at);
      const watch = watcher(still['calibrated, against its known mean loss']);
      const row = () => {
        const p = sigmoid(4 * (next() + next() - 1));
        return [both(p), Number(watch.rows >= at && next() < coins ? next() < 0.5 : next() < p)];
      };
      while (watch.alarmed === 0 && watch.rows < at + 60_000) watch.add(...row());
      const [alarm] = watch.alarms();
      if (!alarm || alarm.row <= at) early++;
      else {
        delays.push(alarm.row - at);
        off.push(Math.abs(alarm.changePoint - at));
      }
    }
    for (const values of [delays, off]) values.sort((a, b) => a - b);
    return [quantile(delays, 0.5), `${quantile(delays, 0.9)}${early > 0 ? ` (${early} early or never)` : ''}`, quantile(off, 0.5)];
  });
  console.log(`| ${coins === 1 ? 'all' : `${100 * coins} %`} | ${cells.map((cell) => cell.toLocaleString('en-US')).join(' | ')} |`);
}
