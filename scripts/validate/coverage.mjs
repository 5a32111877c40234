// How often the bootstrap intervals hold the true mean: simulated test sets of known mean, resampled by the kernel.
//   node scripts/validate/coverage.mjs             the long form; prints the table of docs/resampling.md, exits 1 if it is off
//   node scripts/validate/coverage.mjs --sets N    as many simulated sets a cell
import { pathToFileURL } from 'node:url';
import { accelerationOfMean, bootstrapInterval, createEngine, Random } from 'fairbits';

export const KINDS = ['normal', 'percentile', 'basic', 'bca'];

/** A standard normal number, by Marsaglia's polar method. */
function normal(random) {
  for (;;) {
    const x = 2 * random.uniform() - 1;
    const y = 2 * random.uniform() - 1;
    const s = x * x + y * y;
    if (s > 0 && s < 1) return x * Math.sqrt((-2 * Math.log(s)) / s);
  }
}

/** Kinds of data, with their true means. */
export const DATA = {
  normal: { mean: 0, draw: normal },
  // Like log losses.
  skewed: { mean: 1, draw: (random) => -Math.log(1 - random.uniform()) },
  // Like quadratic losses: between 0 and 1, most of them small.
  bounded: { mean: 1 / 3, draw: (random) => random.uniform() ** 2 },
};

/** The share of simulated sets whose interval holds the true mean, and how often it lies below and above. */
export function coverage(engine, { data, rows, sets, replicates, confidence, seed }) {
  const { mean: truth, draw } = DATA[data];
  const random = new Random(seed);
  const found = Object.fromEntries(KINDS.map((kind) => [kind, { covered: 0, below: 0, above: 0 }]));
  const values = new Float64Array(rows);
  for (let set = 0; set < sets; set++) {
    for (let r = 0; r < rows; r++) values[r] = draw(random);
    const mean = values.reduce((a, b) => a + b) / rows;
    const means = engine.bootstrapMeans(values, { replicates, seed: seed * 1e9 + set });
    const acceleration = accelerationOfMean(values);
    for (const kind of KINDS) {
      const [low, high] = bootstrapInterval(kind, mean, means, { confidence, acceleration }).interval;
      if (truth < low) found[kind].below++;
      else if (truth > high) found[kind].above++;
      else found[kind].covered++;
    }
  }
  for (const each of Object.values(found)) for (const key of Object.keys(each)) each[key] /= sets;
  return found;
}

async function main() {
  const at = process.argv.indexOf('--sets');
  const sets = at < 0 ? 10_000 : Number(process.argv[at + 1]);
  const engine = await createEngine();
  const confidence = 0.95;
  console.log(`| data | rows | ${KINDS.join(' | ')} |\n|---|---|${KINDS.map(() => '---').join('|')}|`);
  let off = 0;
  for (const data of Object.keys(DATA)) {
    for (const rows of [20, 100, 1024]) {
      const found = coverage(engine, { data, rows, sets, replicates: 1999, confidence, seed: 1 });
      console.log(`| ${data} | ${rows} | ${KINDS.map((kind) => (100 * found[kind].covered).toFixed(1)).join(' | ')} |`);
      // With a thousand rows every kind must have what it says, but for half a percent and four standard errors of this simulation.
      const allowed = 0.005 + 4 * Math.sqrt((confidence * (1 - confidence)) / sets);
      if (rows === 1024) for (const kind of KINDS) if (Math.abs(found[kind].covered - confidence) > allowed) off++;
    }
  }
  console.log(
    `\n${sets} sets a cell, 1999 replicates each, at 95 %; a standard error is ${(100 * Math.sqrt((confidence * (1 - confidence)) / sets)).toFixed(2)} %.`,
  );
  if (off > 0) {
    console.error(`${off} of the intervals with 1,024 rows are off by more than half a percent and four standard errors`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
