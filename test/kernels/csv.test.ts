import { beforeAll, describe, expect, it } from 'vitest';
import { type CsvLayout, type CsvPlan, type CsvResult, csvPlan, SKIPPED, TRUTH } from '../../dist/kernels/csvPlan.js';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { randomOf } from './random.js';

const ROOM = 1 << 18;
const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);

interface Side {
  kernels: Kernels;
  bytes: Uint8Array;
  p: Float64Array;
  labels: Uint16Array;
  counts: Float64Array;
}
const sides: Side[] = [];

beforeAll(async () => {
  for (const kernels of [await wasmKernels(8 << 20), plainKernels()]) {
    sides.push({ kernels, bytes: kernels.uint8(ROOM), p: kernels.float64(ROOM), labels: kernels.uint16(ROOM), counts: kernels.float64(1024) });
  }
});

const layout = (more: Partial<Omit<CsvLayout, 'names'>> & { names?: string[] } = {}): CsvLayout => ({
  delimiter: 0x2c,
  quote: 0x22,
  comment: 0x23,
  columns: [SKIPPED, TRUTH, 0, 1],
  width: 2,
  ...more,
  names: (more.names ?? ['a', 'b']).map(encode),
});

interface Read {
  result: CsvResult;
  p: number[];
  labels: number[];
}

function read({ kernels, bytes, p, labels }: Side, plan: CsvPlan, text: Uint8Array, final = true, maxRows = ROOM / plan.width): Read {
  // What lies behind the text must not matter.
  bytes.fill(0x37, 0, text.length + 80);
  bytes.set(text);
  p.fill(-9, 0, 64);
  const result = kernels.parseRows(bytes, 0, text.length, final, plan, p, labels, Math.floor(maxRows));
  if (text.length < bytes.length) expect(bytes[text.length]).toBe(0x37);
  return { result, p: [...p.subarray(0, result.rows * plan.width)], labels: [...labels.subarray(0, result.rows)] };
}

/** Both backends, which must agree; the plain one's answer. */
function both(text: string | Uint8Array, how: CsvLayout = layout(), final = true): Read {
  const bytes = typeof text === 'string' ? encode(text) : text;
  const [wasm, plain] = sides.map((side) => {
    const plan = csvPlan(side.kernels, how);
    const rows = read(side, plan, bytes, final);
    side.counts.fill(0);
    const counted = plan.truth < 0 ? undefined : side.kernels.countTruth(side.bytes, 0, bytes.length, final, plan, side.counts);
    side.kernels.free(plan.block);
    return { rows, counted, counts: [...side.counts.subarray(0, how.names.length)] };
  });
  expect(wasm).toEqual(plain);
  const { rows, counted, counts } = plain;
  if (counted && !rows.result.error) {
    expect(counted).toEqual(rows.result);
    expect(counts).toEqual(how.names.map((_, i) => rows.labels.filter((label) => label === i).length));
  }
  return rows;
}

describe('rows of a CSV', () => {
  it('are read', () => {
    const { result, p, labels } = both('1,a,0.25,0.75\n2,b,1,0\n3,a,1e-3,.999\n');
    expect(result).toEqual({ rows: 3, next: 36 });
    expect(p).toEqual([0.25, 0.75, 1, 0, 0.001, 0.999]);
    expect(labels).toEqual([0, 1, 0]);
  });

  it.each([
    ['a last line without an end', '1,a,0.25,0.75\n2,b,1,0'],
    ['\\r\\n', '1,a,0.25,0.75\r\n2,b,1,0\r\n'],
    ['\\r\\n and a last \\r', '1,a,0.25,0.75\r\n2,b,1,0\r'],
    ['blanks', '1,a, 0.25 ,\t0.75\n 2 , b , 1,0 \n'],
    ['comments and empty lines', '\n#x "y\n\r\n1,a,0.25,0.75\n\n\n# 1,2,3,4,5\r\n2,b,1,0\n#'],
    ['quotes', '"1","a","0.25","0.75"\n"2","b"," 1 ","0"'],
    ['what is inside quotes', '"1,""\n,""x",a,"0.25",0.75\r\n"\r\n\n#",b,1,"0"\r\n'],
    ['quotes inside of a field', '1"2,a,0.25,0.75\n2"",b,1,0\n'],
    ['many digits', '1,a,0.25000000000000000000000000000000000000000000000000,0.750\n2,b,1.000000000000000000000000,0.00000000000000000000\n'],
    ['a return inside of a field', '1\r2,a,0.25,0.75\n\r,b,1,0\n'],
  ])('with %s', (_, text) => {
    const { result, p, labels } = both(text);
    expect(result.error).toBeUndefined();
    expect(p).toEqual([0.25, 0.75, 1, 0]);
    expect(labels).toEqual([0, 1]);
    expect(result.next).toBe(text.length);
  });

  it('may be none', () => {
    for (const text of ['', '\n', '\r\n', '#', '#\n', '\n\n#a\n']) expect(both(text).result).toEqual({ rows: 0, next: text.length });
    expect(both('', layout(), false).result).toEqual({ rows: 0, next: 0 });
    expect(both('1,a,0.25,0.75', layout(), false).result).toEqual({ rows: 0, next: 0 });
  });

  it('take columns in any order, other delimiters, and no truth', () => {
    const text = '0.5;x;0.125;y;0.375;b\n';
    expect(both(text, layout({ delimiter: 0x3b, columns: [2, SKIPPED, 0, SKIPPED, 1, TRUTH], width: 3 }))).toMatchObject({
      p: [0.125, 0.375, 0.5],
      labels: [1],
    });
    expect(both('0.5\t0.25\tx\n', layout({ delimiter: 9, columns: [0, 1, SKIPPED] }))).toMatchObject({ p: [0.5, 0.25] });
    expect(both('0.5  0.5\n', layout({ delimiter: 0x20, columns: [0, SKIPPED, 1] })).p).toEqual([0.5, 0.5]);
    expect(both('0.5  0.5\n', layout({ delimiter: 0x20, columns: [0, 1, SKIPPED] })).result.error?.code).toBe('not-a-number');
    expect(both('b\n\na', layout({ columns: [TRUTH] })).labels).toEqual([1, 0]);
    expect(both('0.5\n0.25', layout({ columns: [0], width: 1 })).p).toEqual([0.5, 0.25]);
    expect(both("'x|y'|'it''s'|1|0.1\n", layout({ delimiter: 0x7c, quote: 0x27, names: ["it's"] })).labels).toEqual([0]);
  });

  it('match long names, quoted names and a thousand classes', () => {
    const names = [
      '',
      'a"b',
      'x'.repeat(100),
      `${'x'.repeat(50)}y${'x'.repeat(49)}`,
      'exactly8',
      'ninebytes',
      'ü€😀',
      'sixteen bytes ok',
      'seventeen bytes k',
      ' led',
    ];
    const quoted = names.map((name) => `1,"${name.replaceAll('"', '""')}",0,1`).join('\n');
    expect(both(quoted, layout({ names })).labels).toEqual(names.map((_, i) => i));
    const plain = names.map((name) => `1,${name},0,1`).join('\n');
    expect(both(plain, layout({ names })).labels).toEqual(names.map((_, i) => i));
    const many = Array.from({ length: 1000 }, (_, i) => (i % 2 ? `n${i}` : `a class with a long name, number ${i}, of a thousand`));
    const random = randomOf(5);
    const wanted = Array.from({ length: 2000 }, () => random.below(1000));
    expect(both(wanted.map((i) => `7,"${many[i]}",0.5,0.5\n`).join(''), layout({ names: many })).labels).toEqual(wanted);
    expect(both('1,n1001,0,1', layout({ names: many })).result.error?.code).toBe('unknown-class');
  });

  it.each([
    ['1,c,0.5,0.5', 'unknown-class', 1, 'c'],
    ['1,,0.5,0.5', 'unknown-class', 1, ''],
    ['1,aa,0.5,0.5', 'unknown-class', 1, 'aa'],
    ['1,"a ",0.5,0.5', 'unknown-class', 1, 'a '],
    ['1,"a""",0.5,0.5', 'unknown-class', 1, 'a""'],
    ['1,a,0.5x,0.5', 'not-a-number', 2, '0.5x'],
    ['1,a,,0.5', 'not-a-number', 2, ''],
    ['1,a,0.5,', 'not-a-number', 3, ''],
    ['1,a,0.5,nan', 'not-a-number', 3, 'nan'],
    ['1,a,inf,1', 'not-a-number', 2, 'inf'],
    ['1,a,0.5\0,1', 'not-a-number', 2, '0.5\0'],
    ['1,a,"0.5""",1', 'not-a-number', 2, '0.5""'],
    ['1,a,"0.\n5",1', 'not-a-number', 2, '0.\n5'],
    ['1,a, 0.5x,1', 'not-a-number', 2, ' 0.5x'],
    ['1,a, 0.5, 0.25,', 'ragged', 3, '1,a, 0.5, 0.25,', 5],
    ['1,a, "0.5",1', 'not-a-number', 2, ' "0.5"'],
    ['1,a,0.5,1e999', 'not-finite', 3, '1e999'],
    ['1,a,0.5,-1e309', 'not-finite', 3, '-1e309'],
    ['1,a,0.5', 'ragged', 2, '1,a,0.5', 3],
    ['1', 'ragged', 0, '1', 1],
    ['"1"', 'ragged', 0, '"1"', 1],
    ['1,a,0.5,0.5,', 'ragged', 3, '1,a,0.5,0.5,', 5],
    ['1,a,0.5,0.5,"x,\n",z', 'ragged', 3, '1,a,0.5,0.5,"x,\n",z', 6],
    ['"1"x,a,0.5,0.5', 'quote', 0, '"1'],
    ['1,"a" ,0.5,0.5', 'quote', 1, '"a'],
    ['1,a,"0.5"5,0.5', 'quote', 2, '"0.5'],
    ['"1"\rx,a,0.5,0.5', 'quote', 0, '"1'],
  ] as const)('are refused: %j', (line, code, column, field, fields?) => {
    for (const end of ['\n', '\r\n', '']) {
      const before = '\n1,a,0.25,0.75\n# c\n';
      const text = before + line + end;
      const { result, p } = both(text);
      expect(result).toMatchObject({ rows: 1, next: before.length, error: { code, row: 1, column, fields: fields ?? 0 } });
      expect(text.slice(result.error?.from, result.error?.to)).toBe(field);
      expect(p).toEqual([0.25, 0.75]);
    }
  });

  it('are refused where a quote is never closed', () => {
    expect(both('1,a,0.5,"0.5').result).toEqual({ rows: 0, next: 0, error: { code: 'quote', row: 0, column: 3, from: 8, to: 12, fields: 0 } });
    expect(both('1,a,0.5,"0.5""\n').result.error).toMatchObject({ code: 'quote', from: 8, to: 15 });
    expect(both('1,a,0.5,"0.5\n', layout(), false).result).toEqual({ rows: 0, next: 0 });
    expect(both('"', layout()).result.error?.code).toBe('quote');
  });

  it('stop where they are told to', () => {
    for (const side of sides) {
      const plan = csvPlan(side.kernels, layout());
      const { result } = read(side, plan, encode('1,a,0,1\n\n2,b,1,0\n3,a,1,0\n'), true, 2);
      expect(result).toEqual({ rows: 2, next: 17 });
      // No further than there is room, either.
      const few = side.kernels.parseRows(side.bytes, 0, 25, true, plan, side.p.subarray(0, 3), side.labels, 100);
      expect(few).toEqual({ rows: 1, next: 8 });
      expect(() => side.kernels.countTruth(side.bytes, 0, 25, true, plan, side.counts.subarray(0, 1))).toThrow(expect.objectContaining({ code: 'length' }));
    }
  });

  it('are the same wherever the bytes are cut', () => {
    const text = encode(
      '# head\n"1,""\n",a,0.12345678901234567,"0.5"\r\n\n2,"b",1e-5, 0.123456789012345678901234567890 \r\n#c\n3,"a""",0.1234,1\n4,b,0.00012345678901234567,0',
    );
    const how = layout({ names: ['a', 'b', 'a"'] });
    const whole = both(text, how);
    expect(whole.result).toEqual({ rows: 4, next: text.length });
    for (const side of sides) {
      const plan = csvPlan(side.kernels, how);
      for (let cut = 0; cut <= text.length; cut++) {
        const first = read(side, plan, text.subarray(0, cut), false);
        expect(first.result.error).toBeUndefined();
        const second = read(side, plan, text.subarray(first.result.next));
        expect([...first.p, ...second.p]).toEqual(whole.p);
        expect([...first.labels, ...second.labels]).toEqual(whole.labels);
        expect(first.result.next + second.result.next).toBe(text.length);
        side.counts.fill(0);
        side.bytes.set(text);
        const { next } = side.kernels.countTruth(side.bytes, 0, cut, false, plan, side.counts);
        side.kernels.countTruth(side.bytes, next, text.length, true, plan, side.counts);
        expect([...side.counts.subarray(0, 3)]).toEqual([1, 2, 1]);
      }
      // Byte by byte.
      const rows: number[] = [];
      let from = 0;
      for (let to = 0; to <= text.length; to++) {
        const { result, p } = read(side, plan, text.subarray(from, to), to === text.length);
        rows.push(...p);
        from += result.next;
      }
      expect(rows).toEqual(whole.p);
      side.kernels.free(plan.block);
    }
  });

  it('agree on any mutation of a file', () => {
    const random = randomOf(11);
    const seeds = [
      '1,a,0.25,0.75\n2,b,0.12345678901234567,1e-3\r\n"3","a","0.5","0.5"\n#c\n\n4,"b""",1,0\n',
      '"x\ny",a,0.1,0.9\n,b,1,0\n"",a,.5,5.e-1\n',
      `${'9'.repeat(40)},a,0.${'1'.repeat(40)},0.${'3'.repeat(19)}\n${'"a, b"'.repeat(1)},b,0.${'0'.repeat(30)}7,0.99999999999999999999\n`,
    ];
    const alphabet = encode('\n\r,"#0123456789.eE+-ab \t\0x');
    const how = layout({ names: ['a', 'b', 'b"'] });
    const plans = sides.map((side) => csvPlan(side.kernels, how));
    for (let turn = 0; turn < 20_000; turn++) {
      let text = [...encode(seeds[turn % seeds.length])];
      for (let i = random.below(6); i >= 0; i--) {
        const at = random.below(text.length + 1);
        const byte = random.below(20) ? alphabet[random.below(alphabet.length)] : random.below(256);
        const kind = random.below(4);
        if (kind === 0) text.splice(at, 0, byte);
        else if (kind === 1) text.splice(at, 1 + random.below(3));
        else if (kind === 2) text[Math.min(at, Math.max(text.length - 1, 0))] = byte;
        else text = [...text.slice(at), ...text.slice(0, at)];
      }
      const bytes = Uint8Array.from(text);
      const final = random.below(2) === 0;
      const [wasm, plain] = sides.map((side, i) => {
        const rows = read(side, plans[i], bytes, final);
        side.counts.fill(0);
        const counted = side.kernels.countTruth(side.bytes, 0, bytes.length, final, plans[i], side.counts);
        const lines = side.kernels.countLines(side.bytes, 0, bytes.length);
        return { rows, counted, counts: [...side.counts.subarray(0, 3)], lines };
      });
      expect(wasm, JSON.stringify(new TextDecoder('latin1').decode(bytes))).toEqual(plain);
    }
  });

  it('count their lines', () => {
    for (const { kernels, bytes } of sides) {
      bytes.fill(0x0a, 0, 1000);
      for (let i = 0; i < 1000; i += 3) bytes[i] = 0x30;
      expect(kernels.countLines(bytes, 0, 1000)).toBe(666);
      expect(kernels.countLines(bytes, 1, 3)).toBe(2);
      expect(kernels.countLines(bytes, 5, 5)).toBe(0);
    }
  });

  it('need a plan that makes sense', () => {
    const [{ kernels }] = sides;
    for (const wrong of [
      { delimiter: 0x30 },
      { delimiter: 10 },
      { delimiter: 0x22 },
      { comment: 300 },
      { columns: [] },
      { columns: [TRUTH, TRUTH] },
      { columns: [2] },
      { columns: [0.5] },
    ])
      expect(() => csvPlan(kernels, layout(wrong))).toThrow(expect.objectContaining({ code: 'option' }));
  });
});
