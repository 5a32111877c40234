import type { ColumnChunk, ColumnMetaData, RowGroup, SchemaElement, SchemaTree } from 'hyparquet';

/** Where the pages of a column of a row group lie, and what must be known to read them. */
export interface ColumnPages {
  /** In the file, in bytes. */
  from: number;
  to: number;
  rows: number;
  about: ColumnMetaData;
  /** The schema, from its root to what the column holds. */
  path: SchemaTree[];
  element: SchemaElement;
  /** The highest levels that say which list a value belongs to, and whether there is one. */
  repetition: number;
  definition: number;
}

/** A column of a row group, by the column's place in the schema; or an error that says why it cannot be read. */
export function chunkOf(group: RowGroup, tree: SchemaTree, column: number, size: number): ColumnPages {
  const { name } = tree.children[column].element;
  const chunk = columnIn(group, name);
  if (!chunk?.meta_data) throw new Error('it is missing');
  if (chunk.file_path) throw new Error(`it is kept in another file, ${chunk.file_path}`);
  if (chunk.crypto_metadata) throw new Error('it is encrypted');
  const { meta_data: about } = chunk;
  // Some writers say that there is a dictionary where there is none.
  const [dictionary, data] = [Number(about.dictionary_page_offset ?? 0), Number(about.data_page_offset)];
  const from = dictionary > 0 && dictionary < data ? dictionary : data;
  const to = from + Number(about.total_compressed_size);
  if (Number.isNaN(to)) throw new Error('where it lies is not known');
  if (!(from >= 4 && to >= from && to <= size)) throw new Error(`it should lie in bytes ${from} to ${to}, and the file has ${size}`);
  const path = pathTo(tree, tree.children[column], about.path_in_schema.slice(1));
  const { element } = path[path.length - 1];
  if (about.type !== element.type) throw new Error(`its type is ${about.type ?? 'not known'}, where the schema says ${element.type ?? 'nothing'}`);
  const above = path.slice(1).map((each) => each.element.repetition_type);
  const repetition = above.filter((each) => each === 'REPEATED').length;
  const definition = above.filter((each) => each !== 'REQUIRED').length;
  return { from, to, rows: Number(group.num_rows), about, path, element, repetition, definition };
}

/** The columns of row groups by name: there may be very many. */
const columnsOfGroups = new WeakMap<RowGroup, Map<string | undefined, ColumnChunk>>();

/** A column of a row group, by name; the first of that name. */
export function columnIn(group: RowGroup, name: string): ColumnChunk | undefined {
  let byName = columnsOfGroups.get(group);
  if (!byName) {
    byName = new Map();
    for (const chunk of group.columns) {
      const path = chunk.meta_data?.path_in_schema[0];
      if (!byName.has(path)) byName.set(path, chunk);
    }
    columnsOfGroups.set(group, byName);
  }
  return byName.get(name);
}

/** The elements of a schema along some names. */
function pathTo(tree: SchemaTree, column: SchemaTree, names: readonly string[]): SchemaTree[] {
  const path = [tree, column];
  for (const name of names) {
    const child = path[path.length - 1].children.find(({ element }) => element.name === name);
    if (!child) throw new Error('it is not as the schema says');
    path.push(child);
  }
  if (path[path.length - 1].children.length > 0) throw new Error('it is not as the schema says');
  return path;
}
