import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FairbitsError } from '../../dist/base/errors.js';
import { scoreFiles } from '../../dist/node.js';

const bin = resolve('dist/bin/fairbits.js');

/**
 * Scores a text file in every way there is, which must come to the same report or the same message: in small parts on one and on three threads, and gzipped; and by
 * the command, which is given the file by name and by a pipe. Each costs a process or threads, so this is for a small share of the inputs.
 */
export async function sameEveryWay(bytes, ending, { skip, part }) {
  const folder = mkdtempSync(join(tmpdir(), 'fairbits-ways-'));
  try {
    const path = join(folder, `x.${ending}`);
    writeFileSync(path, bytes);
    writeFileSync(`${path}.gz`, gzipSync(bytes));
    const scored = (file, options) => byLibrary(file, { renormalize: true, skipBad: skip, ...options });
    // What sums come to in their last bit is the same for any number of threads, but not for parts of any size.
    const whole = await scored(path, { threads: 1, rangeBytes: part });
    same('three threads', whole, await scored(path, { threads: 3, rangeBytes: part }));
    same('gzip', whole, await scored(`${path}.gz`, { threads: 3, rangeBytes: part }));
    const options = ['--json', '--quiet', '--renormalize', '--on-error', skip ? 'skip' : 'stop'];
    const named = byCommand([path, '--threads', '1', ...options]);
    const piped = byCommand(['-', '--threads', '3', ...options], bytes);
    // Without a name the format is told by the first line alone, so that of a damaged one something else may be said.
    same('a pipe', ...(ending === 'ndjson' && named.status === 2 ? [named.status, piped.status] : [named, piped]));
    if ((named.status === 0) !== whole.startsWith('{')) throw new Error(`the command and the library differ: ${told(named)}\n${whole}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files have other names each time. */
const nameless = (text) => text.replace(/standard input|(?:\/[^\s":]*\/)?\bx\.\w+(?:\.gz)?/g, 'FILE').replace(/^ {4}"-"$/m, '    "FILE"');

async function byLibrary(path, options) {
  try {
    return nameless(JSON.stringify(await scoreFiles([path], options)));
  } catch (error) {
    if (!(error instanceof FairbitsError)) throw error;
    return nameless(error.message);
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
