import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { klOfFiles, regressFiles, rulesOfFiles } from 'fairbits/node';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libraryWords } from '../../dist/base/libraryWords.js';
import { arrow, FORECASTERS, Folder, ndjson, npy, parquet, readColumns } from '../sources/fixtures.js';
import { ranAlready } from '../support/ranAlready.js';
import { withoutProgress } from '../support/withoutProgress.js';
import { openBrowser, serve } from './browser.js';

const inNode = { klOfFiles, regressFiles, rulesOfFiles };

/** The entry point as a bundler makes it, and a worker that scores what it is sent: how a page would use it. */
const bundle = mkdtempSync('build/page-');
const folder = new Folder();
const address = `/${relative('.', bundle)}/files.js`;
const PAGE = `<!doctype html><meta charset="utf-8"><title>fairbits</title>
<input type="file" multiple>
<script type="module">
  import { klOfFiles, regressFiles, rulesOfFiles, scoreFiles, scoreJson } from '${address}';
  window.others = { klOfFiles, regressFiles, rulesOfFiles };
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
declare const others: Record<string, (files: File[], options: object) => Promise<unknown>>;
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
  expect(withoutProgress(stderr)).toBe('');
  expect(status).toBe(0);
  // Guesses name options: the library has its own words for them.
  return libraryWords(stdout);
}

/** Gives the page's file input files, as a person would. */
async function choose(paths: string[]): Promise<void> {
  await page.setInputFiles('input', paths);
}

// The page and the command are both told to take wasm.
describe.skipIf(ranAlready)('a page gives the JSON of the command line, bit for bit', () => {
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

describe('sets, numbers and true probabilities: what the library gives in Node, bit for bit', () => {
  const columns = readColumns(FORECASTERS[0]);
  const classes = ['home', 'draw', 'away'];
  const said = columns.label.map((own, r) => classes.filter((name, i) => (r * 7 + i * 3) % 5 < (name === own ? 4 : 2)).join('|'));
  const known = Object.fromEntries(classes.map((name) => [`t_${name}`, columns[`p_${name}`].map((p) => (1 / 3 + Number(p)) / 2)]));
  const all = { ...columns, ...known, said, actual: columns.p_home, predicted: columns.p_draw };
  const files = {
    'sets.ndjson': ndjson(all),
    'sets.ndjson.gz': gzipSync(ndjson({ ...all, said: said.map((set) => (set === '' ? [] : set.split('|'))) })),
    'sets.parquet': parquet(all, { codec: 'SNAPPY' }),
    'sets.arrow': arrow(all),
    'sets.csv': [Object.keys(all), ...said.map((_, r) => Object.values(all).map((column) => column[r]))].map((row) => `${row.join(',')}\n`).join(''),
  };
  const asked = [
    ['rulesOfFiles', { truth: 'label', predicted: 'said', classes }],
    ['rulesOfFiles', { predictSet: 'prior' }],
    ['regressFiles', { actual: 'actual', predicted: 'predicted', replicates: 100 }],
    ['klOfFiles', { trueProbs: 't_*' }],
  ] as const;

  test.each(Object.keys(files) as (keyof typeof files)[])('%s', async (name) => {
    const path = folder.write(name, files[name]);
    await choose([path]);
    for (const [what, options] of asked) {
      const there = await page.evaluate(
        async ({ what, options }) => JSON.stringify(await others[what]([...(document.querySelector('input')?.files ?? [])], options)),
        { what, options },
      );
      const { file: _, files: __, ...got } = JSON.parse(there);
      const { file: ___, files: ____, ...want } = JSON.parse(JSON.stringify(await inNode[what]([path], options as never)));
      expect(Object.keys(want).length).toBeGreaterThan(4);
      expect(got, what).toEqual(want);
    }
  });

  test('a bad row has its place', async () => {
    const error = await page.evaluate(async () => {
      const text = '# a comment\n\nlabel,said\n\nx,a|b\n# another\n\nx,b|x|b\n';
      try {
        await others.rulesOfFiles([new File([text], 'bad.csv')], { predicted: 'said', classes: ['a', 'b', 'x'] });
      } catch (error) {
        const { name, message, line, column } = error as Error & { line: number; column: string };
        return { name, message, line, column };
      }
      return undefined;
    });
    expect(error).toMatchObject({ name: 'FairbitsError', line: 8, column: 'said' });
  });
});

test.skipIf(ranAlready)('a bad line has its place, a message stops the work, and nothing went wrong unseen', async () => {
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
