import { mkdtempSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { scoreFiles } from 'fairbits/node';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrow, FORECASTERS, ndjson, parquet, readColumns, sameReport } from '../sources/fixtures.js';
import { openBrowser, serve } from './browser.js';

/** The readers as a bundler makes them for a page, the libraries in files of their own. */
const bundle = mkdtempSync('build/page-');
const PAGE = `<!doctype html><meta charset="utf-8"><title>fairbits</title>
<script type="module">
  import * as tables from '/${relative('.', bundle)}/tables.js';
  window.tables = tables;
</script>`;

let browser: Browser;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { outDir: bundle, copyPublicDir: false, target: 'es2022', lib: { entry: 'dist/tables.js', formats: ['es'], fileName: 'tables' } },
  });
  browser = await openBrowser();
  server = await serve(PAGE);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(bundle, { recursive: true, force: true });
});

test('a page reads the formats from Blobs, and loads a library when the first file needs it', async () => {
  const columns = readColumns(FORECASTERS[0]);
  const wanted = (await scoreFiles([FORECASTERS[0]], { backend: 'wasm' })).report;
  const page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForFunction(() => 'tables' in globalThis);
  const files = [
    ['a.ndjson', new TextEncoder().encode(ndjson(columns))],
    ['a.parquet', new Uint8Array(parquet(columns, { codec: 'SNAPPY' }))],
    ['a.arrow', arrow(columns)],
  ] as const;
  let before = 0;
  for (const [name, bytes] of files) {
    const there = await page.evaluate(
      async ({ name, base64 }) => {
        const { blobAccess, formatOf, openTable, scoreTables } = (globalThis as unknown as { tables: typeof import('fairbits/tables') }).tables;
        const file = new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name);
        const format = formatOf(file.name, new Uint8Array(await file.slice(0, 64).arrayBuffer())) as 'parquet';
        const { report } = await scoreTables([await openTable(format, blobAccess(file))]);
        return JSON.stringify(report);
      },
      { name, base64: Buffer.from(bytes).toString('base64') },
    );
    sameReport(JSON.parse(there), wanted);
    expect(server.requests.length).toBeGreaterThan(before);
    before = server.requests.length;
  }
  await page.close();
});
