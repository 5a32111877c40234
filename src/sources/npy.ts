import { classNames } from '../classes.js';
import { FairbitsError } from '../errors.js';
import type { ByteAccess } from './byteAccess.js';
import { type NpyHeader, readNpyHeader } from './npyHeader.js';
import { type BadCell, type Batch, type NumberColumn, noteBad, type TableSource, wrongType } from './tableSource.js';

/** Bytes to a piece: what one call of the kernels takes, and small enough to stay in cache. */
const PIECE = 2 ** 18;

export interface NpyOptions {
  /** The classes in the order of the columns; 0, 1, 2, … if not given. */
  classes?: readonly string[];
}

/**
 * Two arrays as one table: estimates of shape (n, k), or (n) for P(positive), and n labels, which count classes from 0.
 * Without estimates it has labels only, as a training set may.
 */
export async function openNpy(estimates: ByteAccess | undefined, labels: ByteAccess, { classes: wanted }: NpyOptions = {}): Promise<TableSource> {
  const labelHeader = await readNpyHeader(labels);
  const n = labelCount(labels.name, labelHeader);
  const header = estimates && (await readNpyHeader(estimates));
  const k = estimates && header ? estimateColumns(estimates.name, header, n, labels.name) : 1;
  const classes = [...classNames(wanted ?? Math.max(2, k))];
  if (estimates && header && Math.max(2, k) !== classes.length) {
    const found = `${k} column${k === 1 ? '' : 's'}`;
    throw new FairbitsError('columns', `${estimates.name}: ${found} of estimates, but --classes names ${classes.length}: expected one for each column`, {
      file: estimates.name,
      found,
      expected: `${classes.length} columns`,
    });
  }
  const name = estimates?.name ?? labels.name;
  const size = (estimates?.size ?? 0) + labels.size;
  return {
    name,
    size,
    columns: ['label', ...Array.from({ length: k }, (_, i) => `column ${i}`)],
    given: { truth: 0, estimates: Array.from({ length: k }, (_, i) => i + 1), classes, guesses: [] },
    inspect: () => ({ float32: header?.type === 'f4' }),
    batches: (_truth, columns) =>
      batches(
        columns.length > 0 ? estimates : undefined,
        header,
        labels,
        labelHeader,
        n,
        k,
        classes,
        columns.map((i) => i - 1),
        size,
      ),
    close() {
      estimates?.close();
      labels.close();
    },
  };
}

async function* batches(
  estimates: ByteAccess | undefined,
  header: NpyHeader | undefined,
  labels: ByteAccess,
  labelHeader: NpyHeader,
  n: number,
  k: number,
  classes: readonly string[],
  columns: number[],
  size: number,
): AsyncIterable<Batch> {
  const labelBytes = Number(labelHeader.type[1]);
  const rowBytes = estimates && header ? k * Number(header.type[1]) : labelBytes;
  const most = Math.max(1, Math.floor(PIECE / rowBytes));
  for (let from = 0; from < n; from += most) {
    const rows = Math.min(most, n - from);
    const bad = new Map<number, BadCell>();
    const at = labelHeader.dataAt + from * labelBytes;
    const codes = labelsFrom(await labels.slice(at, at + rows * labelBytes), labelHeader, rows, classes.length, labels.name, bad);
    const numbers = estimates && header ? await numbersFrom(estimates, header, from, rows, n, k, columns) : [];
    yield { rows, numbers, truth: { codes, names: classes }, bad, position: Math.round((size * (from + rows)) / n) };
  }
}

async function numbersFrom(
  access: ByteAccess,
  header: NpyHeader,
  from: number,
  rows: number,
  n: number,
  k: number,
  columns: number[],
): Promise<NumberColumn[]> {
  const { dataAt, type, fortran } = header;
  const bytes = Number(type[1]);
  const read = async (first: number, count: number) => floats(await access.slice(dataAt + first * bytes, dataAt + (first + count) * bytes), header);
  if (fortran && k > 1) return Promise.all(columns.map(async (i) => ({ values: await read(i * n + from, rows), from: 0, stride: 1 })));
  const values = await read(from * k, rows * k);
  return columns.map((i) => ({ values, from: i, stride: k }));
}

function floats(buffer: ArrayBuffer, { type, bigEndian }: NpyHeader): Float64Array | Float32Array {
  if (bigEndian) swap(buffer, Number(type[1]));
  return type === 'f4' ? new Float32Array(buffer) : new Float64Array(buffer);
}

/** Turns the bytes of each number round. */
function swap(buffer: ArrayBuffer, size: number): void {
  const bytes = new Uint8Array(buffer);
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

const KINDS: Record<string, new (buffer: ArrayBuffer) => ArrayLike<number | bigint>> = {
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  u8: BigUint64Array,
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  i8: BigInt64Array,
  b1: Uint8Array,
};

function labelsFrom(buffer: ArrayBuffer, { type, bigEndian }: NpyHeader, rows: number, k: number, file: string, bad: Map<number, BadCell>): Uint16Array {
  if (bigEndian) swap(buffer, Number(type[1]));
  const codes = new Uint16Array(rows);
  const values = new KINDS[type](buffer);
  for (let r = 0; r < rows; r++) {
    const label = Number(values[r]);
    if (label >= 0 && label < k) codes[r] = label;
    else noteBad(bad, r, { column: 'label', found: String(values[r]), expected: `a class from 0 to ${k - 1}`, file });
  }
  return codes;
}

function labelCount(file: string, { type, shape }: NpyHeader): number {
  if (!(type in KINDS)) {
    const hint = type.startsWith('f') ? ' Save them with .astype("int32").' : '';
    throw new FairbitsError(
      'type',
      `${file}: the labels are of type ${type}: expected whole numbers (u1 to u8, i1 to i8) or b1, counting classes from 0.${hint}`,
      {
        file,
        found: type,
        expected: 'whole numbers',
      },
    );
  }
  if (shape.length === 1 || (shape.length === 2 && shape[1] === 1)) return shape[0];
  throw new FairbitsError('columns', `${file}: the labels have the shape (${shape.join(', ')}): expected (n), one label to a row`, {
    file,
    found: `(${shape.join(', ')})`,
    expected: '(n)',
  });
}

/** The number of columns of an array of estimates that fits the labels. */
function estimateColumns(file: string, { type, shape }: NpyHeader, n: number, labels: string): number {
  if (type !== 'f4' && type !== 'f8') throw wrongType(file, 'estimates', `the type ${type}`, 'f4 or f8', 'save with .astype("float64")');
  const found = `(${shape.join(', ')})`;
  if (shape.length < 1 || shape.length > 2 || shape[1] === 0)
    throw new FairbitsError('columns', `${file}: the estimates have the shape ${found}: expected (n, k), or (n) for P(positive)`, {
      file,
      found,
      expected: '(n, k) or (n)',
    });
  if (shape[0] !== n)
    throw new FairbitsError('length', `${file} has ${shape[0]} rows, and ${labels} has ${n} labels: expected as many. Are they of the same test set?`, {
      file,
      found: shape[0],
      expected: `${n} rows`,
    });
  return shape[1] ?? 1;
}
