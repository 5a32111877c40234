import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FairbitsError } from '../../dist/base/errors.js';
import { libraryWords } from '../../dist/base/libraryWords.js';
import { scoreFiles as scoreBlobs } from '../../dist/files.js';
import { scoreFiles } from '../../dist/node.js';

const bin = resolve('dist/bin/fairbits.js');

/**
 * How an input is scored as a whole, for the few that are: by this thread alone (as Files, gzipped, by the twin), or also on several threads, or also by the command.
 * Each costs about ten times what the one before does, and is done as much less often.
 */
export function someWays(random) {
  const chance = random.next();
  if (chance > 0.02) return undefined;
  const by = chance < 0.0002 ? 'processes' : chance < 0.002 ? 'threads' : 'one thread';
  return { by, skip: random.next() < 0.7, part: 16 + random.below(200) };
}

/**
 * Scores files in every way there is, which must come to the same report or the same message: on disk and as Files, gzipped and not, on both backends, on one and on three
 * threads, and by the command, which is given the file by name and, where it is one, by a pipe. Gives whether they are scored at all.
 */
export async function sameEveryWay(named, { by, skip, part }, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fairbits-ways-'));
  const [[name, bytes], [labels, truths] = []] = Object.entries(named);
  const options = { ...more, renormalize: true, skipBad: skip, rangeBytes: part };
  const packed = gzipSync(bytes);
  try {
    for (const [file, content] of Object.entries(named)) writeFileSync(join(folder, file), content);
    const path = join(folder, name);
    writeFileSync(`${path}.gz`, packed);
    const onDisk = (file, rest) => outcome(() => scoreFiles([file], { ...options, ...(labels ? { labels: [join(folder, labels)] } : {}), ...rest }));
    const asFile = (content, called) =>
      outcome(() => scoreBlobs([new File([content], called)], { ...options, ...(labels ? { labels: [new File([truths], labels)] } : {}) }));
    // What sums come to in their last bit is the same for any number of threads, but not for parts of any size.
    const whole = await onDisk(path, { threads: 1 });
    const twin = await onDisk(path, { threads: 1, backend: 'plain' });
    // What unpacks zstd in TypeScript looks at less of it (src/kernels/plain/read/unpackZstd.ts).
    if (!/cannot be unpacked|packed is damaged/.test(whole + twin)) same('the twin', whole, twin);
    same('a File', whole, await asFile(bytes, name));
    same('a gzipped File', whole, await asFile(packed, `${name}.gz`));
    const good = whole.startsWith('{');
    if (by === 'one thread') return good;
    same('three threads', whole, await onDisk(path, { threads: 3 }));
    same('gzip', whole, await onDisk(`${path}.gz`, { threads: 3 }));
    if (by === 'threads') return good;
    const columns = ['truth', 'probs', 'classes', 'long'].flatMap((option) => (more[option] ? [`--${option}`, String(more[option])] : []));
    const flags = [
      '--json',
      '--quiet',
      '--renormalize',
      '--on-error',
      skip ? 'skip' : 'stop',
      ...columns,
      ...(labels ? ['--labels', join(folder, labels)] : []),
    ];
    const command = byCommand([path, '--threads', '1', ...flags]);
    if ((command.status === 0) !== good) throw new Error(`the command and the library differ: ${told(command)}\n${whole}`);
    if (!labels) {
      const piped = byCommand(['-', '--threads', '3', ...flags], bytes);
      // Without a name the format is told by the first bytes alone, so that of a damaged one something else may be said.
      same('a pipe', ...(/\.[ct]sv$/.test(name) || command.status === 0 ? [command, piped] : [command.status, piped.status]));
    }
    return good;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files have other names each time, and what is to be tried repeats all that was asked. */
const nameless = (text) =>
  text
    .replace(/standard input|(?:\/[^\s":]*\/)?\b[xl]\.\w+(?:\.gz)?/g, 'FILE')
    .replace(/^ {4}"-"$/m, '    "FILE"')
    .replace(/^(Try: fairbits \w+) \S+ --threads \d/m, '$1 FILE');

async function outcome(score) {
  try {
    const { report, ...rest } = await score();
    return nameless(JSON.stringify({ ...rest, report: { ...report, backend: undefined } }));
  } catch (error) {
    if (!(error instanceof FairbitsError)) throw error;
    return nameless(libraryWords(error.message));
  }
}

function byCommand(args, input) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'score', ...args], { input, encoding: 'utf8', timeout: 120_000 });
  if (status !== 0 && status !== 2) throw new Error(`the command ended with ${status}: ${stderr}`);
  // A pipe cannot be read again under a cutoff, and the report says so.
  const { withCutoff: _, ...report } = status === 0 ? JSON.parse(nameless(stdout)) : {};
  return { status, report, stderr: nameless(stderr) };
}

const told = (outcome) => (typeof outcome === 'string' ? outcome : JSON.stringify(outcome));

function same(way, one, other) {
  const [a, b] = [told(one), told(other)];
  if (a === b) return;
  let at = 0;
  while (a[at] === b[at]) at++;
  throw new Error(`${way}: another outcome\n${a.slice(Math.max(0, at - 200), at + 200)}\n${b.slice(Math.max(0, at - 200), at + 200)}`);
}
