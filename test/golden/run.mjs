/** Runs cases against a build and keeps what came of them, without what differs from one run to the next. */
import { spawn } from 'node:child_process';
import { closeSync, createReadStream, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { filesOf, makeFiles } from './files.mjs';
import { shortened } from './shortened.mjs';

/**
 * Runs cases, two at a time, in a folder of files made for them. `hear` gets each case and its outcome.
 * Gives the SHA-256 of the files.
 */
export async function runCases(build, cases, hear) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairbits-golden-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const sums = makeFiles(folder, cases.flatMap(filesOf));
    // Nobody waits at the end for the longest.
    const waiting = cases.map((each, i) => [each, i]).sort(([a], [b]) => weight(b) - weight(a));
    const work = async () => {
      for (let turn = waiting.shift(); turn; turn = waiting.shift())
        hear(turn[0], await outcomeOf(resolve(build), turn[0], folder, `out-${String(turn[1]).padStart(5, '0')}`));
    };
    await Promise.all([work(), work()]);
    return sums;
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

const weight = ({ args, input = '' }) => [...args, input].filter((word) => word.startsWith('large')).length;

/** What a case comes to: how the last of its runs ended, what it said, what it wrote. */
async function outcomeOf(build, { args, before = [], backend, input, pipe }, folder, out) {
  mkdirSync(join(folder, out));
  const normal = (text) => normalised(text, folder, out);
  try {
    const own = (words) => words.map((word) => word.replaceAll('{out}', out));
    for (const words of before) await run(build, own(words), { folder, backend });
    const { status, stdout, stderr } = await run(build, own(args), { folder, backend, input, pipe });
    const files = Object.fromEntries(written(join(folder, out)).map((path) => [relative(join(folder, out), path), kept(normal(readFileSync(path, 'utf8')))]));
    const outcome = { status, stdout: kept(normal(stdout)), stderr: normal(withoutProgress(stderr)) };
    return Object.keys(files).length > 0 ? { ...outcome, files } : outcome;
  } finally {
    rmSync(join(folder, out), { recursive: true, force: true });
  }
}

function run(build, args, { folder, backend, input, pipe = false }) {
  const { NODE_EXTRA_CA_CERTS: _, FAIRBITS_DEBUG: __, FORCE_COLOR: ___, ...env } = process.env;
  const file = input !== undefined && !pipe ? openSync(join(folder, input), 'r') : undefined;
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(build, 'dist', 'bin', 'fairbits.js'), ...args], {
      cwd: folder,
      env: { ...env, FAIRBITS_BACKEND: backend, NO_COLOR: '1' },
      stdio: [file ?? (pipe ? 'pipe' : 'ignore'), 'pipe', 'pipe'],
    });
    if (pipe) {
      // A command that has seen enough closes its end.
      child.stdin.on('error', () => {});
      createReadStream(join(folder, input)).pipe(child.stdin);
    }
    const said = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (bytes) => said[name].push(bytes));
    child.on('error', fail);
    child.on('close', (status) => {
      if (file !== undefined) closeSync(file);
      done({ status, stdout: Buffer.concat(said.stdout).toString(), stderr: Buffer.concat(said.stderr).toString() });
    });
  });
}

/** The files in a folder and those inside of it. */
function written(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Text without paths, times, versions and sums of the core. */
function normalised(text, folder, out) {
  return text
    .replaceAll(folder, '{folder}')
    .replaceAll(out, '{out}')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| UTC)/g, '{time}')
    .replaceAll(/\b(fairbits(?: |<\/dt><dd><code>))\d+\.\d+\.\d+\b/g, '$1{version}')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '{sum}')
    .replaceAll(/fairbits-[\w-]*?\d+[\w-]*\.partial/g, '{partial}');
}

/** How far a command is: on a busy machine that is said after a second. */
function withoutProgress(stderr) {
  return stderr.replace(/^fairbits: (counting|scoring|resampling|reading|ranking) ([\d,]+ (MB|times)|a stream)\n/gm, '');
}

/** JSON as what it says, other text as it is; both shortened where they are long. */
function kept(text) {
  if (/^\s*[[{]/.test(text)) {
    try {
      return { json: shortened(JSON.parse(text)) };
    } catch {
      // No JSON then.
    }
  }
  return shortened(text);
}
