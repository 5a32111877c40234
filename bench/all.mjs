// Every suite, one after the other, into bench/results/, and docs/benchmarks.md from these.
//   npm run bench:all                        about 20 minutes; on a machine that has nothing else to do
//   npm run bench:all -- --quick             fewer sizes and rounds
//   npm run bench:all -- --only kernels,files
//   npm run bench:all -- --data DIR          learners on the papers' data, too (bench/learners.mjs)
//   npm run bench:all -- --through 'nice -n 5'    each suite's command behind another
// A suite that fails is named, and what it measured before stays.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { python } from './python.mjs';
import { suites } from './report/suites.mjs';
import { beginWatch } from './watch.mjs';

const from = process.cwd();
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const only = option('--only')?.split(',');
const through = option('--through')?.split(' ') ?? [];
const quick = args.includes('--quick');
const data = option('--data');
const unknown = only?.filter((id) => !suites.some((suite) => suite.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`there is no suite ${unknown.join(', ')}; expected some of ${suites.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}

const output = (command, ...parts) => {
  const { status, stdout } = spawnSync(command, parts, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};
const pythonVersion = (name) => output(python, '-c', `import ${name}; print(${name}.__version__)`);
const packageVersion = (name) => {
  for (const folder of ['bench/node_modules', 'node_modules'])
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
    } catch {}
  return undefined;
};

const machine = {
  processor: cpus()[0].model.trim(),
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release().split('-')[0]}, ${arch()}`,
};
const versions = {
  fairbits: JSON.parse(readFileSync('package.json', 'utf8')).version,
  commit: output('git', 'rev-parse', '--short', 'HEAD'),
  Node: process.version.slice(1),
  V8: process.versions.v8,
  ...Object.fromEntries(
    [
      ['DuckDB', packageVersion('@duckdb/node-api')],
      ['uDSV', packageVersion('udsv')],
      ['PapaParse', packageVersion('papaparse')],
      ['csv-parse', packageVersion('csv-parse')],
      ...['fzstd', 'hysnappy', 'hyparquet-compressors'].map((name) => [name, packageVersion(name)]),
      ['numpy', pythonVersion('numpy')],
      ['scipy', pythonVersion('scipy')],
      ['scikit-learn', pythonVersion('sklearn')],
      ['pandas', pythonVersion('pandas')],
      ['Java', /version "(.*?)"/.exec(spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '')?.[1]],
    ].filter(([, version]) => version),
  ),
};

const folder = mkdtempSync(join(tmpdir(), 'fairbits-bench-all-'));
mkdirSync('bench/results', { recursive: true });
let failed = 0;
for (const { id, path, args: usual, quick: short, mayFail, unwatched } of suites) {
  if (only && !only.includes(id)) continue;
  console.log(`\n── ${id}`);
  const json = join(folder, `${id}.json`);
  const [command, ...parts] = [...through, process.execPath, path, ...(quick ? short : usual), '--json', json];
  if (id === 'learners' && data) parts.push('--data', resolve(from, data));
  const [began, load, watch] = [performance.now(), loadavg()[0], unwatched ? () => ({}) : beginWatch()];
  const { status } = spawnSync(command, parts, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 900_000 });
  let measured;
  try {
    if (status === 0 || mayFail) measured = JSON.parse(readFileSync(json, 'utf8'));
  } catch {}
  if (!measured) {
    failed++;
    console.error(`${id} was not measured: it ended with ${status}`);
    continue;
  }
  const about = { suite: id, date: new Date().toISOString().slice(0, 10), quick, seconds: Math.round((performance.now() - began) / 1e3) };
  const result = { ...about, machine, versions, load: { before: load, after: loadavg()[0], ...watch() }, measured };
  writeFileSync(`bench/results/${id}.json`, `${JSON.stringify(result, null, 1)}\n`);
}
rmSync(folder, { recursive: true });
console.log(`\n${Math.round(performance.now() / 60_000)} minutes in all`);
await import('./report.mjs');
process.exitCode = failed > 0 ? 1 : 0;
