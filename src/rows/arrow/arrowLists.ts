import { type Batch as ArrowBatch, type DataType, type Field, Type } from '@uwdata/flechette';
import { type BadCell, noteBad } from '../tables/batch.js';
import { listExpected } from '../tables/listPlaces.js';

export const LIST_TYPES: readonly number[] = [Type.List, Type.LargeList, Type.FixedSizeList, Type.ListView, Type.LargeListView];
/** What numbers are, in columns and in lists. */
export const NUMBER_TYPES: readonly number[] = [Type.Float, Type.Int, Type.Decimal];

/** The numbers of lists, row by row: row r begins at from + r · the length of a list. */
export interface ListNumbers {
  values: Float64Array | Float32Array;
  from: number;
}

/** The type of the numbers in a column of lists; undefined where it is none. */
export function numbersInLists(type: DataType): DataType | undefined {
  const [child, ...others] = LIST_TYPES.includes(type.typeId) ? ((type as { children?: Field[] }).children ?? []) : [];
  return child && others.length === 0 && NUMBER_TYPES.includes(child.type.typeId) ? child.type : undefined;
}

/** The numbers of a column of lists that have so many each. Rows whose list is missing, or of another length, are bad. Numbers that lie in rows already are not copied. */
export function numbersOfLists(column: ArrowBatch<unknown>, length: number, name: string, bad: Map<number, BadCell>): ListNumbers {
  const { length: rows } = column;
  const [child] = column.children as [ArrowBatch<unknown>];
  const { values: held } = child;
  const direct = child.type.typeId === Type.Float && !child.nullCount && (held instanceof Float64Array || held instanceof Float32Array) ? held : undefined;
  if (direct && areAlike(column, length)) return { values: direct, from: rows > 0 ? listStart(column, 0) : 0 };
  const values = new Float64Array(rows * length).fill(NaN);
  for (let r = 0; r < rows; r++) {
    if (column.nullCount && !column.isValid(r)) {
      noteBad(bad, r, { column: name, found: 'null' });
      continue;
    }
    const from = listStart(column, r);
    const found = listEnd(column, r) - from;
    if (found !== length) {
      noteBad(bad, r, { column: name, found: `a list of ${found}`, expected: listExpected(length) });
      continue;
    }
    for (let i = 0; i < length; i++) {
      const value = direct ? direct[from + i] : child.at(from + i);
      if (typeof value === 'number' || typeof value === 'bigint') values[r * length + i] = Number(value);
      else noteBad(bad, r, { column: `${name}[${i}]`, found: 'null' });
    }
  }
  return { values, from: 0 };
}

/** Whether all rows have a list of that length, one behind another. */
function areAlike(column: ArrowBatch<unknown>, length: number): boolean {
  if (column.nullCount) return false;
  if (column.type.typeId === Type.FixedSizeList) return column.type.stride === length;
  const first = column.length > 0 ? listStart(column, 0) : 0;
  for (let r = 0; r < column.length; r++) if (listStart(column, r) !== first + r * length || listEnd(column, r) !== first + (r + 1) * length) return false;
  return true;
}

function listStart({ type, offsets }: ArrowBatch<unknown>, row: number): number {
  return type.typeId === Type.FixedSizeList ? row * type.stride : Number((offsets as ArrayLike<number | bigint>)[row]);
}

function listEnd(column: ArrowBatch<unknown>, row: number): number {
  const { type, offsets, sizes } = column;
  if (type.typeId === Type.FixedSizeList) return (row + 1) * type.stride;
  return sizes ? listStart(column, row) + Number((sizes as ArrayLike<number | bigint>)[row]) : Number((offsets as ArrayLike<number | bigint>)[row + 1]);
}
