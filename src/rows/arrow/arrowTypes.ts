import { type DataType, type Field, Type } from '@uwdata/flechette';
import type { Wanted } from '../table.js';
import { optionOf, wrongType } from '../tables/batch.js';
import { type ListPlaces, placeIn } from '../tables/listPlaces.js';
import { LIST_TYPES, NUMBER_TYPES, numbersInLists } from './arrowLists.js';

/** Half precision is 0, single 1. */
const DOUBLE = 2;

/** That columns are of types which can hold what they are taken for; whether numbers are of single precision. */
export function checkTypes(file: string, fields: readonly Field[], lists: readonly ListPlaces[], wanted: Wanted): { float32: boolean } {
  const { truth, sets, numbers, weights, texts = [], about } = wanted;
  const refuse = (column: number, expected: string): never => {
    const { name, type } = fields[column];
    throw wrongType(file, name, arrowTypeName(type), expected, optionOf(about[column]));
  };
  if (truth !== undefined && !namesClasses(fields[truth].type)) refuse(truth, 'text, numbers or booleans that name classes');
  if (sets !== undefined && !holdsSets(fields[sets].type)) refuse(sets, 'text such as a|c, or lists of classes');
  for (const column of texts) if (!isText(fields[column].type)) refuse(column, 'text, numbers or booleans');
  const typeOf = (column: number): DataType => {
    const place = placeIn(lists, column);
    return place ? (numbersInLists(fields[place.list.field].type) as DataType) : fields[column].type;
  };
  for (const column of weights === undefined ? numbers : [...numbers, weights]) if (!isNumber(typeOf(column))) refuse(column, 'numbers');
  return {
    float32: numbers.some((column) => {
      const type = typeOf(column);
      return type.typeId === Type.Float && type.precision < DOUBLE;
    }),
  };
}

const NAME_TYPES: number[] = [Type.Int, Type.Float, Type.Bool, Type.Utf8, Type.LargeUtf8, Type.Utf8View];
const TEXTS: number[] = [...NAME_TYPES, Type.Null, Type.Decimal, Type.Date, Type.Time, Type.Timestamp, Type.Duration];

const valueTypeOf = (type: DataType): number => (type.typeId === Type.Dictionary ? type.dictionary : type).typeId;
const namesClasses = (type: DataType): boolean => NAME_TYPES.includes(valueTypeOf(type));
const isText = (type: DataType): boolean => TEXTS.includes(valueTypeOf(type));
const isNumber = (type: DataType): boolean => NUMBER_TYPES.includes(type.typeId);

function holdsSets(type: DataType): boolean {
  const { children } = type as { children?: Field[] };
  return namesClasses(type) || (LIST_TYPES.includes(type.typeId) && children?.length === 1 && namesClasses(children[0].type));
}

function arrowTypeName({ typeId }: DataType): string {
  const [name] = Object.entries(Type).find(([, id]) => id === typeId) ?? ['unknown'];
  return /Utf8/.test(name) ? 'text' : name === 'Bool' ? 'booleans' : `the type ${name}`;
}
