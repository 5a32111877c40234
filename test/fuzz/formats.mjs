import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { checksum } from '../../dist/base/checkedJson.js';
import { createEngine } from '../../dist/core/engine.js';
import { measures } from '../../dist/core/measures/registry.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import { openArrow } from '../../dist/rows/arrow/arrowTable.js';
import { openBlobs } from '../../dist/rows/bytes/openBlobs.js';
import { head } from '../../dist/rows/bytes/reading.js';
import { openCsv } from '../../dist/rows/csv/csvTable.js';
import { openNdjson } from '../../dist/rows/ndjson/ndjsonTable.js';
import { openNpyTable } from '../../dist/rows/npy/npyTable.js';
import { openParquet } from '../../dist/rows/parquet/parquetTable.js';
import { mutated } from './mutate.mjs';
import { checked, outcome, told } from './outcome.mjs';
import { shapes } from './shapes.mjs';
import { slowCsv, slowNdjson, slowNpy } from './slow.mjs';
import { sameEveryWay, someWays } from './ways.mjs';

/**
 * The formats that are tried. `make` gives an input by chance: files and what is asked of them; `check` throws where a promise is broken. What `check`
 * gives tells whether the input was good.
 */

const wasm = await wasmKernels(2 ** 23);
const plain = plainKernels();
const encoder = new TextEncoder();
const CLASSES = ['a', 'b', 'cat', 'dög'];

/** Columns by their names, if all of them are there. */
const wanting =
  (names, more = {}) =>
  ({ columns }) => {
    const at = (name) => columns.indexOf(name);
    const { numbers = [], truth, texts = [] } = names;
    if ([...numbers, ...(truth === undefined ? [] : [truth]), ...texts].some((name) => at(name) < 0)) return undefined;
    const about = Object.fromEntries(columns.map((_, i) => [i, { expected: 'something else', advice: 'Check it.' }]));
    return {
      numbers: numbers.map(at),
      ...(truth === undefined ? {} : { truth: at(truth) }),
      texts: texts.map(at),
      classes: CLASSES,
      about,
      most: 37,
      finite: true,
      ...more,
    };
  };

/** Reads it on both backends, in one piece and in small ones, and gives what came of it, which must be the same. */
function everyWay(open, files, wanted, most) {
  const [first, ...others] = [
    outcome(open, files, wanted, wasm, Infinity),
    outcome(open, files, wanted, plain, Infinity),
    outcome(open, files, wanted, wasm, most),
  ];
  // What unpacks zstd in TypeScript looks at less of it (src/kernels/plain/read/unpackZstd.ts).
  for (const [i, other] of others.entries())
    if (told(other) !== told(first) && !/cannot be unpacked|packed is damaged/.test(`${first.error}${other.error}`))
      throw new Error(`${['the twin', `pieces of ${most} bytes`][i]} differ:\n${told(first).slice(0, 300)}\n${told(other).slice(0, 300)}`);
  return first;
}

function sameRows(found, slow) {
  if (found.error) throw new Error(`a good file is refused: ${found.error}`);
  const one = told({ rows: found.rows.map((row) => (typeof row === 'string' ? 'bad' : row)) });
  const other = told({ rows: slow.map((row) => row ?? 'bad') });
  if (one !== other) throw new Error(`the slow reader differs:\n${one.slice(0, 400)}\n${other.slice(0, 400)}`);
}

const NUMBERS = [
  '0',
  '1',
  '0.5',
  '0.25',
  '.125',
  '1e-3',
  '5E-324',
  '0.1',
  '1.0000000000000002',
  '0.30000000000000004',
  '123456789.123456789e-9',
  '1e400',
  '-0',
  'x',
  '',
  '0x1',
  '1_0',
  'NaN',
  'inf',
  '١',
];
const NOTES = ['x', '', '5" pipe', '"two\nlines"', '"a ""b"",\r\n\n#c"', '"""\n"""', '日本', 'w'.repeat(70), ' x ', '"', '#'];

function delimited(random, delimiter) {
  const end = random.pick(['\n', '\n', '\r\n']);
  const cell = () => (random.next() < 0.8 ? random.pick(NUMBERS.slice(0, 11)) : random.pick(NUMBERS));
  const columns = ['note', 'label', 'p_a', 'p_b'];
  const lines = [columns.join(delimiter)];
  for (let r = random.below(30); r > 0; r--) {
    if (random.next() < 0.1) lines.push('');
    const note = random.pick(random.next() < 0.9 ? NOTES.slice(0, 9) : NOTES).replaceAll(',', delimiter);
    const row = [note, random.pick([...CLASSES, '"a"', random.next() < 0.1 ? 'z' : 'b']), cell(), cell()];
    if (random.next() < 0.03) row.pop();
    lines.push(row.join(delimiter));
  }
  return encoder.encode(lines.join(end) + (random.next() < 0.5 ? end : ''));
}

function text(delimiter, ending) {
  const wanted = wanting({ numbers: ['p_a', 'p_b'], truth: 'label', texts: ['note'] });
  return {
    make(random) {
      const bytes = delimited(random, delimiter);
      return { files: [random.next() < 0.6 ? mutated(random, bytes) : bytes], most: 1 + random.below(50), ways: someWays(random) };
    },
    async check({ files, most, ways }) {
      if (ways) await sameEveryWay({ [`x.${ending}`]: files[0] }, ways);
      const found = everyWay(() => openCsv(0, 'x.csv', files[0].length), files, wanted, most);
      const slow = slowCsv(files[0], delimiter, CLASSES);
      if (slow && found.rows) sameRows(found, slow);
      return found.rows !== undefined;
    },
  };
}

const ndjson = {
  make(random) {
    const value = () => random.pick([0.5, 0, 1, 1e-300, 0.1, 5e-324, null, 'x', [], {}, true, -0.25, 1e308]);
    const lines = [];
    for (let r = random.below(20) + 1; r > 0; r--) {
      const row = { id: random.pick(['x', 'é\n"', '\u2028', 7]), label: random.pick([...CLASSES, 'a', 'z', 3]), p_a: value(), p_b: random.next() };
      if (random.next() < 0.1) delete row.p_a;
      const keys = random.next() < 0.2 ? Object.entries(row).reverse() : Object.entries(row);
      let line = JSON.stringify(Object.fromEntries(lines.length === 0 ? Object.entries({ id: 1, label: 'a', p_a: 0.5, p_b: 0.5 }) : keys));
      if (random.next() < 0.1) line = line.replace('{', random.pick(['{ ', '{"deep":{"a":[1,{"b":null}]},', '{"p_a":0.25,', '{"\\u0070_a":0.75,']));
      lines.push(random.next() < 0.05 ? random.pick(['', ' ', '[]', 'null', '{', '{}']) : line);
    }
    const bytes = encoder.encode(lines.join(random.pick(['\n', '\n', '\r\n'])));
    return { files: [random.next() < 0.6 ? mutated(random, bytes) : bytes], most: 1 + random.below(50), ways: someWays(random) };
  },
  async check({ files, most, ways }) {
    if (ways) await sameEveryWay({ 'x.ndjson': files[0] }, ways);
    const found = everyWay(() => openNdjson(0, 'x.ndjson', files[0].length), files, wanting({ numbers: ['p_a', 'p_b'], truth: 'label' }), most);
    const slow = slowNdjson(files[0], CLASSES);
    if (slow && found.rows) sameRows(found, slow);
    return found.rows !== undefined;
  },
};

const bytesOf = (folder, ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => new Uint8Array(readFileSync(`${folder}/${name}`)));

const parquets = bytesOf('test/rows/fixtures', '.parquet');
const quick = parquets.filter((_, i) => i !== 6);
const PARQUET_ASKED = [
  { numbers: ['d', 'u', 'f'], truth: 'label' },
  { numbers: ['dec', 'i'], truth: 'b', texts: ['id'] },
  { sets: 'l', truth: 'label' },
  { sets: 's', texts: ['label', 'i'] },
];

const parquet = {
  make(random) {
    // What unpacks Brotli is slow, and seldom in use.
    const whole = random.next() < 0.02 ? random.pick(parquets) : random.pick(quick);
    // What describes the columns is at the end, and more telling than their values; so is the first page.
    const at = ({ next }, bytes) => {
      const footer = Math.max(0, bytes.length - 8 - new DataView(whole.buffer, whole.byteOffset).getUint32(whole.length - 8, true));
      return next() < 0.5 ? footer + Math.floor(next() * (bytes.length - footer)) : Math.floor(next() ** 2 * bytes.length);
    };
    return { files: [mutated(random, whole, at)], asked: random.below(PARQUET_ASKED.length), most: 100 + random.below(5000), ways: someWays(random) };
  },
  async check({ files, asked, most, ways }) {
    if (ways) await sameEveryWay({ 'x.parquet': files[0] }, ways, { truth: 'label', probs: 'd,u', classes: ['a', 'b'] });
    const { sets, ...names } = PARQUET_ASKED[asked];
    const wanted = (table) => {
      const place = sets === undefined ? -1 : table.columns.indexOf(sets);
      const found = wanting(names, place < 0 ? {} : { sets: place })(table);
      return sets !== undefined && place < 0 ? undefined : found;
    };
    return everyWay(() => openParquet(0, 'x.parquet', files[0].length), files, wanted, most).rows !== undefined;
  },
};

function arrow(ending) {
  const seeds = bytesOf('test/rows/arrow', ending).filter(({ length }) => length < 200_000);
  return {
    make(random) {
      const whole = random.pick(seeds);
      const at = ({ next }, bytes) => Math.floor((next() < 0.5 ? next() ** 3 : next()) * bytes.length);
      return { files: [mutated(random, whole, at)], most: 100 + random.below(5000), turn: random.below(4), ways: someWays(random) };
    },
    async check({ files, most, turn, ways }) {
      if (ways) await sameEveryWay({ [`x${ending}`]: files[0] }, ways);
      // Whatever columns there are: the first few as numbers, or as text, or as the truth.
      const wanted = (table) => {
        const { columns } = table;
        if (columns.length === 0 || new Set(columns).size < columns.length) return undefined;
        const some = columns.slice(turn, turn + 2);
        const asked = turn < 2 ? { truth: columns[0], numbers: columns.slice(1, 3) } : { texts: some };
        return wanting(asked)(table);
      };
      return everyWay(() => openArrow(0, 'x.arrow', files[0].length), files, wanted, most).rows !== undefined;
    },
  };
}

const npy = {
  make(random) {
    const k = 2 + random.below(3);
    const rows = random.below(12);
    const [type, array] = random.pick([
      ['f8', Float64Array],
      ['f4', Float32Array],
    ]);
    const numbers = array.from({ length: rows * k }, () => (random.next() < 0.9 ? random.next() : random.pick([0, 1, NaN, Infinity, -1])));
    const [kind, whole] = random.pick([
      ['u1', Uint8Array],
      ['i4', Int32Array],
      ['u2', Uint16Array],
      ['i8', BigInt64Array],
    ]);
    const labels = whole.from({ length: rows }, () => (kind === 'i8' ? BigInt(random.below(k)) : random.below(random.next() < 0.95 ? k : 9)));
    const estimates = npyFile(numbers, `<${type}`, [rows, k], random.next() < 0.3);
    const truths = npyFile(labels, `<${kind}`, [rows], false);
    const at = ({ next }, bytes) => Math.floor((next() < 0.7 ? next() * 0.6 : next()) * bytes.length);
    const how = random.next();
    return {
      files: [how < 0.4 ? mutated(random, estimates, at) : estimates, how > 0.4 && how < 0.7 ? mutated(random, truths, at) : truths],
      most: 1 + random.below(40),
      ways: someWays(random),
    };
  },
  async check({ files, most, ways }) {
    if (ways) await sameEveryWay({ 'x.npy': files[0], 'l.npy': files[1] }, ways);
    const [estimates, labels] = ['p.npy', 'l.npy'].map((name, file) => ({ file, name, size: files[file].length }));
    const wanted = ({ columns, given }) => ({
      numbers: columns.slice(1).map((_, i) => i + 1),
      truth: 0,
      classes: given.classes,
      about: {},
      most: 5,
      finite: true,
    });
    const found = everyWay(() => openNpyTable(estimates, labels), files, wanted, most);
    const slow = slowNpy(files);
    if (slow && found.rows) sameRows(found, slow);
    return found.rows !== undefined;
  },
};

function npyFile(values, descr, shape, fortran) {
  const text = `{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const header = `${text.padEnd(85)}\n`;
  const bytes = new Uint8Array(10 + header.length + values.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  bytes.set(encoder.encode(header), 10);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), 10 + header.length);
  return bytes;
}

const gzip = {
  make(random) {
    const bytes = new Uint8Array(gzipSync(delimited(random, ','), { level: random.below(10) }));
    return { files: [random.next() < 0.8 ? mutated(random, bytes) : bytes], most: 1000 };
  },
  async check({ files }) {
    const [packed] = files;
    if (packed[0] !== 0x1f || packed[1] !== 0x8b) return false;
    let unpacked;
    try {
      unpacked = new Uint8Array(gunzipSync(packed));
    } catch {}
    let got;
    try {
      const opened = await openBlobs([new File([packed], 'x.csv.gz')]);
      got = await opened.read(head(0, opened.files[0].size));
      opened.close();
    } catch (error) {
      checked(error);
    }
    // What follows a whole stream zlib passes over if it is no other stream; a browser's way of unpacking need not.
    if (got && !unpacked) throw new Error('a damaged stream was read');
    if (got && Buffer.compare(got, unpacked) !== 0) throw new Error('other bytes than zlib has');
    return got !== undefined;
  },
};

const engine = await createEngine();
const saved = [2, 3, 20].flatMap((k) =>
  [false, true].map((weighted) => {
    const names = Array.from({ length: k }, (_, i) => `class ${i}`);
    const statistics = engine.statistics(names);
    const rows = 40;
    const estimates = Float64Array.from({ length: rows * k }, (_, i) => (1 + ((i * 7 + Math.floor(i / k)) % k)) / ((k * (k + 1)) / 2));
    const sums = Array.from({ length: rows }, (_, r) => estimates.subarray(r * k, (r + 1) * k).reduce((a, b) => a + b, 0));
    const labels = Uint16Array.from({ length: rows }, (_, r) => (r * r) % k);
    for (let i = 0; i < estimates.length; i++) estimates[i] /= sums[Math.floor(i / k)];
    return statistics.add(estimates, labels, ...(weighted ? [Float64Array.from({ length: rows }, (_, r) => (r % 4) / 2)] : [])).toJSON();
  }),
);
const VALUES = [
  0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  null,
  true,
  'x',
  '',
  '0',
  '-1~64',
  '1~64',
  'f'.repeat(700),
  '9'.repeat(1500),
  [],
  {},
  [0, 0, 1],
  -5,
  65536,
];

const statistics = {
  make(random) {
    const { check: _, ...json } = structuredClone(random.pick(saved));
    const target = random.next() < 0.3 ? json.tally : json;
    for (let i = 1 + random.below(3); i > 0; i--) change(random, target);
    const text = JSON.stringify(json);
    const whole =
      target === json.tally && random.next() < 0.5 ? JSON.stringify(json.tally) : `${text.slice(0, -1)},"check":"${checksum(text, text.length - 1)}"}`;
    return { files: [encoder.encode(whole)], most: 0 };
  },
  check({ files }) {
    const text = new TextDecoder().decode(files[0]);
    let read;
    try {
      read = text.includes('"fairbits-statistics"') ? engine.statisticsFrom(text) : engine.tallyFrom(text);
    } catch (error) {
      checked(error);
      return false;
    }
    // What is taken must be something that can be told of, and merged.
    const { tally = read } = read;
    const prior = tally.prior('uniform');
    const ids = measures.filter(({ total }) => total || read.tally).map(({ id }) => id);
    for (const id of ids) {
      if (read.tally && read.untold(id, prior)) continue;
      const mean = read.tally ? read.summary(id, prior).mean : tally.mean(id, prior);
      if (id === 'accuracy' && tally.rows > 0 && !(mean >= 0 && mean <= 1 + 1e-9)) throw new Error(`an accuracy of ${mean}`);
      if (id === 'logLoss' && mean < -1e-9) throw new Error(`a log loss of ${mean}`);
      if (id === 'quadraticLoss' && (mean < -1e-9 || mean > 2 + 1e-9)) throw new Error(`a quadratic loss of ${mean}`);
    }
    const again = JSON.stringify(read);
    if (read.tally) engine.statisticsFrom(again);
    else engine.tallyFrom(again);
    return true;
  },
};

/** Changes a field, somewhere inside. */
function change(random, value) {
  const keys = Object.keys(value);
  if (keys.length === 0) return;
  const key = random.pick(keys);
  const inner = value[key];
  if (typeof inner === 'object' && inner !== null && random.next() < 0.85) change(random, inner);
  else if (random.next() < 0.1) Array.isArray(value) ? value.splice(Number(key), 1) : delete value[key];
  else if (typeof inner === 'number' && random.next() < 0.5) value[key] = inner + random.pick([-1, 1, 0.5, 100]);
  else value[key] = structuredClone(random.pick(VALUES));
}

export const formats = {
  csv: text(',', 'csv'),
  tsv: text('\t', 'tsv'),
  ndjson,
  parquet,
  arrow: arrow('.arrow'),
  'arrow-stream': arrow('.arrows'),
  npy,
  gzip,
  statistics,
  ...shapes,
};
