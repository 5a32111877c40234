import { evaluate } from 'fairbits';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, serve } from './browser.js';

/** A page that a person could write: one script tag, no bundler, no configuration. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>fairbits</title>
<script type="module">
  import * as fairbits from '/dist/fairbits.page.js';
  window.fairbits = fairbits;
</script>`;

/** The same test set here and there: 5,000 rows of three classes from a little integer arithmetic. */
function testSet(): { p: number[]; labels: number[] } {
  const p: number[] = [];
  const labels: number[] = [];
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
  for (let r = 0; r < 5000; r++) {
    const x = [next() + 1e-3, next() + 1e-3, next() + 1e-3];
    const sum = x[0] + x[1] + x[2];
    p.push(x[0] / sum, x[1] / sum, x[2] / sum);
    labels.push(Math.floor(next() * 3));
  }
  return { p, labels };
}

let browser: Browser;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  browser = await openBrowser();
  server = await serve(PAGE);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

test.each(['wasm', 'plain'] as const)('the %s backend in a browser gives the bits that it gives here, and asks for nothing', async (backend) => {
  const { p, labels } = testSet();
  const here = await evaluate(Float64Array.from(p), Uint8Array.from(labels), { backend, cutoff: 'mml:1000' });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(server.address);
  await page.waitForFunction(() => 'fairbits' in globalThis);
  const loaded = server.requests.length;
  const there = await page.evaluate(
    async ({ p, labels, backend }) => {
      const { evaluate } = (globalThis as unknown as { fairbits: typeof import('fairbits') }).fairbits;
      return JSON.stringify(await evaluate(Float64Array.from(p), Uint8Array.from(labels), { backend, cutoff: 'mml:1000' }));
    },
    { p, labels, backend },
  );
  await page.close();
  expect(errors).toEqual([]);
  expect(there).toBe(JSON.stringify(here));
  expect(JSON.parse(there).backend).toBe(backend);
  expect(server.requests.length).toBe(loaded);
  expect(server.requests.filter((url) => url.endsWith('.wasm'))).toEqual([]);
});

test('an engine in a worker of the page gives the same bits', async () => {
  const { p, labels } = testSet();
  const here = await evaluate(Float64Array.from(p), Uint8Array.from(labels), { backend: 'wasm' });
  const page = await browser.newPage();
  await page.goto(server.address);
  const there = await page.evaluate(
    async ({ p, labels, address }) => {
      const source = `import { evaluate } from '${address}dist/fairbits.page.js';
        onmessage = async ({ data }) => postMessage(JSON.stringify(await evaluate(Float64Array.from(data.p), Uint8Array.from(data.labels), { backend: 'wasm' })));`;
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
      return new Promise<string>((done, fail) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => fail(new Error(message));
        worker.postMessage({ p, labels });
      });
    },
    { p, labels, address: server.address },
  );
  await page.close();
  expect(there).toBe(JSON.stringify(here));
});
