import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A real browser that installs with the npm packages. Where the system lacks its libraries, those it ships are used. */
export async function openBrowser(): Promise<Browser> {
  const { default: chromium } = await import('@sparticuz/chromium');
  // One process for everything, as its makers advise for servers, does not outlive its first page.
  const args = chromium.args.filter((arg) => arg !== '--single-process');
  const launch = async () => playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
  try {
    return await launch();
  } catch {
    // On the system it is made for, the package unpacks the libraries as well; its own unpacker does it here.
    const unpacker = new URL('../../node_modules/@sparticuz/chromium/build/esm/lambdafs.js', import.meta.url);
    const { inflate } = (await import(unpacker.href)) as { inflate(path: string): Promise<string> };
    const libraries = await inflate(join('node_modules', '@sparticuz', 'chromium', 'bin', 'al2023.tar.br'));
    process.env.LD_LIBRARY_PATH = join(libraries, 'lib');
    return launch();
  }
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Serves files of the package, and a page made up on the spot, on this machine alone. */
export async function serve(page: string): Promise<{ address: string; requests: string[]; close: () => void }> {
  const requests: string[] = [];
  const server: Server = createServer(async ({ url = '/' }, response) => {
    requests.push(url);
    if (url === '/') return void response.setHeader('content-type', 'text/html').end(page);
    try {
      const file = await readFile(normalize(join('.', url)));
      response.setHeader('content-type', TYPES[extname(url)] ?? 'application/octet-stream').end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests, close: () => server.close() };
}
