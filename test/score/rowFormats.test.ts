import { openAsBlob, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { list as listOf, utf8 } from '@uwdata/flechette';
import { klOfFiles as klOfBlobs, regressFiles as regressBlobs, rulesOfFiles as rulesOfBlobs } from 'fairbits/files';
import { klOfFiles, regressFiles, rulesOfFiles } from 'fairbits/node';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { arrow, type Columns, ndjson, npy, parquet } from '../sources/fixtures.js';
import { close } from '../support/compare.js';
import { rejected } from '../support/error.js';
import { distribution, random } from '../support/random.js';
import { fairbits, folder, json, write } from './cli.js';

const bytes = (content: string | Uint8Array | ArrayBuffer) => (content instanceof ArrayBuffer ? new Uint8Array(content) : content);

function csv(columns: Columns, delimiter = ','): string {
  const names = Object.keys(columns);
  const rows = Array.from(columns[names[0]], (_, r) => names.map((name) => columns[name][r] ?? '').join(delimiter));
  return `${[names.join(delimiter), ...rows].join('\n')}\n`;
}

/** The same columns in every format that has such. */
function everywhere(name: string, columns: Columns): string[] {
  const files: Record<string, string | Uint8Array | ArrayBuffer> = {
    'x.csv': csv(columns),
    'x.tsv': csv(columns, '\t'),
    'x.ndjson': ndjson(columns),
    'x.parquet': parquet(columns, { codec: 'SNAPPY' }),
    'x.arrow': arrow(columns),
  };
  for (const [ending, content] of Object.entries(files)) files[`${ending}.gz`] = gzipSync(bytes(content));
  return Object.entries(files).map(([ending, content]) => write(ending.replace('x', name), bytes(content)));
}

/** Every number within 1e-13; what says where it came from left out. */
function same(actual: object, wanted: object): void {
  compare(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(wanted)), '');

  function compare(a: unknown, b: unknown, path: string): void {
    if (typeof b === 'number') close(a as number, b, 1e-13, path);
    else if (typeof b === 'object' && b !== null && typeof a === 'object' && a !== null) {
      expect(Object.keys(a).sort(), path).toEqual(Object.keys(b).sort());
      for (const key of Object.keys(b))
        if (key !== 'file' && key !== 'files') compare((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`);
    } else expect(a, path).toBe(b);
  }
}

/** Where a row of a file without a header is: the line of a text, else the row. */
const place = (name: string, row: number) => (name.endsWith('.ndjson') ? `${folder}/${name}:${row}: ` : `${folder}/${name}: row ${row}: `);

async function blob(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path));
}

const rows = 2500;
const next = random(3);
const classes = ['a', 'b', 'c', 'd'];
const truth = Array.from({ length: rows }, () => classes[Math.floor(4 * next() ** 2)]);
const lists = Array.from(truth, (own) => classes.filter((name) => next() < (name === own ? 0.7 : 0.25)));
const sets = lists.map((list) => list.join('|'));

describe('sets, in every format', () => {
  const options = { truth: 'truth', predicted: 'said', classes };
  const files = everywhere('sets', { id: truth.map((_, r) => r), truth, said: sets });

  it('the same figures, from disk and from a File', async () => {
    const [first] = files;
    const want = await rulesOfFiles([first], options);
    expect(want.rows).toBe(rows);
    expect(want.unclassified).toBeGreaterThan(100);
    for (const file of files) {
      const got = await rulesOfFiles([file], options);
      same(got, want);
      expect([got.file, got.files]).toEqual([file, [file]]);
      same(await rulesOfBlobs([await blob(file)], options), want);
    }
  });

  it('as lists, and null for nothing', async () => {
    const want = await rulesOfFiles([files[0]], options);
    const listed: [string, string | Uint8Array | ArrayBuffer][] = [
      ['lists.ndjson', ndjson({ truth, said: lists })],
      ['nulls.ndjson', ndjson({ truth, said: sets.map((set) => (set === '' ? null : set)) })],
      ['mixed.ndjson', ndjson({ truth, said: lists.map((list, r) => (r % 3 === 0 ? list : r % 3 === 1 ? sets[r] : list.length === 0 ? null : list)) })],
      ['lists.arrow', arrow({ truth, said: lists }, { types: { said: listOf(utf8()) } })],
      ['nulls.arrow', arrow({ truth, said: lists.map((list) => (list.length === 0 ? null : list)) }, { types: { said: listOf(utf8()) } })],
      ['nulls.parquet', parquet({ truth, said: sets.map((set) => (set === '' ? null : set)) })],
      ['lists.parquet', listParquet(lists)],
      ['null-lists.parquet', listParquet(lists.map((list) => (list.length === 0 ? null : list)))],
    ];
    for (const [name, content] of listed) same(await rulesOfFiles([write(name, bytes(content))], options), want);
  });

  it('from numbers that are classes', async () => {
    const numbered = Array.from(truth, (name) => classes.indexOf(name));
    const own = { truth: 'truth', predicted: 'said', classes: ['0', '1', '2', '3'] };
    const want = await rulesOfFiles([write('n.csv', csv({ truth: numbered, said: numbered.map((i) => (i + 1) % 4) }))], own);
    for (const content of [
      ndjson({ truth: numbered, said: numbered.map((i) => [(i + 1) % 4]) }),
      ndjson({ truth: numbered, said: numbered.map((i) => (i + 1) % 4) }),
      parquet({ truth: numbered, said: numbered.map((i) => (i + 1) % 4) }, { types: { truth: 'INT32', said: 'INT32' } }),
    ])
      same(await rulesOfFiles([write(typeof content === 'string' ? 'n.ndjson' : 'n.parquet', bytes(content))], own), want);
  });

  it('several files in their order, of different formats, and a glob', async () => {
    const want = await rulesOfFiles([files[0]], options);
    const cut = (from: number, to: number) => ({ truth: truth.slice(from, to), said: sets.slice(from, to) });
    const parts = [
      write('part-1.csv', csv(cut(0, 900))),
      write('part-2.parquet', bytes(parquet(cut(900, 1300)))),
      write('part-3.ndjson', ndjson(cut(1300, 1301))),
      write('part-4.arrow', arrow(cut(1301, rows))),
    ];
    same(await rulesOfFiles(parts, options), want);
    same(await rulesOfBlobs(await Promise.all(parts.map(blob)), options), want);
    const got = json(['rules', `${folder}/part-*`, '--truth', 'truth', '--predicted', 'said', '--classes', 'a,b,c,d']);
    same(got, want);
    expect([got.file, got.files]).toEqual([`${folder}/part-*`, [`${folder}/part-*`]]);
    const turned = await rulesOfFiles([...parts].reverse(), options);
    expect(turned.frequency).not.toBe(want.frequency);
    expect(turned.laplace).toBe(want.laplace);
  });

  it('standard input', async () => {
    const want = await rulesOfFiles([files[0]], options);
    for (const input of [readFileSync(files[2]), readFileSync(files[3]), readFileSync(files[4])])
      same(json(['rules', '-', '--truth', 'truth', '--predicted', 'said', '--classes', 'a,b,c,d'], { input }), want);
  });

  const head = { truth: ['a', 'b', 'a'] };
  it.each([
    [
      'an unknown class',
      ['a', 'x|b', ''],
      2,
      'column "said" has the class "x": expected classes with | between, or nothing, out of the classes a, b, c, d. Check classes and predicted.',
    ],
    ['a class twice', ['a', 'b', 'a|b|a'], 3, 'column "said": the predicted set holds the class "a" twice: expected each class once. Remove the repeat.'],
    [
      'an empty place',
      ['a', 'b||a', ''],
      2,
      'column "said" has the class "": expected classes with | between, or nothing, out of the classes a, b, c, d. Check classes and predicted.',
    ],
    [
      'more than all classes',
      ['a', 'b', 'a|b|c|d|a|b|c|d'],
      3,
      'column "said": the predicted set holds the class "a" twice: expected each class once. Remove the repeat.',
    ],
  ])('%s: an error with its place', async (_, said, row, message) => {
    for (const [name, content] of [
      ['bad.ndjson', ndjson({ ...head, said })],
      ['bad.ndjson', ndjson({ ...head, said: said.map((set) => (set === '' ? [] : set.split('|'))) })],
      ['bad.parquet', parquet({ ...head, said })],
      ['bad.arrow', arrow({ ...head, said })],
    ] as const) {
      const error = await rejected('class', rulesOfFiles([write(name, bytes(content))], options));
      expect(error.message).toBe(`${place(name, row)}${message}`);
      expect(error).toMatchObject({ column: 'said', line: row });
    }
  });

  it('what is no set, or no class', async () => {
    const text = (row: string) => write('bad.ndjson', `{"truth":"a","said":["a"]}\n\n${row}\n`);
    expect((await rejected('value', rulesOfFiles([text('{"truth":"a","said":{"a":1}}')], options))).message).toMatch(
      /bad\.ndjson:3: column "said" holds \{"a":1\}: expected classes with \| between/,
    );
    expect((await rejected('value', rulesOfFiles([text('{"truth":"a","said":["a",null]}')], options))).message).toMatch(
      /bad\.ndjson:3: column "said" holds \["a",null\]/,
    );
    expect((await rejected('value', rulesOfFiles([text('{"truth":"a"}')], options))).message).toMatch(/bad\.ndjson:3: column "said" holds nothing/);
    expect((await rejected('class', rulesOfFiles([text('{"truth":"a","said":["a|b"]}')], options))).message).toMatch(/has the class "a\|b"/);
    expect((await rejected('class', rulesOfFiles([text('{"truth":"x","said":"a"}')], options))).message).toMatch(
      /column "truth" has the class "x": expected one of/,
    );
    expect((await rejected('format', rulesOfFiles([text('[1]')], options))).message).toMatch(/bad\.ndjson:3: this is \[1\]: expected a JSON object$/);
    const floats = write('floats.arrow', arrow({ truth: ['a'], said: [[0.5]] }));
    expect((await rejected('class', rulesOfFiles([floats], options))).message).toMatch(/has the class "0\.5"/);
    const dates = write('dates.parquet', bytes(parquet({ truth: ['a'], said: [new Date(0)] }, { types: { said: 'TIMESTAMP' } })));
    expect((await rejected('type', rulesOfFiles([dates], options))).message).toMatch(/expected text such as a\|c, or lists of classes.*predicted/);
    expect((await rejected('columns', rulesOfFiles([files[3]], { ...options, predicted: 'sets' }))).message).toMatch(
      /sets\.parquet: there is no column "sets"; the columns are id, truth, said/,
    );
    expect(
      (
        await rejected(
          'format',
          rulesOfFiles([write('none.arrow', arrow({ truth: [] as string[], said: [] as string[] }, { types: { truth: utf8(), said: utf8() } }))], options),
        )
      ).message,
    ).toMatch(/there is no row/);
  });

  it('can be stopped', async () => {
    const control = new AbortController();
    const given = [await blob(files[0]), await blob(files[2])];
    const onProgress = () => control.abort(new Error('enough'));
    await expect(rulesOfBlobs(given, { ...options, signal: control.signal, onProgress })).rejects.toThrow('enough');
    await expect(rulesOfBlobs(given, { ...options, signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });
});

/** A Parquet file whose sets are lists, as most writers make them: a group, repeated, of elements that may be null. */
function listParquet(said: (string[] | null)[]): ArrayBuffer {
  return parquetWriteBuffer({
    columnData: [
      { name: 'truth', data: truth },
      { name: 'said', data: said },
    ],
    schema: [
      { name: 'root', num_children: 2 },
      { name: 'truth', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'said', repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    ],
    rowGroupSize: 700,
  });
}

const estimates = Array.from({ length: rows }, () => distribution(next, 4));
const known = Array.from({ length: rows }, () => distribution(next, 4));
const columnsOf = (prefix: string, table: number[][]) => Object.fromEntries(classes.map((name, i) => [`${prefix}${name}`, table.map((row) => row[i])]));

describe('estimates, in every format', () => {
  const files = everywhere('estimates', { label: truth, ...columnsOf('p_', estimates), ...columnsOf('t_', known) });

  it.each(['prior', { top: 2 }, { above: 0.3 }] as const)('as sets: %s', async (predictSet) => {
    const want = await rulesOfFiles([files[0]], { predictSet });
    for (const file of files) {
      same(await rulesOfFiles([file], { predictSet }), want);
      same(await rulesOfBlobs([await blob(file)], { predictSet }), want);
    }
    const train = { predictSet, prior: { train: files[3], column: 'label' } };
    same(await rulesOfFiles([files[4]], train), await rulesOfFiles([files[0]], train));
  });

  it('as sets, from NPY arrays with labels', async () => {
    const p = write('p.npy', npy(Float64Array.from(estimates.flat()), '<f8', [rows, 4]));
    const labels = write(
      'l.npy',
      npy(
        Uint8Array.from(truth, (name) => classes.indexOf(name)),
        '|u1',
        [rows],
      ),
    );
    const want = await rulesOfFiles([files[0]], { predictSet: { top: 2 } });
    same({ ...(await rulesOfFiles([p], { labels: [labels], classes, predictSet: { top: 2 } })), guesses: 0 }, { ...want, guesses: 0 });
    same(json(['rules', p, '--labels', labels, '--classes', 'a,b,c,d', '--predict-set', 'top:2']).frequency, want.frequency as never);
    const inPage = await rulesOfBlobs([await blob(p)], { labels: [await blob(labels)], classes, predictSet: { top: 2 } });
    expect(inPage.frequency).toBe(want.frequency);
    expect((await rejected('option', rulesOfFiles([p], { predictSet: { top: 2 } }))).message).toMatch(/expected labels: LABELS\.npy/);
    expect((await rejected('option', rulesOfFiles([files[0]], { labels: [labels], predictSet: { top: 2 } }))).message).toMatch(/labels is for \.npy files/);
  });

  it('files whose columns are in another order', async () => {
    const reversed = { ...columnsOf('p_', estimates), label: truth };
    const turned = Object.fromEntries(Object.entries(reversed).reverse());
    const want = await rulesOfFiles([files[0], files[0]], { predictSet: { top: 1 } });
    same(await rulesOfFiles([files[0], write('turned.ndjson', ndjson(turned))], { predictSet: { top: 1 } }), want);
    const other = write('other.ndjson', ndjson({ label: ['a'], p_a: [0.5], p_x: [0.5] }));
    expect((await rejected('columns', rulesOfFiles([files[0], other], { predictSet: { top: 1 } }))).message).toMatch(
      /other\.ndjson: the classes a, x are not those of/,
    );
  });

  it('errors have their row', async () => {
    const bad = (p: unknown[]) => ({ label: ['a', 'b'], p_a: [0.5, p[0]], p_b: [0.5, p[1]] });
    for (const [p, code, message] of [
      [[0.5, 0.25], 'estimates-sum', 'the estimates sum to 0.75: expected 1 within 0.000001. Set tolerance.'],
      [[-0.5, 1.5], 'estimate-negative', 'column "p_a": the estimate of class "a" is -0.5; expected a number from 0 to 1'],
    ] as const)
      for (const [name, content] of [
        ['bad.ndjson', ndjson(bad([...p]))],
        ['bad.parquet', parquet(bad([...p]))],
        ['bad.arrow', arrow(bad([...p]))],
      ] as const)
        expect((await rejected(code, rulesOfFiles([write(name, bytes(content))], { predictSet: { top: 1 } }))).message).toBe(`${place(name, 2)}${message}`);
    const nan = 'column "p_a": the estimate of class "a" is NaN; expected a number from 0 to 1';
    for (const [name, content, code, message] of [
      ['bad.ndjson', ndjson(bad([NaN, 1])), 'value', 'column "p_a" holds null: expected a number from 0 to 1. Is this the right column? (probs)'],
      ['bad.parquet', parquet(bad([NaN, 1])), 'estimate-not-finite', nan],
      ['bad.arrow', arrow(bad([NaN, 1])), 'estimate-not-finite', nan],
    ] as const)
      expect((await rejected(code, rulesOfFiles([write(name, bytes(content))], { predictSet: { top: 1 } }))).message).toBe(`${place(name, 2)}${message}`);
  });

  it('a class that no column is for', async () => {
    const unknown = { label: ['a', 'd'], p_a: [0.5, 0.5], p_b: [0.25, 0.25], p_c: [0.25, 0.25] };
    for (const [name, content] of [
      ['bad.ndjson', ndjson(unknown)],
      ['bad.parquet', parquet(unknown)],
      ['bad.arrow', arrow(unknown)],
    ] as const)
      expect((await rejected('class', rulesOfFiles([write(name, bytes(content))], { predictSet: { top: 1 } }))).message).toBe(
        `${place(name, 2)}column "label" has the class "d", for which there is no column of estimates; the classes are a, b, c. Check truth and probs.`,
      );
    const p = write('bad-p.npy', npy(Float64Array.of(0.5, 0.25, 0.25, 0.5, 0.25, 0.25), '<f8', [2, 3]));
    const labels = write('bad-l.npy', npy(Uint8Array.of(0, 3), '|u1', [2]));
    const error = await rejected('label-out-of-range', rulesOfFiles([p], { labels: [labels], predictSet: { top: 1 } }));
    expect(error.message).toBe(`${place('bad-l.npy', 2)}column "label" holds 3: expected a class from 0 to 2. The classes are 0, 1, 2.`);
  });

  it('of single precision may sum to 1 more roughly', async () => {
    const single = { label: truth, ...Object.fromEntries(classes.map((name, i) => [`p_${name}`, Float32Array.from(estimates, (row) => row[i] + 1e-5)])) };
    const file = write('single.arrow', arrow(single));
    expect((await rulesOfFiles([file], { predictSet: { top: 1 } })).rows).toBe(rows);
    await rejected('estimates-sum', rulesOfFiles([file], { predictSet: { top: 1 }, tolerance: 1e-6 }));
  });

  it('and true probabilities', async () => {
    const want = await klOfFiles([files[0]], { trueProbs: 't_*' });
    expect(want.mean).toBeGreaterThan(0.1);
    for (const file of files) {
      same(await klOfFiles([file], { trueProbs: 't_*' }), want);
      same(await klOfBlobs([await blob(file)], { trueProbs: 't_*' }), want);
      if (!file.endsWith('.gz')) same(json(['score', file, '--true-probs', 't_*']).measures.klDivergence, want);
    }
    same(json(['score', files[2], files[4], '--true-probs', 't_*']).measures.klDivergence, await klOfFiles([files[0], files[0]], { trueProbs: 't_*' }));
    for (const input of [readFileSync(files[0]), readFileSync(files[3])])
      same(json(['score', '-', '--true-probs', 't_*'], { input }).measures.klDivergence, want);
    const arrays = write('kl.npy', npy(Float64Array.from(estimates.flat()), '<f8', [rows, 4]));
    expect((await rejected('format', klOfFiles([arrays], { trueProbs: 't_*' }))).message).toMatch(/a \.npy file has no columns with names/);
  });

  it('true probabilities that are none: an error with its row, or left out and counted', async () => {
    const columns = {
      label: ['a', 'b', 'x', 'a', 'b', 'a', 'b'],
      p_a: [0.5, 0.25, 0.5, 0.5, 0.5, 0.9, 0.25],
      p_b: [0.5, 0.75, 0.5, 0.5, 0.6, 0.1, 0.75],
      t_a: [0.5, 0.5, 0.5, 0.5, 0.5, -1, 0.25],
      t_b: [0.5, 0.5, 0.5, 0.6, 0.5, 2, 0.75],
    };
    const clean = { label: ['a', 'b', 'b'], p_a: [0.5, 0.25, 0.25], p_b: [0.5, 0.75, 0.75], t_a: [0.5, 0.5, 0.25], t_b: [0.5, 0.5, 0.75] };
    const want = await klOfFiles([write('clean.csv', csv(clean))], { trueProbs: 't_*' });
    // Rows: 3 has no known class, 5 does not sum to 1 and neither is scored; the true probabilities of 4 and 6 are none.
    for (const [name, content, line] of [
      ['bad.csv', csv(columns), 'bad.csv:5: '],
      ['bad.ndjson', ndjson(columns), 'bad.ndjson:4: '],
      ['bad.parquet', parquet(columns), 'bad.parquet: row 4: '],
      ['bad.arrow', arrow(columns), 'bad.arrow: row 4: '],
    ] as const) {
      const file = write(name, bytes(content));
      const { measures, rows: scored, warnings } = json(['score', file, '--true-probs', 't_*', '--on-error', 'skip']);
      expect(scored).toBe(5);
      const { rows: own, ...found } = measures.klDivergence;
      expect(own).toBe(3);
      same(found, want);
      const warning = warnings.find((text: string) => text.startsWith('klDivergence'));
      expect(warning).toMatch(/^klDivergence covers 3 rows; the true probabilities of 2 others cannot be used: /);
      expect(warning).toContain(`${line}the true probabilities sum to 1.1`);
      expect(warning).toContain('the true probability of "a" is -1');
      const { status, stderr } = fairbits([
        'score',
        write('good.csv', csv(columns).replace('x,', 'a,').replace('0.5,0.6,0.5', '0.5,0.5,0.5')),
        '--true-probs',
        't_*',
      ]);
      expect(stderr).toContain('good.csv:5: the true probabilities sum to 1.1');
      expect(status).toBe(2);
    }
    const text = write('text.csv', 'label,p,t\nyes,0.5,0.25\nno,0.5,x\nno,0.125,0.5\nmaybe,0.5,0.5\nno,y,0.5\n');
    const one = json(['score', text, '--probs', 'p', '--positive', 'yes', '--true-probs', 't', '--on-error', 'skip']);
    expect([one.rows, one.measures.klDivergence.rows]).toEqual([3, 2]);
    expect(one.warnings.at(-1)).toMatch(/klDivergence covers 2 rows; the true probabilities of 1 other cannot be used: .*text\.csv:3: column "t" holds "x"/);
  });
});

describe('numbers, in every format', () => {
  const actual = Array.from({ length: rows }, () => 10 * next() - 3);
  const predicted = actual.map((a) => a + next() - 0.4);
  const options = { actual: 'y', predicted: 'f', replicates: 200 };
  const files = everywhere('numbers', { y: actual, name: truth, f: predicted });

  it('the same figures, from disk and from a File', async () => {
    const want = await regressFiles([files[0]], options);
    expect(want.correlation).toBeGreaterThan(0.9);
    for (const file of files) {
      same(await regressFiles([file], options), want);
      same(await regressBlobs([await blob(file)], options), want);
    }
    const whole = { y: actual.map((a) => Math.round(a * 1000)), f: predicted.map((p) => Math.round(p * 1000)) };
    const integers = await regressFiles([write('whole.csv', csv(whole))], options);
    const big = { y: whole.y, f: whole.f.map(BigInt) };
    same(await regressFiles([write('whole.parquet', bytes(parquet(big, { types: { y: 'INT32', f: 'INT64' } })))], options), integers);
    same(await regressFiles([write('whole.arrow', arrow(big))], options), integers);
    for (const input of [readFileSync(files[2]), readFileSync(files[4])])
      same(json(['regress', '-', '--actual', 'y', '--predicted', 'f', '--bootstrap', '200'], { input }), want);
  });

  it('several files are one test set', async () => {
    const cut = (from: number, to: number) => ({ y: actual.slice(from, to), f: predicted.slice(from, to) });
    const parts = [write('some-1.ndjson', ndjson(cut(0, 7))), write('some-2.csv', csv(cut(7, 1000))), write('some-3.arrow', arrow(cut(1000, rows)))];
    const want = await regressFiles([files[0]], options);
    same(await regressFiles(parts, options), want);
    same(json(['regress', `${folder}/some-*`, '--actual', 'y', '--predicted', 'f', '--bootstrap', '200']), want);
  });

  it('errors have their row', async () => {
    for (const [name, content, found] of [
      ['bad.ndjson', ndjson({ y: [1, 2], f: [1, 'two'] }), '"two"'],
      ['bad.ndjson', ndjson({ y: [1, 2], f: [1, null] }), 'null'],
      ['bad.parquet', parquet({ y: [1, 2], f: [1, NaN] }), 'NaN'],
      ['bad.parquet', parquet({ y: [1, 2], f: [1, null] }), 'null'],
      ['bad.arrow', arrow({ y: [1, 2], f: [1, Infinity] }), 'Infinity'],
    ] as const) {
      const error = await rejected('value', regressFiles([write(name, bytes(content))], options));
      expect(error.message).toBe(`${place(name, 2)}column "f" holds ${found}: expected a finite number. Check predicted.`);
      expect(error).toMatchObject({ line: 2, column: 'f' });
    }
    expect((await rejected('type', regressFiles([files[3]], { actual: 'y', predicted: 'name' }))).message).toMatch(
      /column "name" holds text: expected numbers\. Is this the right column\? \(predicted\)/,
    );
    const array = write('array.npy', npy(Float64Array.from(actual), '<f8', [rows]));
    expect((await rejected('format', regressFiles([array], options))).message).toMatch(/Save the arrays as columns/);
    await rejected('file', regressBlobs([], options));
  });
});
