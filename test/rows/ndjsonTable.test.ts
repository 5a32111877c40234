import { expect, it } from 'vitest';
import { openNdjson } from '../../dist/rows/ndjson/ndjsonTable.js';
import { random } from '../support/random.js';
import { bothKernels, expected, type Found, readFrom, readTable, shown, type Taken, wanting } from './readFrom.js';

const KERNELS = await bothKernels();
const FUZZ = Number(process.env.FUZZ ?? 400);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const NAME = 'x.ndjson';

/** Lines of all kinds, good ones most of the time. */
function lines(seed: number, count: number): string {
  const next = random(seed);
  const pick = <T>(...of: T[]): T => of[Math.floor(next() * of.length)];
  const strange = [
    '',
    '   ',
    '\t\r',
    'nonsense',
    '[1,2]',
    'null',
    '7',
    '{"label":"a","p_a":0.5',
    '{"label":null,"p_a":0.5,"p_b":1}',
    '{"label":"a","p_a":"0.5","p_b":1}',
    '{"label":"a","p_a":1e400,"p_b":1}',
    '{"p_a":0.5,"p_b":0.25}',
    '{"label":"c","p_a":0.5,"p_b":0.25}',
    '{"label":7,"p_a":0.5,"p_b":0.25,"s":["a","b"]}',
    '{"label":"a","p_a":0.5,"p_b":0.25,"s":["a",null]}',
    '{"label":"a","p_a":0.5,"p_b":0.25,"s":{"a":1}}',
    '{"label":"ä\\nö","p_a":0.5,"p_b":0.25,"s":" a | b "}',
    '{ "p_b" : -0, "label" : "ä\\nö" ,"p_a":5E-1 }',
    '\ufeff{"label":"a","p_a":0.5,"p_b":0.25}',
  ];
  return Array.from({ length: count }, (_, i) => {
    const line =
      next() < 0.3 && i > 0
        ? pick(...strange)
        : JSON.stringify({
            label: pick<unknown>('a', 'b', 'ä\nö', 7, true),
            p_a: next(),
            p_b: next(),
            s: pick<unknown>('a|b', '', null, ['b'], 'a'),
            w: 1 + (i % 3),
          });
    return line + pick('\n', '\n', '\r\n');
  }).join('');
}

const CLASSES = ['a', 'b', 'ä\nö', '7', 'true'];

/** What JSON.parse finds in each line that is not blank, and which line that is. */
function parsed(text: string, columns: readonly string[]): { rows: Found[]; lines: number[] } {
  const found: Found[] = [];
  const lines: number[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    lines.push(i + 1);
    found.push(rowOf(line, columns));
  }
  return { rows: found, lines };
}

function rowOf(line: string, columns: readonly string[]): Found {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return shown(line);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return shown(value);
  return columns.map((name) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined));
}

/** The rows that a file should come to. */
function wantedRows(text: string, columns: readonly string[], wanted: ReturnType<typeof wanting>): Taken[] {
  const { rows, lines: at } = parsed(text, columns);
  return expected(rows, columns, wanted, (r) => `${NAME}:${at[r]}: `);
}

it('reads what JSON.parse does line by line, whatever the parts and blocks', () => {
  for (const seed of [1, 2, 3, 4]) {
    const text = lines(seed, 80);
    const bytes = encode(text);
    const table = readFrom([bytes], openNdjson(0, NAME, bytes.length));
    // Without sets the core reads most of them.
    const given = { numbers: [2, 1], truth: 0, classes: CLASSES, ...(seed % 2 ? { sets: 3 } : {}) };
    const whole = readTable(table, [bytes], wanting(table.columns, given), KERNELS[1]).taken;
    expect(whole).toEqual(wantedRows(text, table.columns, wanting(table.columns, given)));
    expect(whole.some((each) => typeof each === 'string')).toBe(true);
    for (const kernels of KERNELS)
      for (const most of [1, 2, 7, 1000])
        for (const bytesTo of [1, 10, 57, 1000, 10000]) {
          const { taken, spans } = readTable(table, [bytes], wanting(table.columns, { ...given, most }), kernels, table.cut(bytesTo), 100);
          expect(taken).toEqual(whole);
          const parts = table.cut(bytesTo);
          for (const [i, span] of spans.entries()) {
            const part = bytes.subarray(parts[i].from, parts[i].to);
            expect(span?.lines).toBe(part.filter((byte) => byte === 10).length);
          }
        }
  }
});

it('hands over weights and texts', () => {
  const bytes = encode(lines(9, 50));
  const table = readFrom([bytes], openNdjson(0, NAME, bytes.length));
  const wanted = wanting(table.columns, { numbers: [1], weights: 4, texts: [0, 1, 4] });
  const results = KERNELS.map((kernels) => readTable(table, [bytes], wanted, kernels).taken);
  expect(results[0]).toEqual(results[1]);
  const rows = results[0].filter((each) => typeof each !== 'string');
  expect(rows.length).toBeGreaterThan(20);
  const good = parsed(lines(9, 50), table.columns).rows.filter(
    (row) => typeof row !== 'string' && [row[1], row[4]].every((value) => Number.isFinite(value)) && row[0] != null,
  );
  expect(rows.map(({ numbers, weight, texts }) => [texts?.[0], numbers[0], weight])).toEqual(good.map((row) => [String(row[0]), row[1], row[4]]));
  for (const { numbers, weight, texts } of rows) expect(texts?.slice(1)).toEqual([String(numbers[0]), String(weight)]);
});

it('opens with what is known, behind a mark, and not without a row', () => {
  const bytes = encode('\ufeff\n {"a":1}\n{"a":2}');
  const table = readFrom([bytes], openNdjson(0, NAME, bytes.length), 1);
  expect(table.columns).toEqual(['a']);
  const again = readFrom([new Uint8Array()], openNdjson(0, NAME, bytes.length, structuredClone(table.address.known)));
  for (const each of [table, again])
    expect(readTable(each, [bytes], wanting(['a'], { numbers: [0] }), KERNELS[0]).taken).toEqual([{ numbers: [1] }, { numbers: [2] }]);
  expect(() => readFrom([encode('\n\n')], openNdjson(0, NAME, 2))).toThrow('x.ndjson is empty');
  expect(() => readFrom([encode('')], openNdjson(0, NAME, 0))).toThrow('x.ndjson is empty');
  expect(() => readFrom([encode('\n[1]\n')], openNdjson(0, NAME, 5))).toThrow('cannot be read as NDJSON: line 2 is [1], not a JSON object');
});

it('bytes that were changed: the rows and errors of JSON.parse', () => {
  const change = random(17);
  let opened = 0;
  for (let round = 0; round < FUZZ; round++) {
    const bytes = encode(lines(100 + (round % 7), 12));
    for (let i = 0; i < 1 + (round % 3); i++)
      bytes[Math.floor(change() * bytes.length)] = round % 2 ? Math.floor(change() * 256) : [0, 10, 34, 44, 92, 125][Math.floor(change() * 6)];
    // A mark at the start is no part of the first line, but of any other.
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(mark ? bytes.subarray(3) : bytes);
    const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
    const table = attempt(() => readFrom([bytes], openNdjson(0, NAME, bytes.length)));
    expect(table === undefined).toBe(typeof rowOf(first, []) === 'string');
    if (!table) continue;
    expect(table.columns).toEqual(Object.keys(JSON.parse(first)));
    if (table.columns.length < 3) continue;
    opened++;
    const wanted = wanting(table.columns, { numbers: [2, 1], truth: 0, classes: CLASSES });
    const rows = wantedRows(text, table.columns, wanted);
    for (const kernels of KERNELS) expect(readTable(table, [bytes], wanted, kernels, table.cut(200)).taken).toEqual(rows);
  }
  expect(opened).toBeGreaterThan(FUZZ / 2);
});

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
