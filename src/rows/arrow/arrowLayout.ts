import { type DataType, type Field, Type, UnionMode } from '@uwdata/flechette';
import type { BatchMetadata, Region } from './arrowMetadata.js';

/** A column of a record batch: where its buffers lie, and the columns inside it. */
export interface Laid {
  type: DataType;
  length: number;
  nullCount: number;
  buffers: Region[];
  children: Laid[];
}

const ONE: number[] = [Type.FixedSizeList, Type.Struct];
const TWO: number[] = [
  Type.Bool,
  Type.Int,
  Type.Time,
  Type.Duration,
  Type.Float,
  Type.Decimal,
  Type.Date,
  Type.Timestamp,
  Type.Interval,
  Type.FixedSizeBinary,
  Type.List,
  Type.LargeList,
  Type.Map,
  Type.Dictionary,
];
const THREE: number[] = [Type.Utf8, Type.LargeUtf8, Type.Binary, Type.LargeBinary, Type.ListView, Type.LargeListView];
const VIEWS: number[] = [Type.BinaryView, Type.Utf8View];
const TYPES_WITHOUT_VALIDITY: number[] = [Type.Null, Type.RunEndEncoded];
const BUFFERS = new Map([TYPES_WITHOUT_VALIDITY, ONE, TWO, THREE].flatMap((types, count) => types.map((type) => [type, count])));
/** Before this version unions had a buffer that nobody uses. */
const V5 = 4;

/** The columns of a record batch, by the order in which a schema's columns take their buffers. */
export function layOut(types: readonly DataType[], { nodes, buffers, variadic, version }: BatchMetadata): Laid[] {
  let node = 0;
  let buffer = 0;
  let views = 0;
  const next = <T>(list: readonly T[], at: number): T => {
    if (at >= list.length) throw new Error('it has fewer columns than the schema');
    return list[at];
  };
  const lay = (type: DataType): Laid => {
    const { length, nullCount } = next(nodes, node++);
    const taken: Region[] = [];
    for (let left = buffersOf(type); left > 0; left--) taken.push(next(buffers, buffer++));
    return { type, length, nullCount, buffers: taken, children: childrenOf(type).map((field) => lay(field.type)) };
  };
  const buffersOf = (type: DataType): number => {
    const { typeId } = type;
    const usual = BUFFERS.get(typeId);
    if (usual !== undefined) return usual;
    if (VIEWS.includes(typeId)) {
      const more = next(variadic, views++);
      if (more > buffers.length) throw new Error('it has fewer buffers than it says');
      return 2 + more;
    }
    if (type.typeId === Type.Union) return (version < V5 ? 2 : 1) + (type.mode === UnionMode.Sparse ? 0 : 1);
    throw new Error('it has a column of a type that is not known');
  };
  return types.map(lay);
}

/** The columns inside a column. Those of a dictionary lie with the dictionary. */
export function childrenOf(type: DataType): readonly Field[] {
  return type.typeId === Type.Dictionary ? [] : ((type as { children?: Field[] }).children ?? []);
}

/** The numbers of the dictionaries that a column refers to. */
export function dictionariesIn(type: DataType): number[] {
  return type.typeId === Type.Dictionary ? [type.id] : childrenOf(type).flatMap((field) => dictionariesIn(field.type));
}
