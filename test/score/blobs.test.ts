import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { FairbitsError } from 'fairbits';
import { type BlobOptions, scoreFiles, scoreJson } from 'fairbits/files';
import { type ScoreOptions, scoreFiles as scorePaths } from 'fairbits/node';
import { afterAll, describe, expect, it } from 'vitest';
import { libraryWords } from '../../dist/base/libraryWords.js';
import { gzippedStreamAccess } from '../../dist/rows/bytes/blobAccess.js';
import { arrow, BINARY, FORECASTERS, Folder, ndjson, npy, parquet, readColumns } from '../sources/fixtures.js';
import { closeStructure } from '../support/compare.js';
import { fairbits } from './cli.js';

const folder = new Folder();
afterAll(() => folder.remove());

/** A file on disk, as a page would be given it; its name is the path, so that the reports agree in all. */
function dropped(path: string): File {
  return new File([readFileSync(path)], path);
}

async function both(paths: string[], options: Omit<ScoreOptions, 'prior' | 'labels'> & { prior?: BlobOptions['prior'] } = {}): Promise<string> {
  const { threads: _, labels: __, ...rest } = options as ScoreOptions;
  const here = JSON.stringify(scoreJson(await scoreFiles(paths.map(dropped), rest as BlobOptions)));
  expect(here).toBe(JSON.stringify(scoreJson(await scorePaths(paths, options as ScoreOptions))));
  return here;
}

const text = readFileSync(FORECASTERS[0], 'utf8');
const columns = readColumns(FORECASTERS[0]);
const CLASSES = ['home', 'draw', 'away'];
const probabilities = Float64Array.from({ length: 6000 }, (_, i) => columns[`p_${CLASSES[i % 3]}`][Math.floor(i / 3)] as number);
const labels = Uint8Array.from(columns.label as string[], (name) => CLASSES.indexOf(name));

describe('a File gives the JSON of the command line, bit for bit', () => {
  const contents: Record<string, string | Uint8Array | ArrayBuffer> = {
    'a.csv': text,
    'a.tsv': text.replaceAll(',', '\t'),
    'bom-crlf.csv': `\ufeff${text.replaceAll('\n', '\r\n')}`,
    'quoted.csv': text.replaceAll(/\n(\d+),/g, '\n"$1\n,",'),
    'comments.csv': `# made up\n${text.replace('\n', '\n# more\n')}`,
    'a.csv.gz': gzipSync(text),
    'a.ndjson': ndjson(columns),
    'a.ndjson.gz': gzipSync(ndjson(columns)),
    'a.parquet': parquet(columns, { codec: 'SNAPPY' }),
    'a.parquet.gz': gzipSync(new Uint8Array(parquet(columns))),
    'a.arrow': arrow(columns),
    'a.feather': arrow(columns, { format: 'stream' }),
  };
  it.each(Object.keys(contents))('%s', async (name) => {
    const path = folder.write(name, contents[name]);
    const { status, stdout, stderr } = fairbits(['score', path, '--json']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(`${JSON.stringify(scoreJson(await scoreFiles([dropped(path)])), null, 2)}\n`).toBe(libraryWords(stdout));
  });

  it.each(['', '.gz'])('estimates and labels as .npy%s', async (ending) => {
    const pack = (bytes: Uint8Array) => (ending ? gzipSync(bytes) : bytes);
    const p = folder.write(`p.npy${ending}`, pack(npy(probabilities, '<f8', [2000, 3])));
    const l = folder.write(`l.npy${ending}`, pack(npy(labels, '|u1', [2000])));
    const { stdout } = fairbits(['score', p, '--labels', l, '--classes', CLASSES.join(','), '--json']);
    const scored = await scoreFiles([dropped(p)], { labels: [dropped(l)], classes: CLASSES });
    expect(`${JSON.stringify(scoreJson(scored), null, 2)}\n`).toBe(stdout);
  });

  it('a Blob without a name, and a gzipped one, by the first bytes', async () => {
    const { files, ...rest } = JSON.parse(JSON.stringify(scoreJson(await scoreFiles([dropped(FORECASTERS[0])]))));
    for (const bytes of [text, gzipSync(text)]) {
      const found = JSON.parse(JSON.stringify(scoreJson(await scoreFiles([new Blob([bytes])]))));
      expect(found).toEqual({ ...rest, files: ['the file'] });
    }
  });

  it('several files, in ranges of any size', async () => {
    for (const rangeBytes of [1009, 7001, 2 ** 20]) await both(FORECASTERS, { rangeBytes });
    const quoted = folder.write('quotes.csv', text.replaceAll(/\n(\d+),/g, '\n"$1\n,",'));
    for (const rangeBytes of [1009, 7001]) await both([quoted], { rangeBytes });
  });

  it('several files of different formats', async () => {
    const others = [parquet(columns), ndjson(columns), arrow(columns)].map((content, i) => folder.write(`mixed.${['parquet', 'ndjson', 'arrow'][i]}`, content));
    const { files: _, ...mixed } = JSON.parse(await both([FORECASTERS[0], ...others]));
    const { files: __, ...wanted } = JSON.parse(await both([FORECASTERS[0], FORECASTERS[0], FORECASTERS[0], FORECASTERS[0]]));
    expect(mixed.rows).toBe(8000);
    closeStructure(mixed, wanted, 1e-12, 'report');
  });

  it('on either backend', async () => {
    for (const backend of ['wasm', 'plain'] as const) expect(JSON.parse(await both([FORECASTERS[1]], { backend, rangeBytes: 5003 })).backend).toBe(backend);
  });
});

describe('options do what they do on the command line', () => {
  const off = text.replace(/(\n1,.*),[\d.e-]+\n/, '$1,0.9\n').replace(/(\n5,.*),[\d.e-]+\n/, '$1,oops\n');
  it.each<[string, string, Parameters<typeof both>[1]]>([
    ['prior', text, { prior: 'uniform' }],
    ['prior by class', text, { prior: { home: 0.5, draw: 0.2, away: 0.3 } }],
    ['cutoff', text, { cutoff: 'mml:50' }],
    ['confidence', text, { confidence: 0.5 }],
    ['truth and probs', text.replace('label', 'what').replaceAll('p_', 'q_'), { truth: 'what', probs: 'q_*' }],
    ['skipBad', off, { skipBad: true }],
    ['renormalize', off.replace('oops', '0.5'), { renormalize: true }],
    ['tolerance', off.replace('oops', '0.5'), { tolerance: 1, cutoff: 'epsilon:0.01' }],
  ])('%s', async (_, content, options) => {
    const path = folder.write('options.csv', content);
    const changed = await both([path], options);
    if (content === text) expect(changed).not.toBe(await both([path]));
  });

  it('skipped rows are counted, and named by their lines', async () => {
    const { skipped, warnings } = JSON.parse(await both([folder.write('skip.csv', off)], { skipBad: true, rangeBytes: 3001 }));
    expect(skipped).toBe(2);
    expect(warnings[0]).toMatch(/skip\.csv:\d+: .*skip\.csv:\d+: column "p_\w+" holds "oops"/);
  });

  it('one column of P(positive)', async () => {
    const [name] = readFileSync(BINARY, 'utf8')
      .split('\n')[0]
      .split(',')
      .filter((each) => each.startsWith('p_'));
    await both([BINARY], { probs: name, positive: name.slice(2) });
  });

  it('a training file of any format is a File, too', async () => {
    for (const [name, content] of [
      ['train.csv', text],
      ['train.csv.gz', gzipSync(text)],
      ['train.ndjson', ndjson(columns)],
    ] as const) {
      const train = folder.write(name, content);
      const here = scoreJson(await scoreFiles([dropped(FORECASTERS[2])], { prior: { train: dropped(train), column: 'label' } }));
      expect(here.prior.source).toBe('train');
      expect(JSON.stringify(here)).toBe(JSON.stringify(scoreJson(await scorePaths([FORECASTERS[2]], { prior: { train, column: 'label' } }))));
    }
  });

  it('one line per instance', async () => {
    const collect = (lines: string[] = []) => ({
      rewards: {
        restart: () => lines.splice(0),
        write: (more: string) => lines.push(more),
      } as unknown as NonNullable<ScoreOptions['rewards']>,
      all: () => lines.join(''),
    });
    const [a, b] = [collect(), collect()];
    await scoreFiles([dropped(FORECASTERS[0])], { rewards: a.rewards, rangeBytes: 7001 });
    await scorePaths([FORECASTERS[0]], { rewards: b.rewards, rangeBytes: 7001 });
    expect(a.all().split('\n')).toHaveLength(2001);
    expect(a.all()).toBe(b.all());
  });
});

describe('errors are those of the command line, place and all', () => {
  const head = 'id,label,p_a,p_b,p_c\n';
  const good = '1,a,0.5,0.3,0.2\n2,b,0.2,0.5,0.3\n';
  it.each<[string, string | Uint8Array]>([
    ['empty', ''],
    ['header only', head],
    ['missing column', `id,lab,p_a,p_b\n${good}`],
    ['ragged', `${head}${good}3,c,0.1\n`],
    ['a word', `${head}${good.repeat(400)}3,c,0.1,oops,0.8\n`],
    ['infinite', `${head}${good}3,c,0.1,1e999,0.8\n`],
    ['above one', `${head}${good.repeat(400)}3,c,10,10,80\n`],
    ['a sum', `${head}${good}3,c,0.1,0.3,0.8\n`],
    ['class', `${head}${good}3,d,0.1,0.1,0.8\n`],
    ['an open quote', `${head}${good}3,"c,0.1,0.1,0.8\n`],
    ['a newline in quotes, then a word', `${head}"1\n",a,0.5,0.3,0.2\n${good.repeat(40)}3,c,0.1,oops,0.8\n`],
    ['NUL', `${head}${good}3,c,0.1,0\u0000.1,0.8\n`],
    ['UTF-16', Buffer.from(`\ufeff${head}${good}`, 'utf16le')],
    ['a long line', `${head}1,"${'x'.repeat(2 ** 25)}",0.5,0.3,0.2\n`],
  ])('%s', async (name, content) => {
    const path = folder.write(`${name}.csv`, content);
    for (const options of [{}, { rangeBytes: name === 'a long line' ? 2 ** 20 : 101 }, { prior: 'uniform' }] as const) {
      const [here, there] = await Promise.all(
        [scoreFiles([dropped(path)], options), scorePaths([path], options)].map((promise) =>
          promise.then(
            () => expect.fail('no error'),
            (error) => error,
          ),
        ),
      );
      expect(here).toBeInstanceOf(FairbitsError);
      // A page has words of its own for options; code has those of the library.
      expect({ ...here, message: libraryWords(here.message) }).toEqual({ ...there, message: there.message });
    }
  });

  it('in a gzipped file they name it, and the line', async () => {
    const path = folder.write('bad.csv.gz', gzipSync(`${head}${good}3,c,0.1,oops,0.8\n`));
    for (const promise of [scoreFiles([dropped(path)]), scorePaths([path])]) {
      await expect(promise).rejects.toMatchObject({ file: path, line: 4, column: 'p_b', found: 'oops', message: expect.stringContaining(`${path}:4: `) });
    }
  });

  it('gzip cut short, or none', async () => {
    const whole = gzipSync(head + good.repeat(1000));
    for (const [name, bytes] of [
      ['short.csv.gz', whole.subarray(0, whole.length - 20)],
      ['none.csv.gz', Buffer.from(head + good)],
    ] as const)
      await expect(scoreFiles([new File([bytes], name)])).rejects.toMatchObject({
        code: 'file',
        file: name,
        message: expect.stringContaining('cannot be unpacked'),
      });
  });

  it('what is no file, none at all, and options of another format', async () => {
    await expect(scoreFiles(['a.csv' as never])).rejects.toMatchObject({ code: 'type' });
    await expect(scoreFiles([])).rejects.toMatchObject({ code: 'file' });
    await expect(scoreFiles([dropped(FORECASTERS[0])], { labels: [new File([npy(labels, '|u1', [2000]).slice()], 'l.npy')] })).rejects.toMatchObject({
      code: 'option',
      message: expect.stringMatching(/^labels is for \.npy files: /),
    });
    const other = [dropped(FORECASTERS[0]), new File(['{"label":"a","p_a":0.5,"p_b":0.5}\n'], 'a.ndjson')];
    await expect(scoreFiles(other)).rejects.toMatchObject({
      code: 'columns',
      message: `a.ndjson: the classes a, b are not those of ${FORECASTERS[0]} (home, draw, away)`,
    });
    const gone = Object.assign(new Blob(['x'.repeat(100)]), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('It could not be found.', 'NotFoundError')) }),
    });
    await expect(scoreFiles([gone as unknown as Blob])).rejects.toMatchObject({ code: 'file', message: expect.stringMatching(/cannot be read.*changed/) });
  });
});

describe('while it runs', () => {
  const table = new File([parquet(columns, { rowGroupSize: 700 })], 'a.parquet');
  it.each([
    ['CSV', dropped(FORECASTERS[0])],
    ['a table', table],
  ])('%s: progress goes up to the end', async (_, file) => {
    const heard: { step: string; bytes: number; totalBytes: number; rows: number }[] = [];
    await scoreFiles([file], { rangeBytes: 7001, onProgress: (progress) => heard.push(progress) });
    expect(heard.every(({ step }) => step === 'scoring')).toBe(true);
    expect(heard.map(({ bytes }) => bytes)).toEqual(heard.map(({ bytes }) => bytes).sort((a, b) => a - b));
    expect(heard.at(-1)).toMatchObject({ bytes: heard[0].totalBytes, rows: 2000 });
  });

  it('a signal stops it, with its reason', async () => {
    for (const score of [
      (options: BlobOptions) => scoreFiles([dropped(FORECASTERS[0])], options),
      (options: BlobOptions) => scoreFiles([table], options),
      (options: BlobOptions) => scoreFiles([new File([gzipSync(text)], 'a.csv.gz')], options),
      (options: BlobOptions) => scorePaths([FORECASTERS[0]], { ...options, threads: 2 } as unknown as ScoreOptions),
    ]) {
      const control = new AbortController();
      let after = 0;
      const reason = new Error('enough');
      const promise = score({
        rangeBytes: 1009,
        signal: control.signal,
        onProgress: (progress) => {
          if (control.signal.aborted) after++;
          if (progress.step === 'scoring' && !control.signal.aborted) control.abort(reason);
        },
      });
      await expect(promise).rejects.toBe(reason);
      expect(after).toBe(0);
    }
    await expect(scoreFiles([dropped(FORECASTERS[0])], { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a gzipped file too large to keep', () => {
  it('gives the bytes from any place on, on every way through', async () => {
    const bytes = Uint8Array.from({ length: 5_000_000 }, (_, i) => (Math.imul(i, 2654435761) >>> 24) & 63);
    const access = await gzippedStreamAccess(new Blob([gzipSync(bytes)]), 'a.gz', undefined, 1000);
    expect(access.size).toBe(bytes.length);
    for (const [from, to] of [
      [0, 10],
      [0, 3_000_000],
      [1_000_001, 3_500_000],
      [3_499_999, 5_000_000],
      [17, 17],
      [5, 1_000],
      [4_999_999, 5_000_000],
    ])
      expect(Buffer.from(await access.slice(from, to)).equals(bytes.subarray(from, to))).toBe(true);
    access.close();
  });

  it('is scored to the same bits', async () => {
    // Long rows: 80 MB without many numbers to read.
    const [first, ...rows] = text.trim().split('\n');
    const wide = [`${first},note`, ...rows.map((row, i) => `${row},${String.fromCharCode(97 + (i % 26)).repeat(40_000)}`)].join('\n');
    const path = folder.write('wide.csv.gz', gzipSync(wide, { level: 1 }));
    await both([path]);
  });
});

describe('the entry point', () => {
  it('needs nothing of Node, in whatever it may load', () => {
    const seen = new Set<string>();
    const walk = (url: URL): void => {
      if (seen.has(url.href)) return;
      seen.add(url.href);
      // Examples in comments may.
      const code = readFileSync(url, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      for (const [, name] of code.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
        expect(name).not.toMatch(/^node:|^(?:fs|os|path|zlib|worker_threads)$/);
        if (name.startsWith('.')) walk(new URL(name, url));
      }
    };
    walk(new URL('../../dist/files.js', import.meta.url));
    const names = [...seen].map((href) => href.split('/').at(-1));
    expect(names).toEqual(expect.arrayContaining(['parquetTable.js', 'npyTable.js', 'arrowTable.js', 'ndjsonTable.js', 'csvTable.js']));
  });

  it('still has its former name', async () => {
    expect(Object.keys(await import('fairbits/tables')).sort()).toEqual(Object.keys(await import('fairbits/files')).sort());
  });
});
