// Runs queries in real engines, each installed and started here where that can be: npm run test:engines [NAME…]
//   Counts must be those of `score`, figures agree to 1e-12, bits be the same for any sharding; a shard that is down or dies is an error that names it.
// What a machine cannot have is skipped, with the reason. Exits 1 if something is wrong, and 0 if all that ran is right.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { chdb } from './engines/chdb.mjs';
import { clickhouse } from './engines/clickhouse.mjs';
import { ownFolder, removed, Skip, tempFolder } from './engines/machine.mjs';
import { many } from './engines/many.mjs';
import { mariadb } from './engines/mariadb.mjs';
import { parsers } from './engines/parsers.mjs';
import { postgres } from './engines/postgres.mjs';
import { spark } from './engines/spark.mjs';
import { npm } from './npm.mjs';

const ENGINES = { postgres, clickhouse, chdb, mariadb, many, parsers, spark };
const wanted = process.argv.slice(2);
const bin = resolve('dist/bin/fairbits.js');
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fairbits-engines');
mkdirSync(cache, { recursive: true });
if (!existsSync(bin)) throw new Error('build first: npm run build');

const classes = ['a', 'b', 'c'];
const rows = predictions(6000);
const ODD = ["it's", 'say "hi"', 'back`tick', 'back\\slash', "'; DROP TABLE part; --", '/* x */ -- y', 'Straße 東京', 'tab\tin it'];

/** The same rows on every machine. */
function predictions(count) {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Array.from({ length: count }, (_, id) => {
    const each = classes.map(() => random() ** 2 + 1e-4);
    const sum = each.reduce((x, y) => x + y);
    const p = each.map((x) => x / sum);
    const at = random();
    return [id, classes[at < p[0] ? 0 : at < p[0] + p[1] ? 1 : 2], ...p];
  });
}

function fairbits(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8', timeout: 120_000, maxBuffer: 2 ** 28 });
  return { status, stdout, stderr };
}

/** Packages of clients, installed once beside nothing of ours. */
function clients(folder, needs) {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  if (needs.length === 0) return;
  const { status, stderr } = spawnSync(...npm('install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', ...needs), {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status !== 0) throw new Skip(`npm cannot install ${needs.join(', ')}: ${String(stderr).trim().split('\n').at(-1)}`);
}

function same(found, expected, what) {
  if (JSON.stringify(found.confusion) !== JSON.stringify(expected.confusion)) throw new Error(`${what}: other counts than score's`);
  for (const [id, { mean, standardError }] of Object.entries(expected.measures))
    for (const [name, a, b] of [
      ['mean', found.measures[id].mean, mean],
      ['standard error', found.measures[id].standardError, standardError],
    ])
      if (!(Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b)))) throw new Error(`${what}: the ${name} of ${id} is ${a}, expected ${b}`);
}

/** What histograms tell: sums to 1e-12, and what takes an order no further off than is said. */
function sameFromBins(found, expected, what) {
  const no = (name, a, b, error = 1e-12) => {
    if (!(Math.abs(a - b) <= error + 1e-12)) throw new Error(`${what}: ${name} is ${a}, expected ${b} within ${error}`);
  };
  for (const name of ['aucOneVsOne', 'aucOneVsRest']) no(name, found.ranking[name], expected.ranking[name], found.ranking.error[name]);
  if (!(found.ranking.error.aucOneVsOne < 0.001)) throw new Error(`${what}: the AUC is known to ± ${found.ranking.error.aucOneVsOne} only`);
  const pairs = [['modal', found.calibration.modal, expected.calibration.modal]];
  for (const each of expected.classes) pairs.push([each, found.calibration.byClass[each], expected.calibration.byClass[each]]);
  for (const [name, a, b] of pairs) {
    no(`the error of ${name} over bins of equal width`, a.equalWidth.expected, b.equalWidth.expected);
    no(`Spiegelhalter's z of ${name}`, a.spiegelhalter.z, b.spiegelhalter.z, 1e-9);
    no(`the error of ${name} over bins of equal mass`, a.equalMass.expected, b.equalMass.expected, a.equalMass.error.expected);
  }
}

function compareAll(found, expected, what, say) {
  same(found, expected, what);
  sameFromBins(found, expected, what);
  say(`${what}: every figure to 1e-12, ranking and calibration within their bounds`);
}

async function testEngine(engine) {
  const folder = tempFolder('engines');
  const say = (text) => console.log(`  ${text}`);
  const own = ownFolder(join(folder, 'work'));
  const scoreArgs = ['--json'];
  writeFileSync(join(own, 'rows.csv'), ['id,label,p_a,p_b,p_c', ...rows.map((row) => row.join())].join('\n'));
  const expected = JSON.parse(fairbits(own, 'score', 'rows.csv', ...scoreArgs).stdout);
  let shards = [];
  try {
    if (engine.alone) {
      const given = JSON.parse(fairbits(own, 'score', 'rows.csv', ...scoreArgs, '--prior', 'a=0.5,b=0.25,c=0.25').stdout);
      const compareResult = (what, ...files) => {
        const { status, stdout, stderr } = fairbits(own, 'merge', ...files, '--json', '--prior', 'a=0.5,b=0.25,c=0.25');
        if (status !== 0) throw new Error(`${what}: ${stderr}`);
        same(JSON.parse(stdout), given, what);
        if (files.length > 1) sameFromBins(JSON.parse(stdout), given, what);
        say(`${what}: every figure to 1e-12${files.length > 1 ? ', ranking and calibration within their bounds' : ''}`);
      };
      await engine.alone({
        folder: own,
        cache,
        fairbits: (...args) => fairbits(own, ...args).stdout,
        rows,
        classes,
        compare: (found, what) => compareAll(found, expected, what, say),
        compareResult,
        say,
      });
      return;
    }
    clients(own, engine.needs);
    shards = await engine.start(folder).catch((error) => {
      throw error instanceof Skip
        ? error
        : new Skip(
            `it could not be started: ${String(error.stderr || error.message)
              .trim()
              .split('\n')
              .at(-1)}`,
          );
    });
    await testShards(engine, shards, own, expected, say);
  } finally {
    for (const { server } of shards) await server.kill();
    removed(folder);
  }
}

async function testShards(engine, shards, own, expected, say) {
  const { quote, literal, create } = engine;
  const columns = ['label', 'p_a', 'p_b', 'p_c'];
  const value = (each) => (typeof each === 'number' ? String(each) : literal(each));
  const insert = async (sql, table, some) => {
    for (let from = 0; from < some.length; from += 1000)
      await sql(
        `INSERT INTO ${table} VALUES ${some
          .slice(from, from + 1000)
          .map((row) => `(${row.map(value).join(',')})`)
          .join(',')}`,
      );
  };
  const fill = async (sql, table, named, some) => {
    await sql(create(table, named.map(quote), classes));
    await insert(sql, table, some);
  };
  await fill(shards[0].sql, 'whole', columns, rows);
  for (const [i, { sql }] of shards.entries())
    await fill(
      sql,
      'part',
      columns,
      rows.filter(([id]) => id % 3 === i),
    );
  const scored = (urls, ...more) => {
    const { status, stdout, stderr } = fairbits(own, 'score', ...urls, '--json', ...more);
    if (status !== 0) throw new Error(stderr);
    if (`${stdout}${stderr}`.includes('secret')) throw new Error('a password was shown');
    return JSON.parse(stdout);
  };
  const compare = (found, what) => compareAll(found, expected, what, say);
  const whole = scored([shards[0].url('whole')]);
  compare(whole, 'one server');
  const urls = shards.map(({ url }) => url('part'));
  const together = scored(urls);
  compare(together, 'three shards');
  for (const other of [together, scored([...urls].reverse()), scored([shards[0].url('whole')])])
    if (JSON.stringify([other.measures, other.ranking, other.calibration]) !== JSON.stringify([whole.measures, whole.ranking, whole.calibration]))
      throw new Error('other bits of the same rows');
  say('the same bits from one table, three shards, shards in another order, and again');

  for (const [i, odd] of ODD.entries()) {
    const named = [`${odd} y`, `${odd} a`, `${odd} b`, `${odd} c`];
    const table = quote(`${odd.trim()}${i}`);
    const labels = { a: odd, b: `${odd}2`, c: 'c' };
    const some = rows.slice(0, 60).map(([id, label, ...p]) => [id, labels[label], ...p]);
    await fill(shards[1].sql, table, named, some);
    const list = (names) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join();
    const found = scored(
      [shards[1].url(`"${`${odd.trim()}${i}`.replaceAll('"', '""')}"`)],
      '--truth',
      named[0],
      '--probs',
      list(named.slice(1)),
      '--classes',
      list(Object.values(labels)),
    );
    if (found.rows !== 60) throw new Error(`${odd}: ${found.rows} rows, expected 60`);
  }
  say(`${ODD.length} odd names of tables, columns and classes`);

  await insert(shards[2].sql, 'part', [
    [900001, 'z', 1, 0, 0],
    [900002, 'a', 0.5, 0.6, 0.7],
  ]);
  const bad = fairbits(own, 'score', ...urls);
  if (bad.status !== 2 || !bad.stderr.includes('2 rows cannot be scored') || !bad.stderr.includes('id 900001')) throw new Error(`bad rows: ${bad.stderr}`);
  const skipped = scored(urls, '--on-error', 'skip');
  same(skipped, expected, 'bad rows passed over');
  if (skipped.skipped !== 2) throw new Error(`${skipped.skipped} rows skipped, expected 2`);
  say('bad rows are counted, named, and passed over if asked');
  if (engine.more) {
    await shards[2].sql('DROP TABLE part');
    await fill(
      shards[2].sql,
      'part',
      columns,
      rows.filter(([id]) => id % 3 === 2),
    );
    await engine.more({ shards, scored, compare, say });
  }

  await testSlices(engine, shards[0], own, scored);
  say('slices by values, bins and months are those of a file');
  await testCancel(engine, shards[0], own);
  say('a signal ends the query that runs, and no list of processes has a password');
  if (engine.checksPasswords) {
    const wrong = fairbits(own, 'score', shards[0].url('whole').replace(':secret@', ':secretly@'));
    if (wrong.status !== 2 || wrong.stderr.includes('secret')) throw new Error(`a wrong password: ${wrong.status} ${wrong.stderr}`);
    say(`a wrong password: ${wrong.stderr.split('\n')[0].slice(0, 160)}`);
  }

  const late = fairbits(own, 'score', shards[0].url('whole'), '--where', engine.slow, '--timeout', '1');
  if (late.status !== 2 || late.stderr.includes('secret')) throw new Error(`a query that takes too long: ${late.status} ${late.stderr}`);
  say(`a query that takes too long: ${late.stderr.split('\n')[0].slice(0, 160)}`);

  const dying = await new Promise((done) => {
    const child = spawn(process.execPath, [bin, 'score', ...urls.slice(0, 2), shards[2].url('part'), '--where', engine.slow, '--timeout', '60'], { cwd: own });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.on('close', (status) => done({ status, said }));
    setTimeout(() => shards[2].server.kill('SIGKILL'), 2000);
  });
  const port = new URL(shards[2].url('part').replace(/^\w+:/, 'http:')).port;
  if (dying.status !== 2 || !dying.said.includes(`:${port}/`) || dying.said.includes('secret'))
    throw new Error(`a shard that dies: ${dying.status} ${dying.said}`);
  say(`a shard that dies in the middle: ${dying.said.split('\n')[0].slice(0, 160)}`);
  const down = fairbits(own, 'score', ...urls);
  if (down.status !== 2 || !down.stderr.includes(`:${port}/`) || down.stdout !== '') throw new Error(`a shard that is down: ${down.status} ${down.stderr}`);
  say('a shard that is down is named, and nothing is scored');
}

/** Slices of a table beside those of a file of the same rows. */
async function testSlices(engine, { sql, url }, own, scored) {
  await sql(engine.sliced);
  const day = (id) => new Date(Date.UTC(2026, 0, 1 + (id % 90))).toISOString().slice(0, 10);
  const region = (id) => (id % 3 === 0 ? 'north' : id % 3 === 1 ? "it's" : '');
  const lines = rows.map((row) => [...row, region(row[0]), day(row[0])].join());
  writeFileSync(join(own, 'sliced.csv'), ['id,label,p_a,p_b,p_c,region,day', ...lines].join('\n'));
  const by = ['--by', 'id:1000:3000,region,day', '--pairs', '--no-ranking'];
  const expected = JSON.parse(fairbits(own, 'score', 'sliced.csv', '--json', ...by).stdout).slices;
  const found = scored([url('sliced')], ...by).slices;
  const told = ({ column, value, rows: n, bayesianReward, ece, bitsLost }) =>
    `${column} ${value} ${n} ${[bayesianReward.mean, ece, bitsLost].map((x) => x.toFixed(9))}`;
  const [a, b] = [found, expected].map(({ slices }) => slices.map(told).sort());
  if (a.length < 20 || JSON.stringify(a) !== JSON.stringify(b))
    throw new Error(`other slices: ${a.find((each) => !b.includes(each))}, of ${a.length} and ${b.length}`);
}

/** A command that is interrupted leaves no query behind. */
async function testCancel(engine, { sql, url }, own) {
  if (engine.endless) await sql(engine.endless);
  const what = engine.endless ? [url('endless')] : [url('whole'), '--where', engine.slow];
  const child = spawn(process.execPath, [bin, 'score', ...what, '--timeout', '100'], { cwd: own, stdio: 'ignore' });
  const ended = new Promise((done) => child.on('close', (code, signal) => done(signal ?? code)));
  const queries = async () => Number(/\d+/.exec(await sql(engine.queries))?.[0]);
  const wait = async (what, holds) => {
    for (let i = 0; !(await holds()); i++) {
      if (i > 100) throw new Error(what);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  await wait('the query was not seen', async () => (await queries()) > 0);
  if (process.platform === 'linux' && readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').includes('secret'))
    throw new Error('the list of processes has a password');
  child.kill('SIGINT');
  const how = await ended;
  if (how !== 'SIGINT') throw new Error(`interrupted, it ended with ${how}`);
  await wait('the query ran on', async () => (await queries()) === 0);
}

let failed = 0;
for (const [name, engine] of Object.entries(ENGINES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  console.log(engine.name);
  try {
    await testEngine(engine);
    console.log(`  done in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  } catch (error) {
    if (error instanceof Skip) console.log(`  skipped: ${error.message}`);
    else {
      failed++;
      console.log(`  FAILED: ${error.message}`);
    }
  }
}
process.exitCode = failed > 0 ? 1 : 0;
