import { bytesAt, fill, type Reading } from '../bytes/reading.js';
import { damaged } from '../tables/batch.js';

/** What an NPY file says of its array. */
export interface NpyHeader {
  /** The kind of number and its bytes: f4, f8, u1, i8, b1 … */
  type: string;
  bigEndian: boolean;
  /** Columns one after another rather than rows. */
  fortran: boolean;
  shape: number[];
  /** Where the numbers begin. */
  dataAt: number;
}

const NPY_MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const NPY = 'NPY';

/** The same, asking for the bytes. */
export function* npyHeader(file: number, name: string, size: number): Reading<NpyHeader> {
  const start = new Uint8Array(Math.min(NPY_START, size));
  const { from, dataAt } = textSpan(start.subarray(0, yield* fill(file, start, 0)), name, size);
  return parseNpyHeader(new TextDecoder().decode(yield* bytesAt(file, from, dataAt)), dataAt, name, size);
}

/** Bytes in front of the text, at most; and of the text. */
const NPY_START = 12;
const LONGEST_TEXT = 2 ** 16;
/** NumPy itself knows no more dimensions. */
const MOST_DIMENSIONS = 64;

/** Where the text lies, by what a file begins with. */
function textSpan(start: Uint8Array, name: string, size: number): { from: number; dataAt: number } {
  if (start.length < 10 || NPY_MAGIC.some((byte, i) => start[i] !== byte)) throw damaged(name, NPY, 'it does not begin as one');
  const version = start[6];
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  if (version < 1 || version > 3) throw damaged(name, NPY, `its version is ${version}, and 1 to 3 are known`);
  const from = version === 1 ? 10 : 12;
  const length = version === 1 ? view.getUint16(8, true) : start.length < 12 ? size : view.getUint32(8, true);
  const dataAt = from + length;
  if (dataAt > size) throw damaged(name, NPY, 'its header is longer than the file');
  if (length > LONGEST_TEXT) throw damaged(name, NPY, `its header has ${length} bytes`);
  return { from, dataAt };
}

function parseNpyHeader(text: string, dataAt: number, name: string, size: number): NpyHeader {
  const descr = /['"]descr['"]\s*:\s*['"]([<>|=]?)([a-zA-Z]\d*)[^'"]*['"]/.exec(text);
  const order = /['"]fortran_order['"]\s*:\s*(True|False)/.exec(text);
  const dimensions = /['"]shape['"]\s*:\s*\(([\d\s,L]*)\)/.exec(text);
  if (!descr) throw damaged(name, NPY, `its type cannot be read from ${text.trim().slice(0, 80)}; arrays of records are not`);
  if (!order || !dimensions) throw damaged(name, NPY, `its shape cannot be read from ${text.trim().slice(0, 80)}`);
  const shape = (dimensions[1].match(/\d+/g) ?? []).map(Number);
  if (shape.length > MOST_DIMENSIONS) throw damaged(name, NPY, `its shape has ${shape.length} dimensions`);
  const header = { type: descr[2], bigEndian: descr[1] === '>', fortran: order[1] === 'True', shape, dataAt };
  const needed = shape.reduce((product, n) => product * n, itemBytes(descr[2]));
  if ((/^[fiub]\d$/.test(header.type) || isTextType(header.type)) && !(size - dataAt >= needed))
    throw damaged(name, NPY, `an array of shape (${shape.join(', ')}) takes ${needed} bytes, and ${size - dataAt} are there`);
  return header;
}

/** Whether a type is that of texts: U5 has five characters, S3 three bytes. */
export function isTextType(type: string): boolean {
  return /^[US][1-9]\d{0,5}$/.test(type);
}

/** What one of an array takes, in bytes. */
export function itemBytes(type: string): number {
  return Number(type.slice(1)) * (type.startsWith('U') ? 4 : 1);
}
