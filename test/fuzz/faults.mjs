import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The command under faults: a process of its own in a folder of its own, ended, starved or disturbed as the seed says. Linux alone has all of these. That one
 * thread of a process dies cannot be brought about from outside, so it is told to.
 */

const bin = resolve('dist/bin/fairbits.js');

/** What a command may take, in milliseconds: far more than it needs on a machine that has other work to do. */
const LIMIT = 120_000;

/** Commands with the files that they write. */
const COMMANDS = [
  { args: ['score', 'a.csv'], outputs: { '--rewards': 'r.csv', '--save': 's.json', '--html': 'h.html' } },
  { args: ['score', 'a.csv', '--threads', '3'], outputs: { '--save': 's.json', '--rewards': 'r.csv' } },
  { args: ['recalibrate', '--fit', 'b.csv', '--apply', 'a.csv', '--threads', '3'], outputs: { '--out': 'o.csv' } },
  { args: ['compare', 'a.csv', 'b.csv', '--bootstrap', '50', '--threads', '3'], outputs: { '--html': 'h.html' } },
];
const INPUTS = ['a.csv', 'b.csv'];

/** Whom nothing belongs to, for root may write into any folder. */
const NOBODY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
const canRead = () => spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1])', bin], isRoot ? NOBODY : {}).status === 0;

/** Why a fault is left out here, if one is. */
export const skipped =
  process.platform !== 'linux'
    ? { all: 'faults are tried on Linux only' }
    : canRead()
      ? {}
      : { folder: 'a folder that cannot be written: root may write everywhere, and the command is not to be read by another user here' };

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** What Node itself ends by where it cannot start, or go on: of that a command hears nothing. */
const NODE_ENDS = ['SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS'];

/**
 * The faults. `make` says what is done; `codes` how the command may end. Each time is a share of what the command takes undisturbed.
 */
const FAULTS = {
  none: { make: () => ({}), codes: [0] },
  signal: { make: (random) => ({ signal: random.pick(SIGNALS), when: when(random) }), codes: [0, ...SIGNALS] },
  full: { make: (random, { outputs }) => ({ device: random.pick(['stdout', ...Object.keys(outputs)]) }), codes: [2] },
  size: { make: (random) => ({ share: random.next() * 1.3 }), codes: [0, 2] },
  folder: { make: () => ({}), codes: [2] },
  descriptors: { make: (random) => ({ most: 14 + random.below(20) }), codes: [0, 1, 2, ...NODE_ENDS] },
  memory: { make: (random) => ({ kilobytes: 700_000 + random.below(3_000_000) }), codes: [0, 1, 2, ...NODE_ENDS] },
  shrinks: { make: (random) => ({ input: random.pick(INPUTS), share: random.next(), when: when(random) }), codes: [0, 2] },
  thread: { make: (random) => ({ reads: 1 + random.below(8) }), codes: [0, 1] },
  grows: { make: (random) => ({ input: random.pick(INPUTS), text: random.pick(['a,0.5,0.5\n', 'a,0.', '\n']), when: when(random) }), codes: [0, 2] },
};

/** What a process is told to do where a thread is to die: each that is not the first ends, without a word, when it has read so often. */
const DYING = `const threads = require('node:worker_threads'), fs = require('node:fs'), read = fs.readSync;
let reads = 0;
if (!threads.isMainThread) fs.readSync = (...args) => (++reads >= Number(process.env.DIES_AT) ? process.exit(0) : read(...args));`;

/** Some time while it runs; or the moment in which outputs get their names. */
const when = (random) => (random.next() < 0.3 ? 'naming' : random.next() * 1.1);

/** Predictions of a learner that knows something, always the same. */
function predictions(rows, tilt) {
  const lines = Array.from({ length: rows }, (_, i) => {
    const p = ((i * 37) % 997) / 1024;
    const said = p ** tilt;
    return `${(i * 61) % 997 < 997 * p ? 'a' : 'b'},${said},${1 - said}`;
  });
  return `label,p_a,p_b\n${lines.join('\n')}\n`;
}

/** A folder of its own, with the inputs and what lay there before. */
function fresh({ files, command, old }) {
  const folder = mkdtempSync(join(tmpdir(), 'fairbits-faults-'));
  const [place, temporary] = ['place', 'temporary'].map((name) => join(folder, name));
  for (const path of [place, temporary]) mkdirSync(path);
  chmodSync(folder, 0o755);
  chmodSync(temporary, 0o777);
  for (const [i, name] of INPUTS.entries()) writeFileSync(join(place, name), files[i]);
  for (const name of Object.values(COMMANDS[command].outputs)) if (old.includes(name)) writeFileSync(join(place, name), `old ${name}`, { mode: 0o640 });
  return { folder, place, temporary };
}

/** What is in a folder, by name. */
const contents = (place) => Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'latin1')]));

/** A report without what differs each time: when it was made, and by which backend, which are the same in all else. */
const lasting = (text) =>
  text
    ?.replace(/<time datetime=[^<]*<\/time>/g, '')
    .replace(/the plain twin of the WebAssembly core, to the same bits|the WebAssembly core/g, '')
    .replace(/<code>(?:[0-9a-f]{64}|not used: the plain backend)<\/code>/g, '')
    .replace(/\n?fairbits: WebAssembly could not get its memory[^\n]*/g, '');

/** Runs a command until it ends, and `meanwhile` beside it, which may be called off. */
async function run({ command, device, reads }, { folder, place, temporary }, limits = '', as = {}, meanwhile = async () => {}) {
  const { args, outputs } = COMMANDS[command];
  if (reads) writeFileSync(join(folder, 'dying.cjs'), DYING);
  const dying = reads ? { NODE_OPTIONS: `--require ${join(folder, 'dying.cjs')}`, DIES_AT: String(reads) } : {};
  const options = Object.entries(outputs).flatMap(([option, name]) => [option, option === device ? '/dev/full' : name]);
  const shell = `${limits} exec "$0" "$@"${device === 'stdout' ? ' > /dev/full' : ''}`;
  const began = performance.now();
  const child = spawn('bash', ['-c', shell, process.execPath, bin, ...args, ...options], {
    cwd: place,
    env: { ...process.env, TMPDIR: temporary, FAIRBITS_DEBUG: '', ...dying },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });
  let stderr = '';
  child.stdout.resume();
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, LIMIT);
  let over = false;
  const ended = new Promise((done, fail) => child.on('error', fail).on('close', (code, signal) => done(signal ?? code)));
  const aside = meanwhile(child, () => over);
  const code = await ended;
  over = true;
  clearTimeout(timer);
  await aside;
  if (late) throw new Error(`it did not end within ${LIMIT / 1000} s`);
  return { code: named(code), stderr, took: performance.now() - began };
}

/** A code that a shell gives for a signal, as the signal. */
const named = (code) => Object.keys(constants.signals).find((name) => constants.signals[name] + 128 === code) ?? code;

const known = new Map();
/** What a command writes of these inputs if nothing is in its way, and how long it takes. */
async function undisturbed({ files, command }) {
  const key = `${command} ${files.map((bytes) => Buffer.from(bytes).toString('latin1'))}`;
  if (!known.has(key)) {
    const place = fresh({ files, command, old: [] });
    const { code, stderr, took } = await run({ command }, place);
    known.set(key, { code, stderr, took, found: contents(place.place) });
    rmSync(place.folder, { recursive: true });
  }
  return known.get(key);
}

/** Waits for the time of a fault; tells whether the command still runs. */
async function moment(time, took, place, over) {
  const before = readdirSync(place).length;
  const from = performance.now();
  const come = () => (time === 'naming' ? readdirSync(place).length > before : performance.now() - from >= time * took);
  while (!over() && !come()) await new Promise((done) => setTimeout(done, 1));
  return !over();
}

export const faults = {
  /** A process takes its time. */
  runs: 100,
  make(random) {
    const command = random.below(COMMANDS.length);
    const names = Object.keys(FAULTS).filter((name) => !(name in skipped));
    const fault = random.pick(names);
    const rows = random.pick([20, 3000, 30_000]);
    const old = Object.values(COMMANDS[command].outputs).filter(() => random.next() < 0.5);
    const files = [1, 1.5].map((tilt) => Buffer.from(predictions(rows, tilt)));
    return { files, command, fault, old, ...FAULTS[fault].make(random, COMMANDS[command]) };
  },
  async check(input) {
    if (skipped.all) return false;
    const whole = await undisturbed(input);
    if (whole.code !== 0) throw new Error(`it fails undisturbed: ${whole.stderr}`);
    const at = fresh(input);
    try {
      return await judged(input, whole, at);
    } finally {
      chmodSync(at.place, 0o755);
      rmSync(at.folder, { recursive: true });
    }
  },
};

async function judged(input, whole, at) {
  const { fault, command, old } = input;
  const outputs = Object.values(COMMANDS[command].outputs);
  const largest = Math.max(...outputs.map((name) => whole.found[name].length));
  const limits = {
    size: `ulimit -f ${Math.floor((largest * input.share) / 1024)};`,
    descriptors: `ulimit -n ${input.most};`,
    memory: `ulimit -c 0 -v ${input.kilobytes};`,
  }[fault];
  const disturb = {
    signal: (child) => child.kill(input.signal),
    shrinks: () => truncateSync(join(at.place, input.input), Math.floor(statSync(join(at.place, input.input)).size * input.share)),
    grows: () => appendFileSync(join(at.place, input.input), input.text),
  }[fault];
  if (fault === 'folder') chmodSync(at.place, 0o555);
  const { code, stderr } = await run(
    input,
    at,
    limits,
    fault === 'folder' && isRoot ? NOBODY : {},
    disturb && (async (child, over) => (await moment(input.when, whole.took, at.place, over)) && disturb(child)),
  );
  const broken = (what) => new Error(`${fault} (${JSON.stringify({ ...input, files: undefined })}): ${what}; it ended with ${code}\n${stderr.slice(0, 1000)}`);

  if (!FAULTS[fault].codes.includes(code) || (fault === 'signal' && code !== 0 && code !== input.signal)) throw broken('another end than is promised');
  if (fault === 'thread' && code === 1) {
    if (!/ended before its work|thread that reads streams has ended/.test(stderr)) throw broken('no word of the thread');
  } else if (/bug in fairbits/.test(stderr)) throw broken('it calls a fault of the machine a bug');
  if (code === 2 && !/^fairbits: ./m.test(stderr)) throw broken('no word of why');
  if (fault === 'descriptors' && code === 2 && !stderr.includes('ulimit -n')) throw broken('no word of what to do');
  const now = contents(at.place);
  const strange = Object.keys(now).filter((name) => !INPUTS.includes(name) && !outputs.includes(name));
  if (strange.length > 0) throw broken(`left behind: ${strange}`);
  const temporary = readdirSync(at.temporary);
  if (temporary.length > 0) throw broken(`left behind in TMPDIR: ${temporary}`);
  for (const [i, name] of INPUTS.entries())
    if (name !== input.input && now[name] !== Buffer.from(input.files[i]).toString('latin1')) throw broken(`${name} has been changed`);

  const untouched = outputs.every((name) => now[name] === (old.includes(name) ? `old ${name}` : undefined));
  const are = ({ found }) => outputs.every((name) => lasting(now[name]) === lasting(found[name]));
  if (code === 0 || (SIGNALS.includes(code) && !untouched)) {
    // What changed before it was opened is only another file.
    const others = input.input && !are(whole) ? await undisturbed({ command, files: INPUTS.map((name) => Buffer.from(now[name], 'latin1')) }) : whole;
    if (!are(others)) throw broken('its outputs are not whole');
  } else if (!untouched) throw broken('it failed, and an output is another than before');
  return code === 0;
}
