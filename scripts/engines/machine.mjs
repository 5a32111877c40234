// What the tests of real engines need of a machine: programs, packages, a user that is not root, servers that are ended.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why something cannot be tested here. */
export class Skip extends Error {}

export const isRoot = process.getuid?.() === 0;

/** The user that servers run as which refuse to be root: nobody, where this is root. */
const NOBODY = isRoot ? { uid: 65534, gid: 65534 } : {};

export function tempFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `fairbits-${name}-`));
  if (isRoot) chownSync(folder, NOBODY.uid, NOBODY.gid);
  return folder;
}

export function ownFolder(path) {
  mkdirSync(path, { recursive: true });
  if (isRoot) chownSync(path, NOBODY.uid, NOBODY.gid);
  return path;
}

export const removed = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** The path of a program, in the usual places and in others. */
export function program(name, ...folders) {
  for (const folder of [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', ...folders]) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
  }
  return undefined;
}

/** Installs Debian packages where this is root and apt is there; says why not otherwise. */
export function installDebian(...packages) {
  if (!isRoot || !program('apt-get')) throw new Skip(`${packages.join(', ')} cannot be installed: this is ${isRoot ? 'no Debian' : 'not root'}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, encoding: 'utf8', timeout: 240_000 });
  let { status, stderr } = install();
  if (status !== 0) {
    spawnSync('apt-get', ['update'], { env, timeout: 120_000 });
    ({ status, stderr } = install());
  }
  if (status !== 0) throw new Skip(`apt-get install ${packages.join(' ')} failed: ${String(stderr).trim().split('\n').at(-1)}`);
}

/** Runs a program to its end; throws what it said if it fails. */
export function run(path, args, { input, cwd, env, nobody = false, timeout = 120_000 } = {}) {
  return execFileSync(path, args, {
    input,
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout,
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
    ...(nobody ? NOBODY : {}),
  });
}

const running = new Set();

/** Starts a server, and ends it with this process. */
export function serve(path, args, { cwd, env, nobody = false } = {}) {
  const child = spawn(path, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], ...(nobody ? NOBODY : {}) });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = (said + text).slice(-4000);
    });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return {
    said: () => said,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal = 'SIGTERM') =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
        child.on('exit', () => {
          clearTimeout(hard);
          done();
        });
        child.kill(signal);
      }),
  };
}

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A port of this machine that is free. */
export function freePort() {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Asks until it is answered. */
export async function until(ask, server, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (server?.ended()) throw new Skip(`the server ended: ${server.said().trim().split('\n').at(-1)}`);
      if (Date.now() > end) throw new Skip(`the server did not answer in ${seconds} seconds: ${error.message.split('\n')[0]}`);
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}
