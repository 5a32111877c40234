// What someone sees who has just installed the package: every entry imported and used, every command run once. It is copied into a project that
// has nothing but the package, and run there:  node smoke.mjs
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const root = join('node_modules', 'fairbits');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const near = (found, expected) => assert.ok(Math.abs(found - expected) < 1e-4, `${found}, not ${expected}`);

/** Something small of each entry. */
const ENTRIES = {
  '.': async ({ evaluate }) => near((await evaluate([0.8, 0.3], [1, 0], { prior: 'uniform' })).measures.bayesianReward.mean, 0.58175),
  './page': async ({ evaluate }) => near((await evaluate([0.8, 0.3], [1, 0], { prior: 'uniform' })).measures.bayesianReward.mean, 0.58175),
  './node': async ({ scoreFiles }) => near((await scoreFiles(['a.csv'], { prior: 'uniform' })).report.measures.bayesianReward.mean, 0.58175),
  './files': async ({ scoreFiles }) => near((await scoreFiles([new Blob([A])], { prior: 'uniform' })).report.measures.bayesianReward.mean, 0.58175),
  './tables': async ({ formatOf }) => assert.equal(formatOf('x.parquet', new Uint8Array()), 'parquet'),
  './engines': async ({ statisticsSql }) =>
    assert.match(statisticsSql({ table: 't', truth: 'y', probs: ['p_a', 'p_b'], classes: ['a', 'b'] }, 'postgres'), /GROUP BY/),
  './significance': async ({ mcnemar }) => near(mcnemar(15, 5).statistic, 4.05),
  './learners': async ({ readCsv }) => assert.deepEqual(readCsv('x,y\n1,a\n2,b\n').classes, ['a', 'b']),
  './studies': async ({ studies }) => assert.ok(studies.length > 0),
  './schemas/*.json': () => assert.equal(typeof require('fairbits/schemas/score.json').title, 'string'),
  './fairbits.wasm': () => assert.ok(WebAssembly.validate(readFileSync(require.resolve('fairbits/fairbits.wasm')))),
  './package.json': () => assert.equal(require('fairbits/package.json').name, 'fairbits'),
};

const A = 'label,p_no,p_yes,region\nyes,0.2,0.8,east\nno,0.7,0.3,west\n';
const MANY = `label,p_no,p_yes,region,x,price,said\n${Array.from({ length: 60 }, (_, i) => {
  const p = ((i * 37) % 60) / 60;
  return `${(i * 7) % 60 < 60 * p ? 'yes' : 'no'},${1 - p},${p},${i % 3 ? 'east' : 'west'},${i % 5},${i},${i % 2 ? 'yes' : 'no|yes'}`;
}).join('\n')}\n`;
const OTHER = MANY.replaceAll(/,([\d.]+),([\d.]+),(east|west)/g, (_, a, b, region) => `,${(Number(a) + 1) / 3},${(Number(b) + 1) / 3},${region}`);

/** A command line of each command, and what its answer must hold. */
const COMMANDS = {
  score: [['score', 'many.csv', '--html', 'report.html', '--save', 'saved.json'], /bits per prediction/],
  slices: [['slices', 'many.csv', '--by', 'region'], /region/],
  gate: [['gate', 'many.csv', '--baseline', 'other.csv', '--margin', '5'], /./, [0, 3, 4]],
  watch: [['watch', 'many.csv'], /./],
  look: [['look', 'many.csv'], /fairbits score/],
  compare: [['compare', 'many.csv', 'other.csv', '--bootstrap', '50'], /many/],
  merge: [['merge', 'saved.json'], /bits per prediction/],
  sql: [['sql', '--dialect', 'duckdb', '--table', 't', '--truth', 'y', '--probs', 'p_a,p_b'], /GROUP BY/],
  priors: [['priors', 'many.csv', 'other.csv'], /prior/],
  test: [['test', 'mcnemar', '--counts', '15,5'], /4\.05/],
  interval: [['interval', '--successes', '45', '--trials', '50'], /0\.9|90/],
  rules: [['rules', 'many.csv', '--truth', 'label', '--predicted', 'said', '--classes', 'no,yes'], /bits/],
  regress: [['regress', 'many.csv', '--actual', 'price', '--predicted', 'x'], /meanAbsoluteError/],
  decide: [['decide', 'many.csv', '--costs', '0,1;5,0'], /cost/],
  curves: [['curves', 'many.csv'], /lift/],
  calibrate: [['calibrate', 'many.csv'], /calibrat/],
  recalibrate: [['recalibrate', '--fit', 'many.csv', '--apply', 'other.csv', '--out', 'corrected.csv'], /bits/],
  learn: [['learn', 'naive-bayes', 'many.csv', '--class', 'label', '--plan', '2-fold', '--out', 'learned.csv'], /./],
  study: [['study', 'list'], /hope-korb-2004-artificial/],
};

writeFileSync('a.csv', A);
writeFileSync('many.csv', MANY);
writeFileSync('other.csv', OTHER);

for (const path of Object.keys(manifest.exports)) {
  assert.ok(ENTRIES[path], `${path}: the smoke test does not know this entry`);
  await ENTRIES[path](/[*.]\w+$/.test(path) && path !== '.' ? undefined : await import(`fairbits${path.slice(1)}`));
}

// And by CommonJS, where this Node can load modules so; else it says why.
for (const path of Object.keys(manifest.exports).filter((path) => manifest.exports[path].types)) {
  const name = `fairbits${path.slice(1)}`;
  if (process.features.require_module) assert.deepEqual(Object.keys(require(name)).sort(), Object.keys(await import(name)).sort(), name);
  else assert.throws(() => require(name), { code: 'ERR_REQUIRE_ESM' });
}

const cli = join(root, manifest.bin.fairbits);
const run = (args) => spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', timeout: 60_000 });
const help = run(['--help']).stdout;
const names = [...help.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
assert.ok(names.length > 15, help);
assert.equal(run(['--version']).stdout.trim(), manifest.version);
for (const name of names) {
  assert.ok(run([name, '--help']).stdout.startsWith('Usage: '), `${name} --help`);
  if (name === 'serve') continue;
  assert.ok(COMMANDS[name], `${name}: the smoke test does not know this command`);
  const [args, expected, codes = [0]] = COMMANDS[name];
  const { status, stdout, stderr } = run(args);
  assert.ok(codes.includes(status), `${args.join(' ')} ended with ${status}\n${stderr}`);
  assert.match(stdout, expected, args.join(' '));
}
assert.match(readFileSync('report.html', 'utf8'), /^<!doctype html>/i);

// The page, from the server that comes with it.
const server = spawn(process.execPath, [cli, 'serve', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const address = await new Promise((found) => {
    server.stdout.once('data', (text) => found(/https?:\/\/\S+/.exec(String(text))?.[0]));
  });
  const page = await fetch(address);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<script type="module"/);
} finally {
  server.kill();
}
console.log(`Node ${process.versions.node}: ${Object.keys(manifest.exports).length} entries and ${names.length} commands work`);
