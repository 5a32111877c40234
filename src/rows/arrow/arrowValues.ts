import { type Batch as ArrowBatch, Type } from '@uwdata/flechette';
import { isoTime } from '../../base/isoTime.js';
import { type BadCell, type NumberColumn, noteBad, shown, type TruthColumn } from '../tables/batch.js';
import { codesOf, TruthNames } from '../tables/codes.js';

/** A column of numbers; what is null is bad. */
export function numbersOf(column: ArrowBatch<unknown>, name: string, bad: Map<number, BadCell>): NumberColumn {
  const { type, values, length } = column;
  const direct = type.typeId === Type.Float && (values instanceof Float64Array || values instanceof Float32Array);
  if (direct && !column.nullCount) return { values, from: 0, stride: 1 };
  const numbers = new Float64Array(length);
  for (let r = 0; r < length; r++) {
    const value = column.at(r);
    if (typeof value === 'number' || typeof value === 'bigint') numbers[r] = Number(value);
    else noteBad(bad, r, { column: name, found: 'null' });
  }
  return { values: numbers, from: 0, stride: 1 };
}

/** A column of what names classes, or of any text, dates among it. */
export function namesOfColumn(column: ArrowBatch<unknown>, name: string, bad: Map<number, BadCell>): TruthColumn {
  const { type } = column;
  const { typeId } = type.typeId === Type.Dictionary ? type.dictionary : type;
  const found = namesOfValues(column, name, bad);
  if (typeId !== Type.Date && typeId !== Type.Timestamp) return found;
  return { ...found, names: found.names.map((time) => isoTime(Number(time), typeId === Type.Date)) };
}

function namesOfValues(column: ArrowBatch<unknown>, name: string, bad: Map<number, BadCell>): TruthColumn {
  const { values, type, length } = column;
  const long = values instanceof BigInt64Array || values instanceof BigUint64Array;
  if (type.typeId === Type.Dictionary && values && !long) {
    const { cache } = column as ArrowBatch<unknown> & { cache: ArrayLike<unknown> };
    const names = new TruthNames();
    const codeOf = Int32Array.from(cache as ArrayLike<never>, (value) => names.code(value));
    const codes = new Uint32Array(length);
    for (let r = 0; r < length; r++) {
      const code = column.nullCount && !column.isValid(r) ? -1 : (codeOf[Number(values[r])] ?? -1);
      if (code >= 0) codes[r] = code;
      else noteBad(bad, r, { column: name, found: shown(column.at(r) ?? null) });
    }
    return { codes, names: names.names };
  }
  return codesOf(column.slice(0, length) as ArrayLike<unknown>, length, name, bad);
}

/** The same of a column in which a row may have no value, which is then empty text. */
export function namesOrNothing(column: ArrowBatch<unknown>, name: string): TruthColumn {
  const without = new Map<number, BadCell>();
  const { codes, names } = namesOfColumn(column, name, without);
  if (without.size === 0) return { codes, names };
  const all = Uint32Array.from(codes);
  for (const row of without.keys()) all[row] = names.length;
  return { codes: all, names: [...names, ''] };
}
