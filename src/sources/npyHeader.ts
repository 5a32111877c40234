import type { ByteAccess } from './byteAccess.js';
import { damaged } from './tableSource.js';

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

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const FORMAT = 'NPY';

/** Reads the header, which is a Python dictionary as text, and checks that the numbers are all there. */
export async function readNpyHeader(access: ByteAccess): Promise<NpyHeader> {
  const { name, size } = access;
  const start = new Uint8Array(await access.slice(0, Math.min(12, size)));
  if (start.length < 10 || MAGIC.some((byte, i) => start[i] !== byte)) throw damaged(name, FORMAT, 'it does not begin as one');
  const version = start[6];
  const view = new DataView(start.buffer);
  if (version < 1 || version > 3) throw damaged(name, FORMAT, `its version is ${version}, and 1 to 3 are known`);
  const from = version === 1 ? 10 : 12;
  const length = version === 1 ? view.getUint16(8, true) : start.length < 12 ? size : view.getUint32(8, true);
  const dataAt = from + length;
  if (dataAt > size) throw damaged(name, FORMAT, 'its header is longer than the file');
  const text = new TextDecoder().decode(await access.slice(from, dataAt));
  const descr = /['"]descr['"]\s*:\s*['"]([<>|=]?)([a-zA-Z]\d*)[^'"]*['"]/.exec(text);
  const order = /['"]fortran_order['"]\s*:\s*(True|False)/.exec(text);
  const dimensions = /['"]shape['"]\s*:\s*\(([\d\s,L]*)\)/.exec(text);
  if (!descr) throw damaged(name, FORMAT, `its type cannot be read from ${text.trim().slice(0, 80)}; arrays of records are not`);
  if (!order || !dimensions) throw damaged(name, FORMAT, `its shape cannot be read from ${text.trim().slice(0, 80)}`);
  const shape = (dimensions[1].match(/\d+/g) ?? []).map(Number);
  const header = { type: descr[2], bigEndian: descr[1] === '>', fortran: order[1] === 'True', shape, dataAt };
  const bytes = Number(descr[2].slice(1));
  const needed = shape.reduce((product, n) => product * n, bytes);
  if (/^[fiub]\d$/.test(header.type) && size - dataAt < needed)
    throw damaged(name, FORMAT, `an array of shape (${shape.join(', ')}) takes ${needed} bytes, and ${size - dataAt} are there`);
  return header;
}
