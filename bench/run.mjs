// The kernels against a naive loop, the plain twin and the floor (a SIMD sum of the same numbers), in one process.
//   npm run bench                     prints the table
//   npm run bench -- --quick          fewer sizes; --sizes 1000000,10000000 these
//   npm run bench -- --json FILE      writes the figures, too
// A figure is the fastest of many runs: on a noisy machine that is the one that repeats. Judge ratios, not times.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { gzipSync } from 'node:zlib';
import { createEngine } from 'fairbits';
import { Bench } from 'tinybench';
import { fill } from './data.mjs';
import * as naive from './naive.mjs';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const jsonAt = args.indexOf('--json');
const sizes = args.includes('--sizes') ? args[args.indexOf('--sizes') + 1].split(',').map(Number) : quick ? [1e5, 1e6] : [1e4, 1e5, 1e6, 1e7];
/** No test set larger than this many estimates. */
const MOST = 2e7;

const wasm = await createEngine({ backend: 'wasm', memory: 512 * 2 ** 20 });
const plain = await createEngine({ backend: 'plain' });
const figures = [];

/** The fastest run of each task, in ns a row. Two rounds, so that no task has only the noisy moment. */
async function time(rows, tasks) {
  const best = {};
  for (let round = 0; round < 2; round++) {
    const bench = new Bench({ time: quick ? 120 : 250, warmupTime: 60, warmupIterations: 2, iterations: 3 });
    for (const [name, run] of Object.entries(tasks)) bench.add(name, run);
    await bench.run();
    for (const task of bench.tasks) {
      if (task.result.error) throw task.result.error;
      best[task.name] = Math.min(best[task.name] ?? Infinity, (task.result.latency.min * 1e6) / rows);
    }
  }
  return best;
}

function show(what, k, rows, best, targets) {
  figures.push({ what, k, rows, nsPerRow: best });
  const ratio = (name) => (best[name] === undefined ? '' : `${(best[name] / best.chunk).toFixed(1)}×`).padStart(8);
  const floor = best.floor === undefined ? '' : `${(best.chunk / best.floor).toFixed(2)}×`;
  const verdict = targets ? targets(best) : '';
  console.log(
    `${what.padEnd(16)} ${(k === 1 ? '2 (one col.)' : String(k)).padStart(12)} ${rows.toExponential(0).padStart(6)} ${best.chunk.toFixed(2).padStart(9)} ${(best.arrays ?? NaN).toFixed(2).padStart(9)}${ratio('plain')}${ratio('naive')} ${floor.padStart(9)}  ${verdict}`,
  );
}

const meets = (ok, text) => (ok ? `meets ${text}` : `MISSES ${text}`);

const size = gzipSync(readFileSync(new URL('../dist/fairbits.wasm', import.meta.url))).length;
console.log(`${cpus()[0].model}, ${cpus().length} cores, Node ${process.version}; wasm ${(size / 1000).toFixed(1)} kB gzipped (limit 40)\n`);
console.log('                                       ns a row            times as fast as    times the');
console.log('kernel                classes   rows     chunk    arrays   plain   naive     floor');

for (const k of [1, 2, 3, 10, 100]) {
  for (const rows of sizes) {
    if (rows * k > MOST) continue;
    const classes = Math.max(k, 2);
    const chunk = wasm.chunk(rows, k);
    fill(chunk, k);
    const p = chunk.probabilities.slice();
    const labels = Uint8Array.from(chunk.labels);
    const wide = chunk.labels.slice();
    const scratch = new Float64Array(32768);
    const room = new Uint16Array(32768);
    const best = await time(rows, {
      chunk: () => wasm.tally(classes).add(chunk.probabilities, chunk.labels),
      arrays: () => wasm.tally(classes).add(p, wide),
      naive: () => (k === 1 ? naive.tallyColumn(p, labels) : naive.tally(p, labels, k)),
      plain: () => plain.tally(classes).add(p, wide),
      floor: () => {
        let sum = 0;
        for (let at = 0; at < p.length; at += 32768) sum += wasm.kernels.sum(chunk.probabilities.subarray(at), Math.min(32768, p.length - at));
        return sum;
      },
      copy: () => {
        for (let at = 0; at < p.length; at += 32768) scratch.set(p.subarray(at, at + 32768));
        for (let at = 0; at < rows; at += 32768) room.set(wide.subarray(at, at + 32768));
      },
    });
    // The floor is that of memory: in cache a sum takes 0.13 ns, and nothing that multiplies comes near.
    const two = (b) => [meets(b.naive / b.chunk >= 12, '≥ 12× naive'), ...(rows >= 1e7 ? [meets(b.chunk / b.floor <= 3, '≤ 3× floor')] : [])].join('; ');
    const target = {
      1: two,
      2: two,
      10: (b) => meets(b.naive / b.chunk >= 8, '≥ 8× naive'),
    }[k];
    show('tally', k, rows, best, (b) => [target?.(b), meets(b.arrays <= 1.1 * (b.chunk + b.copy), 'arrays ≤ chunk + memcpy')].filter(Boolean).join('; '));
    chunk.free();
  }
}

console.log();
for (const k of [2, 3, 10, 100]) {
  for (const rows of sizes) {
    if (rows * k > MOST) continue;
    const chunk = wasm.chunk(rows, k);
    fill(chunk, k);
    const p = chunk.probabilities.slice();
    const labels = Uint8Array.from(chunk.labels);
    const wide = chunk.labels.slice();
    const prior = Float64Array.from({ length: k }, (_, i) => (2 * (i + 1)) / (k * (k + 1)));
    const out = new Float64Array(rows);
    const best = await time(rows, {
      chunk: () => wasm.rewards('bayesianReward', chunk.probabilities, chunk.labels, { prior, out }),
      arrays: () => wasm.rewards('bayesianReward', p, labels, { prior, out }),
      naive: () => naive.bayesianReward(p, labels, k, prior, out),
      plain: () => plain.rewards('bayesianReward', p, wide, { prior, out }),
    });
    const target = { 2: (b) => meets(b.naive / b.chunk >= 3, '≥ 3× naive'), 10: (b) => meets(b.naive / b.chunk >= 8, '≥ 8× naive') }[k];
    show('bayesianReward', k, rows, best, target);
    chunk.free();
  }
}

console.log();
for (const [what, k] of [
  ['tally', 1],
  ['tally', 2],
  ['tally', 10],
  ['bayesianReward', 2],
]) {
  const flat = figures.filter((f) => f.what === what && f.k === k && f.rows >= 1e5).map((f) => f.nsPerRow.chunk);
  console.log(
    `${what}, ${k === 1 ? 'one column' : `${k} classes`}: cost a row from 10⁵ rows up varies by ${(Math.max(...flat) / Math.min(...flat)).toFixed(2)}×`,
  );
}
if (jsonAt >= 0)
  writeFileSync(args[jsonAt + 1], `${JSON.stringify({ machine: cpus()[0].model, node: process.version, wasmGzipped: size, figures }, null, 1)}\n`);
