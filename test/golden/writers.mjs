/**
 * Columns as files. These writers are apart from those of the other tests, so that a change there leaves the recorded inputs alone.
 * Columns are arrays by name, in order; a set of classes is an array of names.
 */
import { gzipSync } from 'node:zlib';
import { dictionary, float32, float64, list, setCompressionCodec, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';

const text = (value) => (Array.isArray(value) ? value.join('|') : String(value));
const asText = (data) => (Array.isArray(data[0]) ? data.map((value) => (value === null ? null : text(value))) : data);
const isText = (data) => typeof data.find((value) => value !== null) === 'string';

/** A field of CSV: between quotes where it has to be. */
export function field(value, delimiter = ',', always = false) {
  const plain = text(value);
  return always || /["\r\n]/.test(plain) || plain.includes(delimiter) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function csv(columns, { delimiter = ',', end = '\n', quoted = false } = {}) {
  const names = Object.keys(columns);
  const lines = [names.map((name) => field(name, delimiter, quoted)).join(delimiter)];
  const rows = columns[names[0]].length;
  for (let r = 0; r < rows; r++) lines.push(names.map((name) => field(columns[name][r], delimiter, quoted)).join(delimiter));
  return lines.join(end) + end;
}

export function ndjson(columns) {
  const names = Object.keys(columns);
  const lines = Array.from(columns[names[0]], (_, r) => JSON.stringify(Object.fromEntries(names.map((name) => [name, columns[name][r]]))));
  return `${lines.join('\n')}\n`;
}

const compressors = { GZIP: (bytes) => new Uint8Array(gzipSync(bytes)) };

/** `single` writes estimates as float32; `encodings` and `types` are by column. */
export function parquet(columns, { codec = 'SNAPPY', rowGroupSize = 150, nullable = true, single = false, encodings = {}, types = {} } = {}) {
  const columnData = Object.entries(columns).map(([name, given]) => {
    const data = asText(given);
    const type = types[name] ?? (isText(data) ? 'STRING' : single && /^p_/.test(name) ? 'FLOAT' : 'DOUBLE');
    return { name, data, type, nullable, ...(encodings[name] ? { encoding: encodings[name] } : {}) };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData, codec, compressors, rowGroupSize }));
}

/** Text is plain or, with `dictionaries`, dictionary-encoded. Sets are lists with `lists`, else text. */
export function arrow(columns, { format = 'file', maxBatchRows = 150, single = false, dictionaries = false, lists = false, types = {}, codec } = {}) {
  const data = {};
  const own = { ...types };
  for (const [name, given] of Object.entries(columns)) {
    const asList = lists && Array.isArray(given[0]);
    data[name] = asList || own[name] ? given : asText(given);
    const ofText = dictionaries ? dictionary(utf8()) : utf8();
    own[name] ??= asList ? list(utf8()) : isText(data[name]) ? ofText : single && /^p_/.test(name) ? float32() : float64();
  }
  if (codec !== undefined) setCompressionCodec(codec, { encode: STORED[codec], decode: (bytes) => bytes });
  return tableToIPC(tableFromArrays(data, { types: own, maxBatchRows }), { format, ...(codec === undefined ? {} : { codec }) });
}

/** Frames whose blocks are stored as they are, by Arrow's number of the codec: LZ4, Zstandard. */
const STORED = [
  (bytes) => {
    const parts = [Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x40, 0x40, 0])];
    for (let at = 0; at < bytes.length; at += 65536) {
      const block = bytes.subarray(at, at + 65536);
      const size = Buffer.alloc(4);
      size.writeUInt32LE((block.length | 0x80000000) >>> 0);
      parts.push(size, block);
    }
    return new Uint8Array(Buffer.concat([...parts, Buffer.alloc(4)]));
  },
  (bytes) => {
    const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
    head.writeUInt32LE(bytes.length, 5);
    const parts = [head];
    for (let at = 0; at === 0 || at < bytes.length; at += 65536) {
      const block = bytes.subarray(at, at + 65536);
      const size = Buffer.alloc(3);
      size.writeUIntLE((block.length << 3) | (at + 65536 >= bytes.length ? 1 : 0), 0, 3);
      parts.push(size, block);
    }
    return new Uint8Array(Buffer.concat(parts));
  },
];

const SETTERS = { f8: 'setFloat64', f4: 'setFloat32', i8: 'setBigInt64', i4: 'setInt32', i1: 'setInt8', u2: 'setUint16', u1: 'setUint8', b1: 'setUint8' };

/** An array as NumPy saves it, of values in the order in which they are to lie there. `descr` is such as <f8. */
export function npy(values, descr, shape, { fortran = false, version = 1 } = {}) {
  const type = descr.slice(1);
  const size = Number(type[1]);
  const dictionary = `{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  const lengthBytes = version === 1 ? 2 : 4;
  const header = `${dictionary.padEnd(127 - 8 - lengthBytes)}\n`;
  const head = Buffer.alloc(8 + lengthBytes + header.length);
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0]);
  head.writeUIntLE(header.length, 8, lengthBytes);
  head.write(header, 8 + lengthBytes, 'latin1');
  const body = new DataView(new ArrayBuffer(values.length * size));
  for (let i = 0; i < values.length; i++) body[SETTERS[type]](i * size, type === 'i8' ? BigInt(values[i]) : values[i], descr[0] !== '>');
  return new Uint8Array(Buffer.concat([head, new Uint8Array(body.buffer)]));
}
