import { type DataType, type Field, Type } from '@uwdata/flechette';
import type { Wanted } from '../table.js';
import { optionOf, wrongType } from '../tables/batch.js';

/** Half precision is 0, single 1. */
const DOUBLE = 2;

/** That columns are of types which can hold what they are taken for; whether numbers are of single precision. */
export function checkTypes(file: string, fields: readonly Field[], wanted: Wanted): { float32: boolean } {
  const { truth, sets, numbers, weights, texts = [], about } = wanted;
  const refuse = (column: number, expected: string): never => {
    const { name, type } = fields[column];
    throw wrongType(file, name, arrowTypeName(type), expected, optionOf(about[column]));
  };
  if (truth !== undefined && !namesClasses(fields[truth].type)) refuse(truth, 'text, numbers or booleans that name classes');
  if (sets !== undefined && !holdsSets(fields[sets].type)) refuse(sets, 'text such as a|c, or lists of classes');
  for (const column of texts) if (!isText(fields[column].type)) refuse(column, 'text, numbers or booleans');
  for (const column of weights === undefined ? numbers : [...numbers, weights]) if (!isNumber(fields[column].type)) refuse(column, 'numbers');
  return {
    float32: numbers.some((column) => {
      const { type } = fields[column];
      return type.typeId === Type.Float && type.precision < DOUBLE;
    }),
  };
}

const NUMBER_TYPES: number[] = [Type.Float, Type.Int, Type.Decimal];
const NAME_TYPES: number[] = [Type.Int, Type.Float, Type.Bool, Type.Utf8, Type.LargeUtf8, Type.Utf8View];
const TEXTS: number[] = [...NAME_TYPES, Type.Null, Type.Decimal, Type.Date, Type.Time, Type.Timestamp, Type.Duration];
const LISTS: number[] = [Type.List, Type.LargeList, Type.FixedSizeList, Type.ListView, Type.LargeListView];

const valueTypeOf = (type: DataType): number => (type.typeId === Type.Dictionary ? type.dictionary : type).typeId;
const namesClasses = (type: DataType): boolean => NAME_TYPES.includes(valueTypeOf(type));
const isText = (type: DataType): boolean => TEXTS.includes(valueTypeOf(type));
const isNumber = (type: DataType): boolean => NUMBER_TYPES.includes(type.typeId);

function holdsSets(type: DataType): boolean {
  const { children } = type as { children?: Field[] };
  return namesClasses(type) || (LISTS.includes(type.typeId) && children?.length === 1 && namesClasses(children[0].type));
}

function arrowTypeName({ typeId }: DataType): string {
  const [name] = Object.entries(Type).find(([, id]) => id === typeId) ?? ['unknown'];
  return /Utf8/.test(name) ? 'text' : name === 'Bool' ? 'booleans' : `the type ${name}`;
}
