import { beforeAll, describe, expect, it } from 'vitest';
import { type CsvPlan, csvPlan } from '../../dist/kernels/csvPlan.js';
import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { powersOfFive } from '../../dist/kernels/powersOfFive.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { randomOf } from './random.js';

const ROOM = 1 << 20;
const sides: { kernels: Kernels; bytes: Uint8Array; plan: CsvPlan; p: Float64Array; labels: Uint16Array }[] = [];

beforeAll(async () => {
  for (const kernels of [await wasmKernels(8 << 20), plainKernels()]) {
    const plan = csvPlan(kernels, { delimiter: 0x2c, quote: 0x22, comment: -1, columns: [0], width: 1, names: [] });
    sides.push({ kernels, bytes: kernels.uint8(ROOM), plan, p: kernels.float64(ROOM / 2), labels: kernels.uint16(ROOM / 2) });
  }
});

const encoder = new TextEncoder();
const bitsOf = (x: number): bigint => new BigUint64Array(Float64Array.of(x).buffer)[0];
const ofBits = (bits: bigint): number => new Float64Array(BigUint64Array.of(bits).buffer)[0];

/** Every text, through the number reader and as a line of a file, on both backends: what `Number` says, bit for bit. */
function expectRead(texts: string[]): void {
  for (const { kernels, bytes, plan, p, labels } of sides) {
    const wrong: string[] = [];
    const say = (text: string, found: number) => {
      if (!Object.is(found, Number(text))) wrong.push(`${kernels.backend}: ${text} gave ${found}, not ${Number(text)}`);
    };
    let batch: string[] = [];
    let size = 0;
    const flush = () => {
      const to = encoder.encodeInto(batch.join('\n'), bytes).written;
      const { rows, next, error } = kernels.parseRows(bytes, 0, to, true, plan, p, labels, batch.length);
      expect({ rows, next, error }).toEqual({ rows: batch.length, next: to, error: undefined });
      batch.forEach((text, r) => {
        say(text, p[r]);
      });
      batch = [];
      size = 0;
    };
    for (const text of texts) {
      const to = encoder.encodeInto(text, bytes).written;
      say(text, kernels.parseNumber(bytes, 0, to, plan));
      if (!Number.isFinite(Number(text))) {
        expect(kernels.parseRows(bytes, 0, to, true, plan, p, labels, 1).error?.code, text).toBe('not-finite');
        continue;
      }
      if (size + text.length + 1 > ROOM) flush();
      batch.push(text);
      size += text.length + 1;
    }
    flush();
    expect(wrong.slice(0, 5)).toEqual([]);
  }
}

/** m·2^e as an exact decimal text. */
function exactText(m: bigint, e: number): string {
  if (e >= 0) return (m << BigInt(e)).toString();
  const digits = (m * 5n ** BigInt(-e)).toString().padStart(1 - e, '0');
  return `${digits.slice(0, e)}.${digits.slice(e)}`;
}

/** The middle between a positive double and the next one, exactly. */
function middle(x: number): string {
  const bits = bitsOf(x);
  const field = Number(bits >> 52n);
  const m = field === 0 ? bits : (bits & 0xfffffffffffffn) | 0x10000000000000n;
  return exactText(2n * m + 1n, Math.max(field, 1) - 1076);
}

/** A text a little above another: one more digit, far behind. A little below: the last digit less one, and nines. */
const above = (text: string, zeros: number): string => `${text.includes('.') ? text : `${text}.`}${'0'.repeat(zeros)}1`;
function below(text: string, nines: number): string {
  const pointed = text.includes('.') ? text : `${text}.0`;
  const places = pointed.length - pointed.indexOf('.') - 1;
  const less = (BigInt(pointed.replace('.', '')) * 10n ** BigInt(nines) - 1n).toString().padStart(places + nines + 1, '0');
  return `${less.slice(0, -(places + nines))}.${less.slice(-(places + nines))}`;
}

/** The same number with its point elsewhere and an exponent to make up for it. */
function shifted(text: string, by: number): string {
  const [whole, part = ''] = text.split('.');
  return `${whole}${part}e${-part.length}`.replace(/e(-?\d+)$/, (_, e) => `${'0'.repeat(Math.max(by, 0))}e${Number(e) - Math.max(by, 0)}`);
}

describe('the number reader', () => {
  it('has exact powers of five', () => {
    const view = new DataView(powersOfFive().buffer);
    for (let q = -342; q <= 308; q++) {
      const value = (view.getBigUint64((q + 342) * 16 + 8, true) << 64n) | view.getBigUint64((q + 342) * 16, true);
      expect(value >> 127n).toBe(1n);
      // Of 5^q·2^s the 128 bits are at most one off.
      const five = 5n ** BigInt(Math.abs(q));
      const bits = five.toString(2).length;
      if (q >= 0) expect(value).toBe(bits > 128 ? five >> BigInt(bits - 128) : five << BigInt(128 - bits));
      else {
        const error = value * five - (1n << BigInt(bits + 127));
        expect(error < five && error > -five).toBe(true);
      }
    }
  });

  it('reads what is in the literature', () => {
    expectRead([
      '0',
      '-0',
      '+0',
      '0.0',
      '00',
      '0.',
      '.0',
      '1',
      '1.',
      '.5',
      '-.5',
      '+1.5',
      '1e0',
      '1E+5',
      '1e-5',
      '007.25',
      '0e999999999999',
      '0.000e-999999999999999',
      '9007199254740991',
      '9007199254740992',
      '9007199254740993',
      '9007199254740994',
      '9007199254740995',
      '9007199254740993.0000000000000000000001',
      '9007199254740992.9999999999999999999999',
      '18014398509481986',
      '18014398509481990',
      '9223372036854775808',
      '18446744073709551615',
      '18446744073709551616',
      '18446744073709551617',
      '9999999999999999999',
      '10000000000000000000',
      '99999999999999999999',
      '2.2250738585072011e-308',
      '2.2250738585072012e-308',
      '2.2250738585072013e-308',
      '2.2250738585072014e-308',
      '5e-324',
      '4.9e-324',
      '2.5e-324',
      '2.4703282292062327e-324',
      '2.4703282292062328e-324',
      '2.4703282292062329e-324',
      '2.47e-324',
      '7.4109846876186981e-324',
      '7.4109846876186982e-324',
      '1e-323',
      '1e-400',
      '123456789e-400',
      '1.7976931348623157e308',
      '1.7976931348623158e308',
      '1.7976931348623159e308',
      '-1.7976931348623159e308',
      '17976931348623157e292',
      '17976931348623158079372897140530341507993413271003782693617377898044e241',
      '1e308',
      '1e309',
      '-1e309',
      '1e999999999999999999999',
      '1e-999999999999999999999',
      '0.500000000000000166533453693773481063544750213623046875',
      '0.500000000000000166533453693773481063544750213623046874999',
      '0.5000000000000001665334536937734810635447502136230468750001',
      '6250000000000001e-16',
      '6250000000000000.5',
      '8.5e22',
      '8.5e23',
      '1e22',
      '1e23',
      '1.448997445238699',
      '3.518437208883201171875e13',
      '62.5364939768271845828',
      '8.10109172351e-10',
      '1.50000000000000011102230246251565',
      '9007199254740991.4999999999999999999999999999999995',
      '30078505129381147446200',
      '30078505129381147446201',
      '6929495644600919.5',
      '3.7455744005952583e15',
      '7.2057594037927933e16',
      '1.2345678901234567e-10',
      '0.1',
      '0.2',
      '0.3',
      '0.30000000000000004',
      '0.99999999999999989',
      '0.99999999999999994',
      '0.99999999999999995',
      '0.999999999999999944488848768742172978818416595458984375',
      // Paxson's and Gay's: near the middle with few digits.
      '5e125',
      '69e267',
      '999e-26',
      '7861e-34',
      '75569e-254',
      '928609e-261',
      '9210917e80',
      '84863171e114',
      '653777767e273',
      '5232604057e-298',
      '27235667517e-109',
      '653532977297e-123',
      '3142213164987e-294',
      '46202199371337e-72',
      '231010996856685e-73',
      '9324754620109615e212',
      '78459735791271921e49',
      '272104041512242479e200',
      '6802601037806061975e198',
      '20505426358836677347e-221',
      '836168422905420598437e-234',
      '4891559871276714924261e222',
      '9e-265',
      '85e-037',
      '623e100',
      '3571e263',
      '81661e153',
      '920657e-023',
      '4603285e-024',
      '87575437e-309',
      '245540327e122',
      '6138508175e120',
      '83356057653e193',
      '619534293513e124',
      '2335141086879e218',
      '36167929443327e-159',
      '609610927149051e-255',
      '3743626360493413e-165',
      '94080055902682397e-242',
      '899810892172646163e283',
      '7120190517612959703e120',
      '25188282901709339043e-252',
      '308984926168550152811e-052',
      '6372891218502368041059e064',
    ]);
  });

  it('reads random doubles as they are printed', () => {
    const random = randomOf(1);
    const texts: string[] = [];
    for (let i = 0; i < 30_000; i++) {
      const x = ofBits(random.bits64() & 0x7fffffffffffffffn);
      if (!Number.isFinite(x)) continue;
      const sign = i & 1 ? '-' : '';
      texts.push(`${sign}${x}`, x.toPrecision(17), x.toPrecision(1 + random.below(21)), x.toExponential(random.below(25)));
      const u = random.unit() ** (1 + random.below(4));
      texts.push(`${u}`, u.toPrecision(17), u.toFixed(20), u.toFixed(random.below(26)), u.toFixed(17), (u * 1e6).toFixed(random.below(20)));
    }
    expectRead(texts);
  });

  it('reads random digits with random exponents', () => {
    const random = randomOf(2);
    const texts: string[] = [];
    for (let i = 0; i < 40_000; i++) {
      const length = i % 3 ? 1 + random.below(25) : 1 + random.below(800);
      let digits = '';
      while (digits.length < length) digits += String(random.below(1e9)).padStart(9, '0');
      digits = digits.slice(0, length);
      if (random.below(4) === 0) digits = '0'.repeat(random.below(30)) + digits;
      if (random.below(8) === 0) digits += '0'.repeat(random.below(30));
      const point = random.below(digits.length + 1);
      const power = random.below(5) ? random.below(760) - 400 : random.below(10_000) - 5_000;
      texts.push(
        `${digits.slice(0, point)}.${digits.slice(point)}e${power}`,
        `0.${digits}`,
        `${digits}e${-digits.length}`,
        `${digits}e${power - digits.length}`,
      );
    }
    expectRead(texts);
  });

  it('reads what lies on and beside the middle of two doubles', () => {
    const random = randomOf(3);
    const texts: string[] = [];
    const near = (x: number) => {
      const text = middle(x);
      texts.push(text, above(text, random.below(40)), below(text, 1 + random.below(40)), shifted(text, random.below(9)));
    };
    for (let i = 0; i < 3_000; i++) {
      near(random.unit());
      near(ofBits((BigInt(1023 + random.below(70)) << 52n) | (random.bits64() & 0xfffffffffffffn)));
    }
    for (let i = 0; i < 300; i++) near(ofBits(random.bits64() % 0x7fefffffffffffffn));
    for (let i = 0; i < 60; i++) near(ofBits(BigInt(i)));
    for (let i = 0; i < 60; i++) near(ofBits(0x10000000000000n - 30n + BigInt(i)));
    for (let field = 1; field < 2046; field += 23) near(ofBits(BigInt(field) << 52n));
    near(Number.MAX_VALUE);
    expectRead(texts);
  });

  it('reads thousands of digits', () => {
    const texts = [1, 2, 5, 19, 20, 100, 5_000].flatMap((n) => [
      `0.${'0'.repeat(n)}1`,
      `1${'0'.repeat(n)}`,
      `1${'0'.repeat(n)}e-${n}`,
      `0.${'0'.repeat(n)}1e${n}`,
      `0.5${'0'.repeat(n)}`,
      `${'0'.repeat(n)}1`,
      `1${'0'.repeat(n)}.5e-${n}`,
      `0.${'9'.repeat(n)}`,
      `9007199254740993${'0'.repeat(n)}e-${n}`,
      `9007199254740993${'0'.repeat(n)}1e-${n + 1}`,
    ]);
    expectRead(texts);
  });

  it('refuses what is no number, and takes blanks around one', () => {
    const none = [
      '',
      ' ',
      '.',
      '-',
      '+',
      '-.',
      'e',
      'e5',
      '1e',
      '1e+',
      '1e-',
      '.e1',
      '1.2.3',
      '1..2',
      '--1',
      '+-1',
      '1-',
      '0x10',
      '1_000',
      '1,5e',
      'nan',
      'NaN',
      'inf',
      'Infinity',
      '-inf',
      'NA',
      'null',
      '0.5x',
      '0.5 6',
      '0. 5',
      '1e5.0',
      '1e 5',
      '0.5%',
      '0.12345678901234567x',
      '0.1234567\0',
      '\x000.5',
      '0.5\0',
      '\n1',
      '\r',
      '0.5\r',
      '1\v',
      '\u00a01',
      '12345678a',
      '0.12345678/',
      '0.12345678:',
      '１',
      '1d5',
      '1f',
      '1n',
      '0b1',
    ];
    for (const { kernels, bytes, plan } of sides) {
      for (const text of none) {
        const to = encoder.encodeInto(text, bytes).written;
        expect(kernels.parseNumber(bytes, 0, to, plan), `${kernels.backend}: ${JSON.stringify(text)}`).toBeNaN();
      }
      for (const [text, x] of [
        [' 0.5', 0.5],
        ['0.5 ', 0.5],
        ['\t 0.12345678901234567 \t', Number('0.12345678901234567')],
        ['  -1e-3  ', -0.001],
      ] as const) {
        const to = encoder.encodeInto(text, bytes).written;
        expect(kernels.parseNumber(bytes, 0, to, plan)).toBe(x);
      }
    }
  });
});
