import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { wholeOption } from './options.js';
import { print, tell } from './outputs/print.js';

interface ServeFlags {
  port?: number;
  open: boolean;
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('open the page in a browser: drop files and see what they are worth; nothing leaves this machine')
    .option('--port <n>', 'the port (default: a free one)', parsePort)
    .option('--no-open', 'print the address without opening a browser')
    .addHelpText('after', '\nExample:\n  fairbits serve\n  fairbits serve --port 8000 --no-open')
    .action(runServe);
}

const MAX_PORT = 65535;

function parsePort(text: string): number {
  const port = wholeOption('--port', 0)(text);
  if (port > MAX_PORT)
    throw new FairbitsError('option', `--port ${text}: expected a whole number, ${MAX_PORT} or less`, { found: text, expected: `0 to ${MAX_PORT}` });
  return port;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Both where the modules are built to (dist/cli) and where the command is (dist/bin), the page lies beside. */
const PAGE_FOLDER = fileURLToPath(new URL('../web', import.meta.url));

async function runServe({ port, open }: ServeFlags): Promise<void> {
  if (!existsSync(join(PAGE_FOLDER, 'index.html')))
    throw new FairbitsError(
      'file',
      `the page is not there (${PAGE_FOLDER}): expected it beside the command. Build it with npm run build, or install fairbits again.`,
      {
        file: PAGE_FOLDER,
        expected: 'the page',
      },
    );
  const server = pageServer(PAGE_FOLDER);
  const address = await listen(server, port);
  await print([address]);
  tell('fairbits serves its page on this machine alone; Ctrl-C stops it.');
  if (open) openBrowser(address);
}

/** Serves the files of a folder as they are now, and nothing else: what is not among them cannot be asked for. */
export function pageServer(folder: string): Server {
  const files = new Map(filesIn(folder).map((path) => [`/${relative(folder, path).split(sep).join('/')}`, path]));
  const policy = policyOf(readFileSync(join(folder, 'index.html'), 'utf8'));
  const server = createServer(({ url = '/', method, headers }, response) => {
    response.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    // Another site may have its name stand for this machine, to be let in as if it were ours: it is asked for by that name.
    const { port } = server.address() as AddressInfo;
    if (!isOurs(headers.host, port)) return refuse(response, 403, `This page is for this machine alone. Open http://127.0.0.1:${port}/\n`);
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const path = url.split(/[?#]/)[0];
    const file = files.get(path === '/' ? '/index.html' : path);
    if (!file) return refuse(response, 404, 'There is no such file.\n');
    // Their names have a hash of what is in them.
    const lasting = path.startsWith('/assets/');
    const content = contentOf(file);
    if (!content) return refuse(response, 404, 'This file was there when fairbits serve was started, and is gone. Start it again.\n');
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-length': content.length,
      'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(method === 'HEAD' ? undefined : content);
  });
  return server;
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(why);
}

/** Whether a request came to this machine by a name of its own. */
function isOurs(host: string | undefined, port: number): boolean {
  return host !== undefined && ['localhost', '127.0.0.1', '[::1]'].some((name) => host.toLowerCase() === `${name}:${port}` || (port === 80 && host === name));
}

/** What is in a file; undefined where it cannot be read any more, as when another version has been installed meanwhile. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The policy that the page states itself, so that there is one of it. */
function policyOf(html: string): string {
  const found = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html);
  if (!found) throw new Error('the page states no security policy');
  return found[1];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** On the loopback interface: no other machine can reach it. */
function listen(server: Server, port = 0): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : error.code === 'EACCES' ? 'is not allowed' : error.message;
      fail(
        new FairbitsError('option', `--port ${port} ${why}: expected a free port. Leave --port out, and one is found.`, {
          found: port,
          expected: 'a free port',
        }),
      );
    });
    server.listen(port, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  });
}

/** Where there is none, the address has been printed. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', address] : process.platform === 'win32' ? ['cmd', '/c', 'start', '""', address] : ['xdg-open', address];
  const opened = spawn(command, args, { stdio: 'ignore', detached: true });
  opened.on('error', () => {});
  opened.unref();
}
