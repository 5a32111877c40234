// Files by chance, changed by chance: npm run fuzz -- [--format NAME] [--runs N] [--seconds N] [--seed N]. Needs dist/ (npm run build).
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import './setup.mjs';

const { values } = parseArgs({
  options: {
    format: { type: 'string', multiple: true },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
  },
});
const { faults, skipped } = await import('../test/fuzz/faults.mjs');
const formats = { ...(await import('../test/fuzz/formats.mjs')).formats, faults };
const { randomOf } = await import('../test/fuzz/random.mjs');

const names = values.format ?? Object.keys(formats);
const unknown = names.find((name) => !Object.hasOwn(formats, name));
if (unknown !== undefined) {
  console.error(`fuzz: there is no format ${unknown}: expected ${Object.keys(formats).join(', ')}`);
  process.exit(2);
}
const first = Number(values.seed ?? Date.now() % 2 ** 31);
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
/** What one input may take, in milliseconds: a bound for the machine's moods, not for the code. */
const SLOW = 20_000;
let findings = 0;
// Most inputs end in an error, and what makes one is mostly its list of callers.
Error.stackTraceLimit = 4;

for (const name of names) {
  const began = performance.now();
  let good = 0;
  let longest = 0;
  let run = 0;
  const runs = Number(values.runs ?? (seconds === undefined ? (formats[name].runs ?? 1000) : Infinity));
  if (formats[name] === faults) for (const why of Object.values(skipped)) console.log(`faults: left out: ${why}`);
  if (formats[name] === faults && skipped.all) continue;
  for (; run < runs && !(seconds !== undefined && performance.now() - began > (seconds * 1000) / names.length); run++) {
    const seed = (first + run) >>> 0;
    const input = formats[name].make(randomOf(seed));
    const at = performance.now();
    try {
      if (await formats[name].check(input)) good++;
      const took = performance.now() - at;
      longest = Math.max(longest, took);
      if (took > SLOW && formats[name] !== faults) throw new Error(`it took ${Math.round(took)} ms`);
    } catch (error) {
      findings++;
      const folder = 'test/fuzz/findings';
      mkdirSync(folder, { recursive: true });
      const path = `${folder}/${name}-${seed}.json`;
      writeFileSync(path, JSON.stringify({ format: name, ...input, files: input.files.map((bytes) => Buffer.from(bytes).toString('base64')) }));
      console.log(
        `${name}: ${String(error.stack ?? error)
          .split('\n    at ')
          .slice(0, 4)
          .join('\n    at ')}\nkept as ${path}; again: npm run fuzz -- --format ${name} --seed ${seed} --runs 1`,
      );
      if (findings >= 20) process.exit(1);
    }
  }
  console.log(
    `${name}: ${run} inputs from seed ${first}, ${good} read, the longest took ${Math.round(longest)} ms, ${Math.round((performance.now() - began) / 1000)} s`,
  );
}
console.log(findings === 0 ? 'fuzz: no findings' : `fuzz: ${findings} findings`);
process.exit(findings === 0 ? 0 : 1);
