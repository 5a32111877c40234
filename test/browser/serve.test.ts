import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from '../support/ended.js';

/** `fairbits serve`: the page, on this machine alone, and nothing else. */
let serving: ChildProcess;
let address: string;

beforeAll(async () => {
  serving = spawn(process.execPath, ['dist/bin/fairbits.js', 'serve', '--no-open'], { stdio: ['ignore', 'pipe', 'ignore'] });
  address = await new Promise((done) => serving.stdout?.once('data', (text) => done(String(text).trim())));
});

afterAll(() => {
  serving?.kill();
});

/** A request as it is typed: fetch would tidy up the path. */
function raw(line: string, host = new URL(address).host): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((done, fail) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('end', () => done(answer));
    socket.on('error', fail);
  });
}

test('prints where it is, on the loopback interface', async () => {
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const others = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal));
  for (const { address: other } of others) await expect(fetch(`http://${other}:${new URL(address).port}/`)).rejects.toThrow();
});

test('sends the policy of the page as a header, and types that browsers take', async () => {
  const page = await fetch(address);
  const html = await page.text();
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) as RegExpExecArray;
  expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).toContain("connect-src 'none'");
  expect(page.headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors 'none'`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  // Relative addresses: the page works under any path.
  const found = [...html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, to]) => to).filter((to) => !to.startsWith('#'));
  expect(found.length).toBeGreaterThan(1);
  for (const to of found) {
    expect(to).toMatch(/^\.\/assets\//);
    const part = await fetch(new URL(to, address));
    expect(part.headers.get('content-type')).toBe(to.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8');
    expect(part.headers.get('content-security-policy')).toContain("connect-src 'none'");
    expect((await part.text()).length).toBeGreaterThan(100);
  }
});

test.each(['/../package.json', '/assets/../../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '//etc/passwd', '/assets', '/assets/', '/%', '/.'])(
  'has nothing at %s',
  async (path) => {
    expect(await raw(`GET ${path}`)).toMatch(/^HTTP\/1\.1 40[04]/);
  },
);

test('answers GET and HEAD alone', async () => {
  expect(await raw('POST /')).toMatch(/^HTTP\/1\.1 405/);
  const head = await raw('HEAD /');
  expect(head).toMatch(/^HTTP\/1\.1 200/);
  expect(head).not.toContain('<html');
});

test('answers to the names of this machine alone, so that no other site can have its own name stand for it', async () => {
  const { port } = new URL(address);
  for (const ours of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
    expect(await raw('GET /', ours), ours).toMatch(/^HTTP\/1\.1 200/);
  for (const other of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, '127.0.0.1', 'localhost', 'localhost:1', ''])
    expect(await raw('GET /', other), other).toMatch(/^HTTP\/1\.1 40[03]/);
});

test('goes on where a file of the page has gone', async () => {
  const page = mkdtempSync(join(tmpdir(), 'fairbits-page-'));
  const own = join(page, 'bin');
  cpSync('dist/bin', own, { recursive: true });
  cpSync('dist/web', join(page, 'web'), { recursive: true });
  const server = spawn(process.execPath, [join(own, 'fairbits.js'), 'serve', '--no-open'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const at: string = await new Promise((done) => server.stdout?.once('data', (text) => done(String(text).trim())));
    rmSync(join(page, 'web', 'index.html'));
    const gone = await fetch(at);
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('is gone. Start it again');
    const [asset] = readdirSync(join(page, 'web', 'assets'));
    expect((await fetch(new URL(`assets/${asset}`, at))).status).toBe(200);
  } finally {
    server.kill('SIGKILL');
    rmSync(page, { recursive: true });
  }
});

test('a port that is taken, or none, is an option that cannot be used', () => {
  const { port } = new URL(address);
  for (const wanted of [port, '70000', 'x']) {
    const { status, stderr } = spawnSync(process.execPath, ['dist/bin/fairbits.js', 'serve', '--no-open', '--port', wanted], { encoding: 'utf8' });
    expect(stderr).toContain(`--port ${wanted}`);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(2);
  }
});

test('ends with Ctrl-C', async () => {
  const status = ended(serving);
  serving.kill('SIGINT');
  expect(await status).toBe(130);
});
