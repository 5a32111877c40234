// How fast a CSV of predictions is read: id,label,p_a,p_b,p_c with 17 significant digits, 2 million rows.
// node bench/csv.mjs [rows]
import { csvPlan, SKIPPED, TRUTH } from '../dist/kernels/csvPlan.js';
import { plainKernels } from '../dist/kernels/plain.js';
import { wasmKernels } from '../dist/kernels/wasm.js';

const ROWS = Number(process.argv[2] ?? 2_000_000);
const PIECE = 256 * 1024;
const TURNS = 5;
const names = ['ham', 'spam', 'unsure'];

/** Marsaglia's xorshift, seeded, so that every run reads the same file. */
let seed = 0x9e3779b9;
const random = () => {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) / 2 ** 32;
};

function file() {
  const lines = [];
  const parts = [];
  for (let r = 0; r < ROWS; r++) {
    const a = random() + random() / 2 ** 32;
    const b = (1 - a) * random();
    lines.push(`${r},${names[Math.floor(random() * 3)]},${[a, b, 1 - a - b].map((x) => x.toPrecision(17)).join(',')}\n`);
    if (lines.length === 65536 || r === ROWS - 1) parts.push(Buffer.from(lines.splice(0).join('')));
  }
  return Buffer.concat(parts);
}

const data = file();
console.log(`${ROWS} rows, ${(data.length / 1e6).toFixed(1)} MB, ${(data.length / ROWS).toFixed(1)} bytes to a row; node ${process.version}`);

async function measure(kernels, turns) {
  const bytes = kernels.uint8(data.length);
  bytes.set(data);
  const layout = { delimiter: 0x2c, quote: 0x22, comment: -1, columns: [SKIPPED, TRUTH, 0, 1, 2], width: 3, names: names.map((name) => Buffer.from(name)) };
  const plan = csvPlan(kernels, layout);
  const most = Math.ceil(PIECE / 8);
  const p = kernels.float64(most * 3);
  const labels = kernels.uint16(most);
  const counts = kernels.float64(3);
  const loops = {
    parseRows: (from, to) => kernels.parseRows(bytes, from, to, to === data.length, plan, p, labels, most),
    countTruth: (from, to) => kernels.countTruth(bytes, from, to, to === data.length, plan, counts),
    countLines: (from, to) => ({ rows: kernels.countLines(bytes, from, to), next: to }),
  };
  const speeds = {};
  for (const [name, loop] of Object.entries(loops)) {
    let best = Infinity;
    for (let turn = 0; turn < turns; turn++) {
      let rows = 0;
      const start = performance.now();
      for (let at = 0; at < data.length; ) {
        const result = loop(at, Math.min(at + PIECE, data.length));
        if (result.error) throw new Error(JSON.stringify(result));
        rows += result.rows;
        at = result.next;
      }
      best = Math.min(best, performance.now() - start);
      if (rows !== ROWS) throw new Error(`${rows} rows`);
    }
    speeds[name] = data.length / best / 1e3;
    console.log(`${kernels.backend.padEnd(6)} ${name.padEnd(11)} ${speeds[name].toFixed(0).padStart(6)} MB/s  ${((best / ROWS) * 1e6).toFixed(1)} ns a row`);
  }
  return speeds;
}

const wasm = await measure(await wasmKernels(data.length + 8 * 1024 * 1024), TURNS);
const plain = await measure(plainKernels(), 2);
for (const name of Object.keys(wasm)) console.log(`${name}: wasm is ${(wasm[name] / plain[name]).toFixed(1)} times as fast as plain`);
