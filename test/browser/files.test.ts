import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrow, FORECASTERS, Folder, ndjson, npy, parquet, readColumns } from '../sources/fixtures.js';
import { openBrowser, serve } from './browser.js';

/** The entry point as a bundler makes it, and a worker that scores what it is sent: how a page would use it. */
const bundle = mkdtempSync('build/page-');
const folder = new Folder();
const address = `/${relative('.', bundle)}/files.js`;
const PAGE = `<!doctype html><meta charset="utf-8"><title>fairbits</title>
<input type="file" multiple>
<script type="module">
  import { scoreFiles, scoreJson } from '${address}';
  window.score = async (files, options) => JSON.stringify(scoreJson(await scoreFiles(files, options)), null, 2);
  const source = \`import { scoreFiles, scoreJson } from '\${location.origin}${address}';
    let control;
    onmessage = async ({ data: { files, options, stop } }) => {
      if (stop) return control.abort();
      control = new AbortController();
      try {
        const onProgress = (progress) => postMessage({ progress });
        postMessage({ json: JSON.stringify(scoreJson(await scoreFiles(files, { ...options, signal: control.signal, onProgress })), null, 2) });
      } catch ({ name, message, code, file, line, column, found }) {
        postMessage({ error: { name, message, code, file, line, column, found } });
      }
    };\`;
  window.scorer = () => new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
</script>`;

declare const scorer: () => Worker;
declare const score: (files: File[], options: object) => Promise<string>;

let browser: Browser;
let server: Awaited<ReturnType<typeof serve>>;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { outDir: bundle, copyPublicDir: false, target: 'es2022', lib: { entry: 'dist/files.js', formats: ['es'], fileName: 'files' } },
  });
  browser = await openBrowser();
  server = await serve(PAGE);
  page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(server.address);
  await page.waitForFunction(() => 'scorer' in globalThis);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  folder.remove();
  rmSync(bundle, { recursive: true, force: true });
});

/** What the command prints for files in a folder, by their names. */
function printed(folder: string, args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [resolve('dist/bin/fairbits.js'), 'score', '--json', '--backend', 'wasm', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

/** Gives the page's file input files, as a person would. */
async function choose(paths: string[]): Promise<void> {
  await page.setInputFiles('input', paths);
}

describe('a page gives the JSON of the command line, bit for bit', () => {
  const columns = readColumns(FORECASTERS[0]);
  const classes = ['home', 'draw', 'away'];
  const text = readFileSync(FORECASTERS[0], 'utf8');
  const probabilities = Float64Array.from({ length: 6000 }, (_, i) => columns[`p_${classes[i % 3]}`][Math.floor(i / 3)] as number);
  const files: Record<string, string | Uint8Array | ArrayBuffer> = {
    'a.tsv': text.replaceAll(',', '\t'),
    'quoted.csv': text.replaceAll(/\n(\d+),/g, '\n"$1\n,",'),
    'a.csv.gz': gzipSync(text),
    'a.ndjson': ndjson(columns),
    'a.ndjson.gz': gzipSync(ndjson(columns)),
    'a.parquet': parquet(columns, { codec: 'SNAPPY' }),
    'zstd.parquet': parquet(columns, { codec: 'ZSTD' }),
    'a.arrow': arrow(columns),
    'p.npy': npy(probabilities, '<f8', [2000, 3]),
    'l.npy': npy(
      Uint8Array.from(columns.label as string[], (name) => classes.indexOf(name)),
      '|u1',
      [2000],
    ),
  };
  for (const [name, content] of Object.entries(files)) folder.write(name, content);

  test('the bundled examples, on the page itself', async () => {
    await choose(FORECASTERS);
    const there = await page.evaluate(() => score([...(document.querySelector('input')?.files ?? [])], { backend: 'wasm' }));
    expect(`${there}\n`).toBe(
      printed(
        'examples/forecasters',
        FORECASTERS.map((path) => basename(path)),
      ),
    );
    await choose([FORECASTERS[0]]);
    const cut = await page.evaluate(() => score([...(document.querySelector('input')?.files ?? [])], { backend: 'wasm', cutoff: 'mml:100', prior: 'uniform' }));
    expect(`${cut}\n`).toBe(printed('examples/forecasters', ['calibrated.csv', '--cutoff', 'mml:100', '--prior', 'uniform']));
  });

  test.each(Object.keys(files).filter((name) => name !== 'l.npy'))('%s, in a worker of the page', async (name) => {
    const labelled = name === 'p.npy';
    await choose([folder.path(name), ...(labelled ? [folder.path('l.npy')] : [])]);
    const there = await page.evaluate(
      ({ labelled, classes }) => {
        const [file, labels] = document.querySelector('input')?.files ?? [];
        const worker = scorer();
        return new Promise<string>((done, fail) => {
          worker.onmessage = ({ data: { json, error } }) => (json ? done(json) : error && fail(new Error(error.message)));
          worker.postMessage({ files: [file], options: { backend: 'wasm', ...(labelled ? { labels: [labels], classes } : {}) } });
        }).finally(() => worker.terminate());
      },
      { labelled, classes },
    );
    expect(`${there}\n`).toBe(printed(folder.path('.'), [name, ...(labelled ? ['--labels', 'l.npy', '--classes', classes.join(',')] : [])]));
  });
});

test('a bad line has its place, a message stops the work, and nothing went wrong unseen', async () => {
  const head = 'id,label,p_a,p_b\n';
  // 24 MB: several ranges.
  const body = '1,a,0.25,0.75\n'.repeat(1_750_000);
  const [bad, stopped] = await page.evaluate(
    async ({ head, body }) => {
      const ask = (text: string, stopAfter: number) => {
        const worker = scorer();
        let heard = 0;
        return new Promise<Record<string, unknown>>((done) => {
          worker.onmessage = ({ data: { json, error, progress } }) => {
            if (progress && ++heard === stopAfter) worker.postMessage({ stop: true });
            if (json || error) done({ heard, ...(error ?? {}) });
          };
          worker.postMessage({ files: [new File([text], 'big.csv')], options: { backend: 'wasm' } });
        }).finally(() => worker.terminate());
      };
      return [await ask(`${head}${body}1,a,0.25,x\n`, 0), await ask(`${head}${body}`, 2)];
    },
    { head, body },
  );
  expect(bad).toMatchObject({ name: 'FairbitsError', code: 'value', file: 'big.csv', line: 1_750_002, column: 'p_b', found: 'x' });
  expect(stopped).toMatchObject({ name: 'AbortError' });
  expect(stopped.heard).toBeLessThan(12);
  expect(errors).toEqual([]);
});
