import type { FileMetaData, RowGroup, SchemaTree } from 'hyparquet';
import { parquetMetadataAsync, parquetSchema } from 'hyparquet/src/metadata.js';
import { FairbitsError } from '../errors.js';
import type { ByteAccess } from './byteAccess.js';
import { decompressors as compressors } from './decompressors.js';
import { type Page, readPages } from './parquetPages.js';
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
  noteBad,
  shown,
  type TableSource,
  type TruthColumn,
  wrongType,
} from './tableSource.js';
import { encodeTruths, narrow, TruthNames } from './truths.js';

const FORMAT = 'Parquet';

/** A Parquet file, a row group at a time; only the columns that are asked for are read. */
export async function openParquet(access: ByteAccess): Promise<TableSource> {
  const { name, size } = access;
  if (size < 12) throw damaged(name, FORMAT, `it has only ${size} bytes`);
  const metadata = await guarded(name, 'its footer', () =>
    parquetMetadataAsync({ byteLength: size, slice: (from, to = size) => access.slice(from, to) }, { geoparquet: false }),
  );
  const tree = await guarded(name, 'its schema', async () => parquetSchema(metadata));
  const columns = tree.children.map(({ element }) => element.name);
  checkNames(name, FORMAT, columns);
  const groups = metadata.row_groups.map(({ num_rows }) => Number(num_rows));
  checkRows(name, groups, Number(metadata.num_rows));
  const kept = new KeptTruths();
  return {
    name,
    size,
    columns,
    inspect(truth, estimates, sets, option) {
      if (truth !== undefined) checkTruth(name, tree.children[truth], option?.(truth) ?? '--truth');
      if (sets !== undefined) checkSets(name, tree.children[sets], option?.(sets) ?? '--predicted');
      const kinds = estimates.map((i) => checkEstimates(name, tree.children[i], option?.(i) ?? '--probs'));
      return { float32: kinds.includes('float32') };
    },
    groups,
    batches: (truth, estimates, { from, to } = { from: 0, to: metadata.row_groups.length }, sets) =>
      batches(
        access,
        metadata,
        kept,
        from,
        to,
        tree,
        truth === undefined ? undefined : tree.children[truth],
        estimates.map((i) => tree.children[i]),
        sets === undefined ? undefined : tree.children[sets],
      ),
    close: () => access.close(),
  };
}

/** That the row groups have the rows the file is said to have: else some would be lost, or looked for in vain. */
function checkRows(file: string, groups: readonly number[], all: number): void {
  const wrong = groups.findIndex((rows) => !(Number.isSafeInteger(rows) && rows >= 0));
  if (wrong >= 0) throw damaged(file, FORMAT, `its footer: row group ${wrong} has ${groups[wrong]} rows`);
  const sum = groups.reduce((a, b) => a + b, 0);
  if (sum !== all) throw damaged(file, FORMAT, `its footer: ${sum} rows in groups, and ${all} in all`);
}

/** The true classes of the first row groups (16 MiB): they are counted before the rows are scored, and not decoded twice. */
class KeptTruths {
  private column: SchemaTree | undefined;
  private readonly groups = new Map<number, TruthColumn>();
  private rows = 0;

  get(column: SchemaTree, index: number): TruthColumn | undefined {
    return column === this.column ? this.groups.get(index) : undefined;
  }

  keep(column: SchemaTree, index: number, truths: TruthColumn): void {
    this.column ??= column;
    if (column !== this.column || this.groups.has(index) || this.rows + truths.codes.length > 2 ** 22) return;
    this.rows += truths.codes.length;
    this.groups.set(index, truths);
  }
}

async function* batches(
  access: ByteAccess,
  metadata: FileMetaData,
  kept: KeptTruths,
  from: number,
  to: number,
  tree: SchemaTree,
  truth: SchemaTree | undefined,
  estimates: SchemaTree[],
  sets: SchemaTree | undefined,
): AsyncIterable<Batch> {
  const { num_rows, row_groups: groups } = metadata;
  const all = Number(num_rows);
  let done = groups.slice(0, from).reduce((sum, group) => sum + Number(group.num_rows), 0);
  for (let index = from; index < to; index++) {
    const group = groups[index];
    const rows = Number(group.num_rows);
    const bad = new Map<number, BadCell>();
    const what = `row group ${index}`;
    const pages = (column: SchemaTree) =>
      guarded(access.name, `${what}, column "${column.element.name}"`, () => columnPages(access, tree, group, column, rows));
    const truths = truth === undefined ? NO_TRUTH : (kept.get(truth, index) ?? encodePages(await pages(truth), rows, truth.element.name, bad));
    if (truth !== undefined && bad.size === 0) kept.keep(truth, index, truths);
    const written = sets && (isFlat(sets) ? valuesOf(await pages(sets), rows) : await listsOf(sets.element.name, done, rows));
    const given = sets && written ? { sets: encodeSets(rows, (r) => written[r], sets.element.name, bad) } : {};
    const numbers = [];
    for (const column of estimates) numbers.push({ values: numbersOf(await pages(column), rows, column.element.name, bad), from: 0, stride: 1 });
    done += rows;
    if (rows > 0) yield { rows, numbers, truth: truths, ...given, bad, position: Math.round((access.size * done) / Math.max(1, all)) };
  }

  /** A column of lists. They are put together by the library, which flat columns need not be. */
  function listsOf(column: string, from: number, rows: number): Promise<unknown[]> {
    return guarded(access.name, `column "${column}"`, async () => {
      const { parquetRead } = await import('hyparquet/src/read.js');
      const file = { byteLength: access.size, slice: (start: number, end = access.size) => access.slice(start, end) };
      let lists: unknown[] = [];
      const onComplete = (found: unknown[][]): void => {
        lists = found.map(([list]) => list ?? null);
      };
      await parquetRead({ file, metadata, compressors, columns: [column], rowStart: from, rowEnd: from + rows, onComplete });
      if (lists.length !== rows) throw new Error(`${lists.length} rows where ${rows} are expected`);
      return lists;
    });
  }
}

/** A flat column's values, row by row; null where there is none. */
function valuesOf(pages: Page[], rows: number): unknown[] {
  const all = new Array<unknown>(rows).fill(null);
  let at = 0;
  for (const { values, dictionary, present, rows: count } of pages) {
    let v = 0;
    for (let r = 0; r < count; r++) {
      if (present && !present[r]) continue;
      const value: unknown = values[v++];
      all[at + r] = dictionary ? dictionary[value as number] : value;
    }
    at += count;
  }
  return all;
}

/** The pages of one column of a row group, decoded. */
async function columnPages(access: ByteAccess, tree: SchemaTree, group: RowGroup, column: SchemaTree, rows: number): Promise<Page[]> {
  const chunk = group.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column.element.name);
  if (!chunk?.meta_data) throw new Error('it is missing');
  if (chunk.file_path) throw new Error(`it is kept in another file, ${chunk.file_path}`);
  if (chunk.crypto_metadata) throw new Error('it is encrypted');
  const { meta_data: about } = chunk;
  const from = Number(about.dictionary_page_offset || about.data_page_offset);
  const to = from + Number(about.total_compressed_size);
  if (!(from >= 4 && to >= from && to <= access.size)) throw new Error(`it should lie in bytes ${from} to ${to}, and the file has ${access.size}`);
  const bytes = await access.slice(from, to);
  return readPages(bytes, about, [tree, column], rows);
}

/** The values of a column of estimates; nulls, which have no place in a page's values, are put where they belong. */
function numbersOf(pages: Page[], rows: number, column: string, bad: Map<number, BadCell>): Float64Array | Float32Array {
  if (pages.length === 1) {
    const [{ values, dictionary, present }] = pages;
    if (!dictionary && !present && (values instanceof Float64Array || values instanceof Float32Array)) return values;
  }
  const all = pages.every(({ values, dictionary }) => (dictionary ?? values) instanceof Float32Array) ? new Float32Array(rows) : new Float64Array(rows);
  let at = 0;
  for (const { values, dictionary, present, rows: count } of pages) {
    let v = 0;
    if (!present && !dictionary && (values instanceof Float64Array || values instanceof Float32Array)) all.set(values, at);
    else if (present || !(dictionary instanceof Float64Array && values instanceof Uint32Array && lookUp(values, dictionary, all, at)))
      for (let r = 0; r < count; r++) {
        if (present && !present[r]) {
          all[at + r] = NaN;
          noteBad(bad, at + r, { column, found: 'null', expected: NUMBER });
          continue;
        }
        const index = values[v++];
        const value: unknown = dictionary ? dictionary[index as number] : index;
        if (typeof value === 'number') all[at + r] = value;
        else if (typeof value === 'bigint') all[at + r] = Number(value);
        else {
          all[at + r] = NaN;
          noteBad(bad, at + r, { column, found: shown(value), expected: NUMBER });
        }
      }
    at += count;
  }
  return all;
}

/** Numbers from places in a dictionary; false where a place is not in it. */
function lookUp(places: Uint32Array, dictionary: Float64Array, all: Float64Array | Float32Array, at: number): boolean {
  for (let r = 0; r < places.length; r++) {
    if (places[r] >= dictionary.length) return false;
    all[at + r] = dictionary[places[r]];
  }
  return true;
}

/** A column of true classes. Where pages hold places in a dictionary, only the dictionary's entries are looked at. */
function encodePages(pages: Page[], rows: number, column: string, bad: Map<number, BadCell>): TruthColumn {
  const [first] = pages;
  if (pages.length === 1 && !first.present && !first.dictionary) return encodeTruths(plainValues(first.values), rows, column, bad);
  const names = new TruthNames();
  const codes = new Uint32Array(rows);
  let codesOf: Int32Array | undefined;
  let dictionaryOfCodes: unknown;
  let at = 0;
  for (const { values: raw, dictionary, present, rows: count } of pages) {
    const values = dictionary ? raw : plainValues(raw);
    if (dictionary && dictionary !== dictionaryOfCodes) {
      codesOf = Int32Array.from(plainValues(dictionary) as ArrayLike<never>, (value) => names.code(value));
      dictionaryOfCodes = dictionary;
    }
    if (codesOf && dictionary && !present && values instanceof Uint32Array && translate(values, codesOf, codes, at)) {
      at += count;
      continue;
    }
    let v = 0;
    for (let r = 0; r < count; r++) {
      const absent = present !== undefined && !present[r];
      const value = absent ? null : values[v++];
      const code = absent ? -1 : dictionary ? ((codesOf as Int32Array)[value as number] ?? -1) : names.code(value);
      if (code >= 0) codes[at + r] = code;
      else noteBad(bad, at + r, { column, found: shown(value), expected: CLASS });
    }
    at += count;
  }
  return { codes, names: names.names };
}

/** Codes from places in a dictionary; false where a place is not in it, or holds what is no name. */
function translate(places: Uint32Array, codesOf: Int32Array, codes: Uint32Array, at: number): boolean {
  if (codesOf.includes(-1)) return false;
  for (let r = 0; r < places.length; r++) {
    if (places[r] >= codesOf.length) return false;
    codes[at + r] = codesOf[places[r]];
  }
  return true;
}

function plainValues(values: ArrayLike<unknown>): ArrayLike<unknown> {
  return values instanceof BigInt64Array || values instanceof BigUint64Array ? narrow(values) : values;
}

/** What a flat column holds; undefined where it is nested or of a kind that is neither number nor name. */
function kindOf({ element, children }: SchemaTree): 'float32' | 'float64' | 'integer' | 'text' | 'boolean' | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (children.length > 0 || element.repetition_type === 'REPEATED') return undefined;
  const kind = logical?.type ?? converted;
  if (kind !== undefined && /^(DATE|TIME|TIMESTAMP|INTERVAL|JSON|BSON|UUID|GEOMETRY|GEOGRAPHY|VARIANT|MAP|LIST)/.test(kind)) return undefined;
  if (kind === 'DECIMAL') return 'float64';
  if (kind === 'FLOAT16') return 'float32';
  if (type === 'FLOAT') return 'float32';
  if (type === 'DOUBLE') return 'float64';
  if (type === 'INT32' || type === 'INT64') return 'integer';
  if (type === 'BOOLEAN') return 'boolean';
  return type === 'BYTE_ARRAY' ? 'text' : undefined;
}

function checkEstimates(file: string, column: SchemaTree, option: string): string {
  const kind = kindOf(column);
  if (kind === 'float32' || kind === 'float64' || kind === 'integer') return kind;
  throw wrongType(file, column.element.name, typeName(column), 'numbers', option);
}

function checkTruth(file: string, column: SchemaTree, option: string): void {
  if (kindOf(column) === undefined) throw wrongType(file, column.element.name, typeName(column), 'text, numbers or booleans that name classes', option);
}

function checkSets(file: string, column: SchemaTree, option: string): void {
  if (kindOf(isFlat(column) ? column : listed(column)) === undefined)
    throw wrongType(file, column.element.name, typeName(column), 'text such as a|c, or lists of classes', option);
}

function isFlat({ element, children }: SchemaTree): boolean {
  return children.length === 0 && element.repetition_type !== 'REPEATED';
}

/** What a column of lists is made of: two groups, the second repeated, around an element; or one repeated, the element. */
function listed(column: SchemaTree): SchemaTree {
  const { element, children } = column;
  if (children.length === 0) return { ...column, element: { ...element, repetition_type: 'REQUIRED' } };
  const [repeated] = children;
  if (children.length > 1 || repeated.element.repetition_type !== 'REPEATED' || repeated.children.length > 1) return column;
  return repeated.children[0] ?? { ...repeated, element: { ...repeated.element, repetition_type: 'REQUIRED' } };
}

function typeName({ element, children }: SchemaTree): string {
  if (children.length > 0) return element.converted_type === 'LIST' || element.logical_type?.type === 'LIST' ? 'lists' : 'nested values';
  if (element.repetition_type === 'REPEATED') return 'lists';
  const kind = element.logical_type?.type ?? element.converted_type;
  if (kind === 'UTF8' || kind === 'STRING') return 'text';
  if (element.type === 'BOOLEAN') return 'booleans';
  return `the type ${kind ?? element.type}`;
}

/** Whatever the library throws means a file that is not as it should be. */
async function guarded<T>(file: string, what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FairbitsError) throw error;
    throw damaged(file, FORMAT, `${what}: ${causeOf(error)}`);
  }
}
