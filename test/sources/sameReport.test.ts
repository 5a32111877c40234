import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bool, CompressionType, dictionary, float32, float64, int32, int64, utf8 } from '@uwdata/flechette';
import type { Report } from 'fairbits';
import { scoreFiles } from 'fairbits/node';
import { blobAccess, gzippedBlobAccess, openNpy, openTable, scoreTables } from 'fairbits/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrow, BINARY, type Codec, FORECASTERS, Folder, ndjson, npy, parquet, readColumns, sameReport } from './fixtures.js';

const folder = new Folder();
afterAll(() => folder.remove());

const THREE = ['home', 'draw', 'away'];

/** The estimates of some columns, row by row. */
function matrix(columns: Record<string, (string | number)[]>, names: string[]): Float64Array {
  const rows = columns[names[0]].length;
  return Float64Array.from({ length: rows * names.length }, (_, i) => columns[names[i % names.length]][Math.floor(i / names.length)] as number);
}

// Two are enough: what a format can do wrong does not depend on how well someone forecasts.
describe.each(FORECASTERS.slice(0, 2))('%s', (csv) => {
  const columns = readColumns(csv);
  const probabilities = matrix(
    columns,
    THREE.map((name) => `p_${name}`),
  );
  const labels = Uint8Array.from(columns.label, (name) => THREE.indexOf(name as string));
  let wanted: Report;
  beforeAll(async () => {
    wanted = (await scoreFiles([csv])).report;
    expect(wanted.rows).toBe(2000);
  });
  const same = async (name: string, content: string | Uint8Array | ArrayBuffer) => sameReport((await scoreFiles([folder.write(name, content)])).report, wanted);

  it('as TSV', () => same('a.tsv', readFileSync(csv, 'utf8').replaceAll(',', '\t')));
  it('as NDJSON', () => same('a.ndjson', ndjson(columns)));
  it('as NDJSON, without a last newline, with empty lines and a mark of byte order', () =>
    same('a.jsonl', `\ufeff${ndjson(columns).replaceAll('}\n', '}\r\n\n').trim()}`));
  it('as gzipped NDJSON', () => same('a.ndjson.gz', gzipSync(ndjson(columns))));
  it.each<Codec>(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4_RAW'])('as Parquet, %s', async (codec) => {
    await same('a.parquet', parquet(columns, { codec, nullable: true }));
    await same('a.parquet', parquet(columns, { codec, nullable: false, rowGroupSize: 5000 }));
    await same('a.parquet', parquet(columns, { codec, pageSize: 512, rowGroupSize: 1500 }));
  });
  it.each(['file', 'stream'] as const)('as an Arrow %s', async (format) => {
    await same('a.arrow', arrow(columns, { format, types: { label: utf8() } }));
    await same('a.feather', arrow(columns, { format, maxBatchRows: 2000 }));
    await same('a.ipc', arrow(columns, { format, types: { label: dictionary(utf8()) } }));
  });
  it.each([CompressionType.LZ4_FRAME, CompressionType.ZSTD])('as Arrow with bodies compressed by codec %i', (codec) =>
    same('a.arrow', arrow(columns, { codec, types: { label: utf8() } })),
  );
  it.each([
    ['|u1', Uint8Array],
    ['<u2', Uint16Array],
    ['<u4', Uint32Array],
    ['|i1', Int8Array],
    ['<i2', Int16Array],
    ['<i4', Int32Array],
  ] as const)('as NPY with labels %s', async (descr, Kind) => {
    const options = { labels: [folder.write('labels.npy', npy(Kind.from(labels), descr, [2000]))], classes: THREE };
    sameReport((await scoreFiles([folder.write('p.npy', npy(probabilities, '<f8', [2000, 3]))], options)).report, wanted);
  });
  it('as NPY with 64-bit labels, big-endian, by columns, gzipped', async () => {
    const options = { labels: [folder.write('labels.npy', npy(BigInt64Array.from(labels, BigInt), '<i8', [2000]))], classes: THREE };
    const byColumns = Float64Array.from({ length: 6000 }, (_, i) => probabilities[(i % 2000) * 3 + Math.floor(i / 2000)]);
    const turned = probabilities.slice();
    const view = new DataView(turned.buffer);
    probabilities.forEach((p, i) => {
      view.setFloat64(8 * i, p, false);
    });
    const files = {
      'f.npy': npy(byColumns, '<f8', [2000, 3], true),
      'b.npy': npy(turned, '>f8', [2000, 3]),
      'g.npy.gz': gzipSync(npy(probabilities, '<f8', [2000, 3])),
    };
    for (const [name, content] of Object.entries(files)) sameReport((await scoreFiles([folder.write(name, content)], options)).report, wanted);
  });
  it('through a Blob as through a file', async () => {
    const blobs = [
      ['parquet', parquet(columns, { codec: 'SNAPPY' })],
      ['arrow', arrow(columns)],
      ['ndjson', new TextEncoder().encode(ndjson(columns))],
    ] as const;
    for (const [format, content] of blobs) {
      const source = await openTable(format, blobAccess(new Blob([content as Uint8Array<ArrayBuffer>]), `a.${format}`));
      const { report, guesses } = await scoreTables([source]);
      sameReport(report, wanted);
      sameReport(report, (await scoreFiles([folder.write(`b.${format}`, content)])).report, 0);
      // Which column is what, and which are passed over.
      expect(guesses).toHaveLength(3);
    }
    const zipped = await gzippedBlobAccess(new Blob([gzipSync(npy(probabilities, '<f8', [2000, 3]))]));
    const source = await openNpy(zipped, blobAccess(new Blob([npy(labels, '|u1', [2000]) as Uint8Array<ArrayBuffer>])), { classes: THREE });
    sameReport((await scoreTables([source])).report, wanted);
  });
});

describe('several files', () => {
  it('are one test set, also of different formats, and with columns in another order', async () => {
    const wanted = await scoreFiles(FORECASTERS);
    const [a, b, c, d] = FORECASTERS.map(readColumns);
    const { label, ...rest } = c;
    const turned = Object.fromEntries(Object.entries({ ...rest, label }).reverse());
    const files = [
      folder.write('1.parquet', parquet(a)),
      folder.write('2.arrow', arrow(b)),
      folder.write('3.ndjson', ndjson(turned)),
      folder.write('4.parquet', parquet(d)),
    ];
    const { report } = await scoreFiles(files);
    expect(report.rows).toBe(8000);
    sameReport(report, wanted.report);
  });

  it('of NPY have labels each', async () => {
    const files = FORECASTERS.slice(0, 2).map(readColumns);
    const names = THREE.map((name) => `p_${name}`);
    const estimates = files.map((columns, i) => folder.write(`p${i}.npy`, npy(matrix(columns, names), '<f8', [2000, 3])));
    const labels = files.map(({ label }, i) =>
      folder.write(
        `l${i}.npy`,
        npy(
          Uint8Array.from(label, (name) => THREE.indexOf(name as string)),
          '|u1',
          [2000],
        ),
      ),
    );
    sameReport((await scoreFiles(estimates, { labels, classes: THREE })).report, (await scoreFiles(FORECASTERS.slice(0, 2))).report);
  });
});

describe('two classes', () => {
  const columns = readColumns(BINARY);
  const { label, p_yes } = columns;
  const one = { label, p_yes };

  it('have the same report in every format', async () => {
    const wanted = (await scoreFiles([BINARY], { prior: 'uniform' })).report;
    expect(wanted.lemma1).toBeDefined();
    for (const file of [folder.write('2.parquet', parquet(columns)), folder.write('2.arrow', arrow(columns)), folder.write('2.ndjson', ndjson(columns))])
      sameReport((await scoreFiles([file], { prior: 'uniform' })).report, wanted);
  });

  it('may have a single column of estimates', async () => {
    const csv = folder.write('1.csv', `label,p_yes\n${label.map((name, i) => `${name},${p_yes[i]}\n`).join('')}`);
    const wanted = (await scoreFiles([csv], { positive: 'yes' })).report;
    for (const file of [folder.write('1.parquet', parquet(one)), folder.write('1.arrow', arrow(one)), folder.write('1.ndjson', ndjson(one))])
      sameReport((await scoreFiles([file], { positive: 'yes' })).report, wanted);
    const estimates = Float64Array.from(p_yes as number[]);
    const labels = folder.write(
      '1l.npy',
      npy(
        Uint8Array.from(label, (name) => (name === 'yes' ? 1 : 0)),
        '|b1',
        [label.length],
      ),
    );
    for (const shape of [[label.length], [label.length, 1]]) {
      const file = folder.write('1.npy', npy(estimates, '<f8', shape));
      sameReport((await scoreFiles([file], { labels: [labels], classes: ['no', 'yes'] })).report, wanted);
      sameReport((await scoreFiles([file], { labels: [labels], classes: ['no', 'yes'], positive: 'yes' })).report, wanted);
    }
    const turned = npy(
      estimates.map((p) => 1 - p),
      '<f8',
      [label.length],
    );
    const options = { labels: [labels], classes: ['no', 'yes'], positive: 'no', prior: 'uniform' } as const;
    const { report } = await scoreFiles([folder.write('1no.npy', turned)], { ...options, labels: [labels], classes: ['no', 'yes'] });
    expect(report.measures.accuracy.mean).toBeCloseTo(wanted.measures.accuracy.mean as number, 12);
  });

  it('may be whole numbers or booleans', async () => {
    const numbers = { label: label.map((name) => (name === 'yes' ? 1 : 0)), p_0: columns.p_no, p_1: p_yes };
    const csv = folder.write('n.csv', `label,p_0,p_1\n${numbers.label.map((name, i) => `${name},${columns.p_no[i]},${p_yes[i]}\n`).join('')}`);
    const wanted = (await scoreFiles([csv])).report;
    const big = numbers.label.map(BigInt);
    const files = [
      folder.write('n.ndjson', ndjson(numbers)),
      folder.write('n32.parquet', parquet(numbers, { types: { label: 'INT32' } })),
      folder.write('n64.parquet', parquet({ ...numbers, label: big }, { types: { label: 'INT64' }, nullable: false, rowGroupSize: 9999 })),
      folder.write('n64n.parquet', parquet({ ...numbers, label: big }, { types: { label: 'INT64' } })),
      folder.write('nd.parquet', parquet(numbers, { types: { label: 'DOUBLE' } })),
      folder.write('n32.arrow', arrow(numbers, { types: { label: int32() } })),
      folder.write('n64.arrow', arrow({ ...numbers, label: big }, { types: { label: int64() } })),
      folder.write('nd.arrow', arrow(numbers, { types: { label: dictionary(int32()) } })),
    ];
    for (const file of files) sameReport((await scoreFiles([file])).report, wanted);
    const booleans = { label: numbers.label.map((bit) => bit === 1), p_false: columns.p_no, p_true: p_yes };
    for (const file of [
      folder.write('b.ndjson', ndjson(booleans)),
      folder.write('b.parquet', parquet(booleans)),
      folder.write('b.arrow', arrow(booleans, { types: { label: bool() } })),
    ]) {
      const { report } = await scoreFiles([file]);
      expect(report.classes).toEqual(['false', 'true']);
      expect(report.measures.bayesianReward.mean).toBeCloseTo(wanted.measures.bayesianReward.mean as number, 13);
    }
  });

  it('may be predicted by whole numbers, 0 and 1', async () => {
    const sure = { label: ['a', 'b', 'a'], p_a: [1, 0, 1], p_b: [0, 1, 0] };
    const files = [
      folder.write('s.parquet', parquet(sure, { types: { p_a: 'INT32', p_b: 'DOUBLE' } })),
      folder.write('s.arrow', arrow(sure, { types: { p_a: int32(), p_b: float64() } })),
      folder.write('s.ndjson', ndjson(sure)),
    ];
    for (const file of files) expect((await scoreFiles([file])).report.measures.accuracy.mean).toBe(1);
  });
});

describe('single precision', () => {
  const columns = readColumns(FORECASTERS[0]);
  // Off by about 5e-4, which is too far for double precision.
  const off = (name: string) => Float32Array.from(columns[name] as number[], (p) => p * 1.0005);
  const single = { label: columns.label, p_home: off('p_home'), p_draw: off('p_draw'), p_away: off('p_away') };
  const types = { p_home: 'FLOAT', p_draw: 'FLOAT', p_away: 'FLOAT' };
  const doubles = { label: columns.label, p_home: [...single.p_home], p_draw: [...single.p_draw], p_away: [...single.p_away] };

  it('has a wider tolerance, in every format that has it', async () => {
    const wanted = (await scoreFiles([folder.write('d.ndjson', ndjson(doubles))], { tolerance: 1e-3 })).report;
    const arrays = { p_home: float32(), p_draw: float32(), p_away: float32() };
    for (const file of [folder.write('s.parquet', parquet(single, { types })), folder.write('s.arrow', arrow(single, { types: arrays }))])
      sameReport((await scoreFiles([file])).report, wanted);
    const numbers = Float32Array.from(matrix(doubles, ['p_home', 'p_draw', 'p_away']));
    const labels = folder.write(
      's-l.npy',
      npy(
        Uint8Array.from(columns.label, (name) => THREE.indexOf(name as string)),
        '|u1',
        [2000],
      ),
    );
    sameReport((await scoreFiles([folder.write('s.npy', npy(numbers, '<f4', [2000, 3]))], { labels: [labels], classes: THREE })).report, wanted);
  });

  it('keeps to a tolerance that was asked for', async () => {
    await expect(scoreFiles([folder.write('s.parquet', parquet(single, { types }))], { tolerance: 1e-6 })).rejects.toThrow(
      /row 1: the estimates sum to 1\.0005/,
    );
    await expect(scoreFiles([folder.write('d.parquet', parquet(doubles))])).rejects.toThrow(/row 1: the estimates sum to 1\.0005/);
  });
});

describe('options', () => {
  it('a training set of any format gives the prior', async () => {
    const [csv, train] = FORECASTERS;
    const wanted = (await scoreFiles([csv], { prior: { train } })).report;
    const columns = readColumns(train);
    const file = folder.write('test.parquet', parquet(readColumns(csv)));
    const labels = Uint8Array.from(columns.label, (name) => THREE.indexOf(name as string));
    const files = [
      train,
      folder.write('train.parquet', parquet({ label: columns.label })),
      folder.write('train.arrow', arrow({ label: columns.label })),
      folder.write('train.ndjson', ndjson({ label: columns.label })),
      folder.write('train.npy', npy(labels, '|u1', [2000])),
    ];
    for (const each of files) {
      sameReport((await scoreFiles([file], { prior: { train: each } })).report, wanted);
      sameReport((await scoreFiles([csv], { prior: { train: each } })).report, wanted);
    }
    await expect(scoreFiles([file], { prior: { train: files[1], column: 'y' } })).rejects.toThrow(/there is no column "y"/);
  });

  it('cutoffs, renormalizing, rewards, progress and other columns work as for CSV', async () => {
    const [, , csv] = FORECASTERS;
    const file = folder.write('o.parquet', parquet(readColumns(csv)));
    const scored = async (path: string) => {
      let text = '';
      const steps = new Set<string>();
      const { report, skipped } = await scoreFiles([path], {
        truth: 'label',
        probs: 'p_*',
        cutoff: 'mml:4',
        renormalize: true,
        prior: { home: 0.5, draw: 0.25, away: 0.25 },
        rewards: {
          restart() {
            text = '';
          },
          write(more) {
            text += more;
          },
        },
        onProgress: ({ step, bytes, totalBytes }) => {
          expect(bytes).toBeLessThanOrEqual(totalBytes);
          steps.add(step);
        },
      });
      expect(skipped).toBe(0);
      return { report, text, steps: [...steps] };
    };
    const [wanted, found] = [await scored(csv), await scored(file)];
    sameReport(found.report, wanted.report);
    expect(found.text).toBe(wanted.text);
    expect(found.text.split('\n')).toHaveLength(2001);
    expect(found.steps).toEqual(['scoring']);
    expect(found.report.cutoff.changed).toBeGreaterThan(0);
  });
});
