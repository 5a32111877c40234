import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Page, PageScreenshotOptions } from 'playwright-core';

export { openBrowser } from '../../scripts/chromium.mjs';

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
