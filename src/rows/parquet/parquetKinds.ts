import type { SchemaTree } from 'hyparquet';
import type { Wanted } from '../table.js';
import { optionOf, wrongType } from '../tables/batch.js';
import { type ListPlaces, placeIn } from '../tables/listPlaces.js';

type ColumnKind = 'float32' | 'float64' | 'integer' | 'text' | 'boolean' | 'date';

/** Checks that columns of a schema can hold what they are taken for; whether some numbers are of single precision. */
export function checkKinds(file: string, columns: readonly SchemaTree[], lists: readonly ListPlaces[], wanted: Wanted): { float32: boolean } {
  const { numbers, weights, truth, sets, texts = [], about } = wanted;
  const check = (column: number, found: ColumnKind | undefined, kinds: readonly ColumnKind[], expected: string): ColumnKind => {
    if (found !== undefined && kinds.includes(found)) return found;
    throw wrongType(file, columns[column].element.name, parquetTypeName(columns[column]), expected, optionOf(about[column]));
  };
  const named = (column: number, what: string): ColumnKind => check(column, columnKindOf(columns[column]), ANY, `text, numbers or booleans${what}`);
  const asText = (column: number): ColumnKind => check(column, columnKindOf(columns[column]), [...ANY, 'date'], 'text, numbers, booleans or dates');
  if (truth !== undefined) named(truth, ' that name classes');
  if (sets !== undefined)
    check(sets, columnKindOf(isFlat(columns[sets]) ? columns[sets] : listElement(columns[sets])), ANY, 'text such as a|c, or lists of classes');
  for (const column of texts) asText(column);
  const number = (column: number): ColumnKind => {
    const place = placeIn(lists, column);
    return place ? (numbersInList(columns[place.list.field]) as ColumnKind) : check(column, columnKindOf(columns[column]), NUMBER_KINDS, 'numbers');
  };
  const kinds = numbers.map(number);
  if (weights !== undefined) number(weights);
  return { float32: kinds.includes('float32') };
}

const NUMBER_KINDS: readonly ColumnKind[] = ['float32', 'float64', 'integer'];
const ANY: readonly ColumnKind[] = [...NUMBER_KINDS, 'text', 'boolean'];

/** What a flat column holds; undefined where it is nested or of a kind that is neither number nor name. */
function columnKindOf({ element, children }: SchemaTree): ColumnKind | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (children.length > 0 || element.repetition_type === 'REPEATED') return undefined;
  const kind = logical?.type ?? converted;
  if (type === 'INT96' || (kind !== undefined && /^(DATE|TIMESTAMP)/.test(kind))) return 'date';
  if (kind !== undefined && /^(TIME|INTERVAL|JSON|BSON|UUID|GEOMETRY|GEOGRAPHY|VARIANT|MAP|LIST)/.test(kind)) return undefined;
  if (kind === 'DECIMAL') return 'float64';
  if (kind === 'FLOAT16') return 'float32';
  if (type === 'FLOAT') return 'float32';
  if (type === 'DOUBLE') return 'float64';
  if (type === 'INT32' || type === 'INT64') return 'integer';
  if (type === 'BOOLEAN') return 'boolean';
  return type === 'BYTE_ARRAY' ? 'text' : undefined;
}

export function isFlat({ element, children }: SchemaTree): boolean {
  return children.length === 0 && element.repetition_type !== 'REPEATED';
}

/** Whether a column holds lists of flat values. */
export function isListColumn(column: SchemaTree): boolean {
  return !isFlat(column) && isFlat(listElement(column));
}

/** What kind of numbers the lists of a column hold, if they do. */
export function numbersInList(column: SchemaTree): ColumnKind | undefined {
  const kind = isFlat(column) ? undefined : columnKindOf(listElement(column));
  return kind !== undefined && NUMBER_KINDS.includes(kind) ? kind : undefined;
}

/** What a column of lists is made of: two groups, the second repeated, around an element; or one repeated, the element. */
function listElement(column: SchemaTree): SchemaTree {
  const { element, children } = column;
  if (children.length === 0) return { ...column, element: { ...element, repetition_type: 'REQUIRED' } };
  const [repeated] = children;
  if (children.length > 1 || repeated.element.repetition_type !== 'REPEATED' || repeated.children.length > 1) return column;
  return repeated.children[0] ?? { ...repeated, element: { ...repeated.element, repetition_type: 'REQUIRED' } };
}

function parquetTypeName({ element, children }: SchemaTree): string {
  if (children.length > 0) return element.converted_type === 'LIST' || element.logical_type?.type === 'LIST' ? 'lists' : 'nested values';
  if (element.repetition_type === 'REPEATED') return 'lists';
  const kind = element.logical_type?.type ?? element.converted_type;
  if (kind === 'UTF8' || kind === 'STRING') return 'text';
  if (element.type === 'BOOLEAN') return 'booleans';
  const type = kind ?? element.type;
  return type === undefined ? 'an unknown type' : `the type ${type}`;
}
