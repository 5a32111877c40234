import { type Backend, createEngine, type Engine } from '../../src/index.js';

/** One kernel, timed on both backends: the fastest of several runs. */
export interface BenchFigure {
  what: string;
  rows: number;
  /** ns a row; null where this browser has no WebAssembly. */
  wasm: number | null;
  plain: number;
}

const ROUNDS = 5;
const ROWS = 200_000;

/** The kernels against the plain path, here and now. */
export async function bench(backend: Backend): Promise<BenchFigure[]> {
  const engines = { wasm: backend === 'wasm' ? await createEngine({ backend: 'wasm' }) : undefined, plain: await createEngine({ backend: 'plain' }) };
  const figures: BenchFigure[] = [];
  for (const { what, k, run } of TASKS) {
    const rows = Math.floor((2 * ROWS) / Math.max(2, k));
    const { p, labels } = testSet(rows, k);
    const best = (engine: Engine): number => {
      let least = Infinity;
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now();
        run(engine, p, labels, Math.max(2, k));
        least = Math.min(least, performance.now() - began);
      }
      return (least * 1e6) / rows;
    };
    figures.push({ what, rows, wasm: engines.wasm ? best(engines.wasm) : null, plain: best(engines.plain) });
  }
  return figures;
}

const TASKS: { what: string; k: number; run: (engine: Engine, p: Float64Array, labels: Uint16Array, classes: number) => void }[] = [
  { what: 'tally, two classes, one column of P(positive)', k: 1, run: (engine, p, labels) => engine.tally(2).add(p, labels) },
  { what: 'tally, two classes, two columns', k: 2, run: (engine, p, labels) => engine.tally(2).add(p, labels) },
  { what: 'tally, 10 classes', k: 10, run: (engine, p, labels) => engine.tally(10).add(p, labels) },
  { what: 'Bayesian reward of every row, two classes', k: 2, run: (engine, p, labels) => engine.rewards('bayesianReward', p, labels, { prior: 'uniform' }) },
  { what: 'Bayesian reward of every row, 10 classes', k: 10, run: (engine, p, labels) => engine.rewards('bayesianReward', p, labels, { prior: 'uniform' }) },
];

/** Rows of made-up estimates, from a little integer arithmetic. */
function testSet(rows: number, k: number): { p: Float64Array; labels: Uint16Array } {
  let state = 2004;
  const random = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state + 1) / 0x80000002;
  };
  const p = new Float64Array(rows * k);
  const labels = new Uint16Array(rows);
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let i = 0; i < k; i++) {
      p[r * k + i] = random();
      sum += p[r * k + i];
    }
    if (k > 1) for (let i = 0; i < k; i++) p[r * k + i] /= sum;
    labels[r] = Math.floor(random() * Math.max(2, k)) % Math.max(2, k);
  }
  return { p, labels };
}
