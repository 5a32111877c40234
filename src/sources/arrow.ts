import {
  type Batch as ArrowBatch,
  CompressionType,
  type DataType,
  type Field,
  getCompressionCodec,
  setCompressionCodec,
  Type,
  tableFromIPC,
} from '@uwdata/flechette';
import { decompress as decompressZstd } from 'fzstd';
import { FairbitsError } from '../errors.js';
import { type ArrowMessage, FORMAT, findMessages } from './arrowMessages.js';
import type { ByteAccess } from './byteAccess.js';
import { decodeLz4Frame } from './lz4Frame.js';
import { encodeSets } from './sets.js';
import {
  type BadCell,
  type Batch,
  CLASS,
  causeOf,
  checkNames,
  damaged,
  NO_TRUTH,
  NUMBER,
  type NumberColumn,
  noteBad,
  type SetColumn,
  shown,
  type TableSource,
  type TruthColumn,
  wrongType,
} from './tableSource.js';
import { encodeBytes, encodeTruths, narrow, TruthNames } from './truths.js';

/** Half precision is 0, single 1. */
const DOUBLE = 2;

function writesNothing(): never {
  throw new Error('fairbits reads Arrow files only');
}

/** Compressed bodies are for a codec to unpack, which the library has to be given; one that is there already stays. */
function setCodecs(): void {
  const { LZ4_FRAME, ZSTD } = CompressionType;
  if (!getCompressionCodec(LZ4_FRAME)) setCompressionCodec(LZ4_FRAME, { decode: decodeLz4Frame, encode: writesNothing });
  if (!getCompressionCodec(ZSTD)) setCompressionCodec(ZSTD, { decode: (bytes) => aligned(decompressZstd(bytes)), encode: writesNothing });
}

/** Bytes where numbers of eight can be read. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}

/** An Arrow IPC file (Feather version 2) or stream, one record batch at a time. */
export async function openArrow(access: ByteAccess): Promise<TableSource> {
  const { name, size } = access;
  const start = new Uint8Array(await access.slice(0, Math.min(4, size)));
  if (String.fromCharCode(...start) === 'FEA1')
    throw damaged(name, FORMAT, 'it is Feather version 1: write it again as version 2 (pyarrow.feather.write_feather)');
  if (size < 8) throw damaged(name, FORMAT, `it has only ${size} bytes`);
  const { messages, whole } = await findMessages(access);
  const schemaBytes = await bytesOf(access, messages[0]);
  const { schema } = guarded(name, 'its schema', () => tableFromIPC([schemaBytes]));
  if (schema.endianness !== undefined && schema.endianness !== 0) throw damaged(name, FORMAT, 'its numbers are big-endian, which is not supported');
  const { fields } = schema;
  checkNames(
    name,
    FORMAT,
    fields.map((field) => field.name),
  );
  return {
    name,
    size,
    columns: fields.map((field) => field.name),
    inspect(truth, estimates, sets, option) {
      if (truth !== undefined) checkTruth(name, fields[truth], option?.(truth) ?? '--truth');
      if (sets !== undefined) checkSets(name, fields[sets], option?.(sets) ?? '--predicted');
      const single = estimates.filter((i) => checkEstimates(name, fields[i], option?.(i) ?? '--probs'));
      return { float32: single.length > 0 };
    },
    batches: (truth, estimates, _groups, sets) => batches(access, messages, whole, schemaBytes, fields, truth, estimates, sets),
    close: () => access.close(),
  };
}

async function* batches(
  access: ByteAccess,
  messages: readonly ArrowMessage[],
  whole: boolean,
  schema: Uint8Array,
  fields: readonly Field[],
  truth: number | undefined,
  estimates: readonly number[],
  sets: number | undefined,
): AsyncIterable<Batch> {
  // In a file dictionaries may lie behind what uses them; in a stream they come before, and later ones may replace them.
  const dictionaries = new Map<number, Uint8Array[]>();
  const take = async (message: ArrowMessage) => {
    const bytes = await bytesOf(access, message);
    const before = message.delta ? (dictionaries.get(message.id) ?? []) : [];
    dictionaries.set(message.id, [...before, bytes]);
  };
  if (whole) for (const message of messages) if (message.kind === 'dictionary') await take(message);
  let number = 0;
  for (const message of messages) {
    if (message.kind === 'dictionary' && !whole) await take(message);
    if (message.kind !== 'batch') continue;
    const bytes = await bytesOf(access, message);
    const bad = new Map<number, BadCell>();
    const batch = guarded(access.name, `record batch ${number++}`, () => {
      setCodecs();
      const table = tableFromIPC([schema, ...[...dictionaries.values()].flat(), bytes], { useBigInt: true });
      const { rows } = message;
      const column = (i: number): ArrowBatch<unknown> => checked(table.getChildAt(i).data[0] as ArrowBatch<unknown> | undefined, rows, fields[i].name);
      if (rows === 0 && table.numRows === 0) return undefined;
      const truths = truth === undefined ? NO_TRUTH : truthsOf(column(truth), rows, fields[truth].name, bad);
      const numbers = estimates.map((i) => numbersOf(column(i), rows, fields[i].name, bad));
      const given = sets === undefined ? {} : { sets: setsOf(column(sets), rows, fields[sets].name, bad) };
      return { rows, numbers, truth: truths, ...given, bad, position: message.to };
    });
    if (batch) yield batch;
  }
}

/** A column that has the rows of its batch, and the bytes for them. */
function checked(column: ArrowBatch<unknown> | undefined, rows: number, name: string): ArrowBatch<unknown> {
  if (column?.length !== rows) throw new Error(`column "${name}" has ${column?.length ?? 0} of ${rows} rows`);
  const { offsets, values, type } = column;
  // Lists of a fixed size have neither.
  const room = offsets ? offsets.length - 1 : values ? values.length * (type.typeId === Type.Bool ? 8 : 1) : rows;
  if (room < rows) throw new Error(`column "${name}" has room for ${Math.max(0, room)} of ${rows} rows`);
  return column;
}

function numbersOf(column: ArrowBatch<unknown>, rows: number, name: string, bad: Map<number, BadCell>): NumberColumn {
  const { type, values } = column;
  const direct = type.typeId === Type.Float && (values instanceof Float64Array || values instanceof Float32Array);
  if (direct && !column.nullCount) return { values, from: 0, stride: 1 };
  const numbers = new Float64Array(rows);
  for (let r = 0; r < rows; r++) {
    const value = column.at(r);
    numbers[r] = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
    if (value === null || value === undefined) noteBad(bad, r, { column: name, found: 'null', expected: NUMBER });
  }
  return { values: numbers, from: 0, stride: 1 };
}

function truthsOf(column: ArrowBatch<unknown>, rows: number, name: string, bad: Map<number, BadCell>): TruthColumn {
  const { values, type } = column;
  if (type.typeId === Type.Dictionary && values && !(values instanceof BigInt64Array || values instanceof BigUint64Array)) {
    const { cache } = column as ArrowBatch<unknown> & { cache: ArrayLike<unknown> };
    const names = new TruthNames();
    const codesOf = Int32Array.from(cache as ArrayLike<never>, (value) => names.code(value));
    const codes = new Uint32Array(rows);
    for (let r = 0; r < rows; r++) {
      const code = column.nullCount && !column.isValid(r) ? -1 : (codesOf[Number(values[r])] ?? -1);
      if (code >= 0) codes[r] = code;
      else noteBad(bad, r, { column: name, found: shown(column.at(r) ?? null), expected: CLASS });
    }
    return { codes, names: names.names };
  }
  if (!column.nullCount && type.typeId === Type.Int && (values instanceof BigInt64Array || values instanceof BigUint64Array))
    return encodeTruths(narrow(values.subarray(0, rows)), rows, name, bad);
  const { offsets } = column;
  if (!column.nullCount && type.typeId === Type.Utf8 && offsets instanceof Int32Array && values instanceof Uint8Array)
    return encodeBytes(values, offsets, rows);
  return encodeTruths(column.slice(0, rows) as ArrayLike<unknown>, rows, name, bad);
}

function setsOf(column: ArrowBatch<unknown>, rows: number, name: string, bad: Map<number, BadCell>): SetColumn {
  return encodeSets(rows, (r) => column.at(r) ?? null, name, bad);
}

/** Whether a column of estimates is of single precision. */
function checkEstimates(file: string, { name, type }: Field, option: string): boolean {
  if (type.typeId === Type.Float) return type.precision < DOUBLE;
  if (type.typeId === Type.Int || type.typeId === Type.Decimal) return false;
  throw wrongType(file, name, typeName(type), 'numbers', option);
}

const NAMES_CLASSES: number[] = [Type.Int, Type.Float, Type.Bool, Type.Utf8, Type.LargeUtf8, Type.Utf8View];

const namesClasses = (type: DataType): boolean => NAMES_CLASSES.includes((type.typeId === Type.Dictionary ? type.dictionary : type).typeId);

function checkTruth(file: string, { name, type }: Field, option: string): void {
  if (!namesClasses(type)) throw wrongType(file, name, typeName(type), 'text, numbers or booleans that name classes', option);
}

const LISTS: number[] = [Type.List, Type.LargeList, Type.FixedSizeList, Type.ListView, Type.LargeListView];

function checkSets(file: string, { name, type }: Field, option: string): void {
  const { children } = type as { children?: Field[] };
  const listed = LISTS.includes(type.typeId) && children?.length === 1 && namesClasses(children[0].type);
  if (!listed && !namesClasses(type)) throw wrongType(file, name, typeName(type), 'text such as a|c, or lists of classes', option);
}

function typeName({ typeId }: DataType): string {
  const [name] = Object.entries(Type).find(([, id]) => id === typeId) ?? ['unknown'];
  return /Utf8/.test(name) ? 'text' : name === 'Bool' ? 'booleans' : `the type ${name}`;
}

async function bytesOf(access: ByteAccess, { from, to }: ArrowMessage): Promise<Uint8Array> {
  return new Uint8Array(await access.slice(from, to));
}

/** Whatever the library throws means a file that is not as it should be. */
function guarded<T>(file: string, what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof FairbitsError) throw error;
    throw damaged(file, FORMAT, `${what}: ${causeOf(error)}`);
  }
}
