// What is left when all is taken away that is not parsing: two threads of Node read id,label,p_a,p_b,p_c into numbers and drop them.
// bench/files.mjs runs it beside the others. No score of the same file by the same parser can be faster.
//   node bench/parsing.mjs FILE
import { statSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { csvPlan, SKIPPED, TRUTH } from '../dist/kernels/csvPlan.js';
import { wasmKernels, wasmModule } from '../dist/kernels/wasm.js';
import { readNow } from '../dist/rows/bytes/readNow.js';
import { LineReader } from '../dist/rows/csv/lines.js';

const RANGE = 4 * 2 ** 20;
const ROWS = 10_000;
const [path, next] = isMainThread ? [process.argv[2], new Int32Array(new SharedArrayBuffer(4))] : [workerData.path, workerData.next];
const module = isMainThread ? await wasmModule() : workerData.module;
const other = isMainThread && new Worker(new URL(import.meta.url), { workerData: { path, next, module } });

const kernels = await wasmKernels(8 * 2 ** 20, module);
const layout = {
  delimiter: 0x2c,
  quote: 0x22,
  comment: -1,
  columns: [SKIPPED, TRUTH, 0, 1, 2],
  width: 3,
  names: ['a', 'b', 'c'].map((name) => Buffer.from(name)),
};
const plan = csvPlan(kernels, layout);
const [p, labels] = [kernels.float64(3 * ROWS), kernels.uint16(ROWS)];
const file = { name: path, path, size: statSync(path).size, rowsAt: 'id,label,p_a,p_b,p_c\n'.length };
const reader = new LineReader(kernels);
let rows = 0;
const take = (lines) => {
  const result = kernels.parseRows(lines.bytes, lines.from, lines.to, lines.final, plan, p, labels, ROWS);
  if (result.error) throw new Error(JSON.stringify(result));
  rows += result.rows;
  return result.next;
};
for (let range = Atomics.add(next, 0, 1); range * RANGE < file.size; range = Atomics.add(next, 0, 1)) {
  const [from, to] = [Math.max(file.rowsAt, range * RANGE), Math.min(file.size, (range + 1) * RANGE)];
  readNow([file], reader.read(file, { file: 0, from, to }, take));
}
if (!other) parentPort.postMessage(rows);
else
  other.on('message', (more) => {
    console.log(JSON.stringify({ rows: rows + more }));
    process.exit();
  });
