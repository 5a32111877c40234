// The bootstrap of means: draws at any size, against loops as one writes them, numpy and scipy, with nine columns and two threads.
//   npm run bench:bootstrap                     prints the table
//   npm run bench:bootstrap -- --json FILE      writes the figures, too; --quick leaves out the largest column and takes fewer rounds
// Times are of the processor, the best of several rounds that alternate, so that other work on the machine counts little;
// those of threads are by the clock. Judge ratios, not times.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createEngine } from 'fairbits';
import { bootstrapOnThreads } from 'fairbits/node';
import { python as interpreter } from './python.mjs';

const args = process.argv.slice(2);
const jsonAt = args.indexOf('--json');
const wasm = await createEngine({ backend: 'wasm' });
const plain = await createEngine({ backend: 'plain' });

const columnOf = (rows) => Float64Array.from({ length: rows }, () => Math.random());

/** As one writes it: a random number, an index, a sum. */
function naive(values, replicates) {
  const n = values.length;
  const means = new Float64Array(replicates);
  for (let r = 0; r < replicates; r++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += values[Math.floor(Math.random() * n)];
    means[r] = sum / n;
  }
  return means;
}

/** The same with a seed: xoshiro128** written into the loop, as fast as it gets that way. */
function naiveSeeded(values, replicates) {
  const n = values.length;
  const means = new Float64Array(replicates);
  let [a, b, c, d] = [1, 0x9e3779b9 | 0, 0x243f6a88, 0xb7e15162 | 0];
  for (let r = 0; r < replicates; r++) {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = Math.imul(b, 5);
      const random = Math.imul((x << 7) | (x >>> 25), 9) >>> 0;
      const t = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= t;
      d = (d << 11) | (d >>> 21);
      sum += values[Math.floor(random * 2 ** -32 * n)];
    }
    means[r] = sum / n;
  }
  return means;
}

function processorTime(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

/** The best of several rounds, ns a draw. */
function best(rounds, tasks) {
  const found = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, { draws, run }] of Object.entries(tasks)) found[name] = Math.min(found[name] ?? Infinity, processorTime(run) / draws);
  return found;
}

const task = (rows, replicates, run) => ({ draws: rows * replicates, run: () => run(replicates) });
const meets = (ok, text) => `${ok ? 'meets' : 'MISSES'} ${text}`;
const ns = (x) => `${x.toFixed(2)} ns`;
const figures = {};

// Short runs find quiet moments that long ones do not: what this says of the largest sizes is rather too much.
const quick = args.includes('--quick');
const sizes = [1e3, 1e4, 1e5, 1e6, 1e7, ...(quick ? [] : [3e7])];
const largest = sizes.at(-1);
const columns = new Map(sizes.map((rows) => [rows, columnOf(rows)]));
figures.bySize = {};
for (const rows of sizes) {
  const replicates = Math.max(50, Math.round(1e7 / rows));
  Object.assign(
    figures.bySize,
    best(rows < 1e6 ? (quick ? 10 : 40) : quick ? 1 : 3, { [rows]: task(rows, replicates, () => wasm.bootstrapMeans(columns.get(rows), { replicates })) }),
  );
}
console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0].toFixed(1)}\n\none column, by rows:`);
for (const rows of sizes) console.log(`  ${rows.toExponential(0).padStart(5)}  ${ns(figures.bySize[rows])} a draw`);
figures.flat = figures.bySize[largest] / figures.bySize[1e4];
console.log(`  ${largest.toExponential(0)} against 1e4: ${figures.flat.toFixed(2)}×   ${meets(figures.flat <= 1.5, '≤ 1.5×')}`);

const rows = 1e5;
const values = columns.get(rows);
const nine = Array.from({ length: 9 }, () => columnOf(rows));
figures.at1e5 = best(quick ? 5 : 20, {
  one: task(rows, 200, (replicates) => wasm.bootstrapMeans(values, { replicates })),
  nine: task(rows, 200, (replicates) => wasm.bootstrapMeans(nine, { replicates })),
  plain: task(rows, 5, (replicates) => plain.bootstrapMeans(values, { replicates })),
  naive: task(rows, 5, (replicates) => naive(values, replicates)),
  naiveSeeded: task(rows, 5, (replicates) => naiveSeeded(values, replicates)),
  signs: task(rows, 200, (replicates) => wasm.permutationTest(values, { replicates })),
});
const { one } = figures.at1e5;
const python = spawnSync(interpreter, [fileURLToPath(new URL('rivals/bootstrap.py', import.meta.url)), String(rows), '20'], { encoding: 'utf8' });
if (python.status === 0) Object.assign(figures.at1e5, JSON.parse(python.stdout));
else console.log('no numpy and scipy here: not compared');
const ratio = (name) => figures.at1e5[name] / one;
console.log(`\n1e5 rows, ns a draw:\n  one column ${ns(one)}`);
console.log(`  plain twin ${ns(figures.at1e5.plain)}, ${ratio('plain').toFixed(1)}×`);
const slowest = Math.min(ratio('naive'), ratio('naiveSeeded'));
console.log(
  `  a loop with Math.random ${ns(figures.at1e5.naive)}, ${ratio('naive').toFixed(1)}×; seeded ${ns(figures.at1e5.naiveSeeded)}, ${ratio('naiveSeeded').toFixed(1)}×   ${meets(slowest >= 3, '≥ 3×')}`,
);
console.log(`  nine columns ${ns(figures.at1e5.nine)}, ${ratio('nine').toFixed(2)}× one   ${meets(ratio('nine') <= 3, '≤ 3×')}`);
console.log(`  random signs ${ns(figures.at1e5.signs)}`);
if (figures.at1e5.numpy) {
  console.log(`  numpy by hand ${ns(figures.at1e5.numpy)}, ${ratio('numpy').toFixed(1)}×   ${meets(ratio('numpy') >= 4, '≥ 4×')}`);
  console.log(`  scipy.stats.bootstrap ${ns(figures.at1e5.scipy)}, ${ratio('scipy').toFixed(1)}×   ${meets(ratio('scipy') >= 10, '≥ 10×')}`);
}

if (availableParallelism() > 1) {
  const clock = { 1: Infinity, 2: Infinity };
  const processor = { 1: Infinity, 2: Infinity };
  for (let round = 0; round < 3; round++)
    for (const threads of [1, 2]) {
      const started = performance.now();
      const before = process.cpuUsage();
      await bootstrapOnThreads(nine, { replicates: 30_000, threads });
      const { user, system } = process.cpuUsage(before);
      clock[threads] = Math.min(clock[threads], performance.now() - started);
      processor[threads] = Math.min(processor[threads], (user + system) / 1000);
    }
  figures.threads = { clock, processor, ratio: clock[1] / clock[2], load: loadavg()[0] };
  console.log(
    `\nnine columns of 1e5 rows, 30,000 replicates, by the clock: one thread ${(clock[1] / 1000).toFixed(2)} s, two ${(clock[2] / 1000).toFixed(2)} s, ${figures.threads.ratio.toFixed(2)}×   ${meets(figures.threads.ratio >= 1.8, '≥ 1.8×')}`,
  );
  // On a busy machine the clock says nothing of threads; what they cost together bounds what two free cores can give.
  console.log(
    `  of the processor ${(processor[1] / 1000).toFixed(2)} s and ${(processor[2] / 1000).toFixed(2)} s: two free cores would give ${((2 * processor[1]) / processor[2]).toFixed(2)}× (load ${loadavg()[0].toFixed(1)} now)`,
  );
}
if (jsonAt >= 0) writeFileSync(args[jsonAt + 1], `${JSON.stringify({ machine: cpus()[0].model, node: process.version, ...figures }, null, 1)}\n`);
