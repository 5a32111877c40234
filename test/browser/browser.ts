import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Browser, type Page, type PageScreenshotOptions, chromium as playwright } from 'playwright-core';

/** A real browser that installs with the npm packages. Where the system lacks its libraries, those it ships are used. */
export async function openBrowser(): Promise<Browser> {
  const { default: chromium } = await import('@sparticuz/chromium');
  // No WebGL: without it the browser draws by itself, a fifth of the work of a graphics card made up in software.
  chromium.setGraphicsMode = false;
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

/** A screenshot, for whoever wants to look at it and sets FAIRBITS_SCREENSHOTS; nothing is checked by it, and many take long. */
export async function picture(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (!process.env.FAIRBITS_SCREENSHOTS) return;
  mkdirSync('build/screenshots', { recursive: true });
  await page.screenshot({ path: join('build', 'screenshots', `${name}.png`), ...options });
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
