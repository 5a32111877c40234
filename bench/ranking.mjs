// AUC of two classes against scikit-learn's roc_auc_score and against JavaScript's own sort of the same numbers, in turn,
// in one run.   node bench/ranking.mjs [--rows 4000000] [--rounds 5] [--json FILE]
// The figure of each is its fastest run, in ns a row. scikit-learn is left out where it is not installed (rivals/README.md).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { auc, calibrate, createEngine, ranking, reliability } from 'fairbits';
import { random } from './data.mjs';
import { python as interpreter } from './python.mjs';

const option = (name, usual) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1] || usual) || usual;
const rows = option('rows', 4e6);
const rounds = option('rounds', 5);

/** Estimates of several kinds; labels are drawn from them. */
const kinds = {
  'spread evenly': (next) => next(),
  'near 0 and 1': (next) => {
    const p = next() ** 6 / 2;
    return next() < 0.5 ? p : 1 - p;
  },
  'two decimals': (next) => Math.round(next() * 100) / 100,
};

/** A rival in a process of its own, which answers with its result and its time. */
function sklearn(folder) {
  const python = spawn(interpreter, [fileURLToPath(new URL('./rivals/roc_auc.py', import.meta.url)), folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Where it cannot start, that is said below.
  python.stdin.on('error', () => {});
  python.on('error', () => {});
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    async run(name) {
      python.stdin.write(`${name}\n`);
      const { value, done } = await lines.next();
      return done ? undefined : JSON.parse(value);
    },
    end: () => python.stdin.end(),
  };
}

/** Its memory is kept from one run to the next, as by anyone who ranks more than once. */
const engine = await createEngine({ backend: 'wasm', memory: 16 * rows + 2 ** 20 });
const figures = [];
const folder = mkdtempSync(join(tmpdir(), 'fairbits-bench-'));
const rival = sklearn(folder);
try {
  console.log(`${rows} rows, the fastest of ${rounds}, ns a row`);
  for (const [name, draw] of Object.entries(kinds)) {
    const next = random(7);
    const estimates = Float64Array.from({ length: rows }, () => draw(next));
    const labels = Uint8Array.from(estimates, (p) => Number(next() < p));
    writeFileSync(join(folder, 'p'), estimates);
    writeFileSync(join(folder, 'y'), labels);
    const best = {};
    const note = (what, ms) => {
      best[what] = Math.min(best[what] ?? Infinity, (ms * 1e6) / rows);
    };
    for (let round = 0; round < rounds; round++) {
      let from = performance.now();
      const area = await auc(estimates, labels, { engine });
      note('fairbits', performance.now() - from);
      from = performance.now();
      await auc(estimates, labels, { backend: 'wasm' });
      note('fresh', performance.now() - from);
      from = performance.now();
      await reliability(estimates, labels, { engine });
      note('reliability', performance.now() - from);
      from = performance.now();
      await ranking(estimates, labels, { engine });
      note('ranking', performance.now() - from);
      const copy = estimates.slice();
      from = performance.now();
      copy.sort();
      note('sort', performance.now() - from);
      const other = await rival.run(name);
      if (other) note('sklearn', other.ms);
      if (other && Math.abs(other.auc - area) > 1e-12) throw new Error(`${name}: ${area} here, ${other.auc} there`);
      from = performance.now();
      if (round < 2) await calibrate(estimates, labels, { backend: 'wasm' });
      if (round < 2) note('calibrate', performance.now() - from);
    }
    figures.push({ estimates: name, nsPerRow: best });
    if (best.sklearn === undefined) console.log('scikit-learn could not be run: bench/rivals/README.md says how to have it');
    const times = (what) => `${(best[what] / best.fairbits).toFixed(1)}×`;
    const meets = best.sklearn >= 20 * best.fairbits && best.sort >= 5 * best.fairbits ? 'meets' : 'MISSES';
    console.log(
      `${name}: AUC ${best.fairbits.toFixed(1)}   TypedArray sort ${best.sort.toFixed(1)} (${times('sort')})   roc_auc_score ${best.sklearn?.toFixed(1)} (${times('sklearn')})   ${meets} 20× and 5×`,
    );
    console.log(
      `  in fresh memory ${best.fresh.toFixed(1)}, reliability table ${best.reliability.toFixed(1)}, with interval and average precision ${best.ranking.toFixed(1)}, calibrate() ${best.calibrate.toFixed(0)}`,
    );
  }
} finally {
  rival.end();
  rmSync(folder, { recursive: true, force: true });
}
const jsonAt = process.argv.indexOf('--json');
if (jsonAt > 0) writeFileSync(process.argv[jsonAt + 1], `${JSON.stringify({ rows, rounds, figures }, null, 1)}\n`);
