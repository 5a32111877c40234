// Classes out of columns of codes or texts. All stop at the first row whose class is not known, and say which it is; how many
// rows there are if there is none. src/kernels/plain/labels.ts is the twin.

import { maskOf, slotsOf } from "./csvPlan";
import { I1, I2, I4, I8, U1, U2, U4 } from "./kinds";
import { classOf } from "./names";

/** What stands for no class in a table. */
const NO_CLASS: u32 = 65535;
/** A text that is so short lies in its view. */
const INSIDE: i32 = 12;

// @ts-ignore: decorator
@inline
function codes<T>(values: usize, rows: i32, least: i64, table: usize, size: u64, out: usize): i32 {
  for (let r: i32 = 0; r < rows; r++) {
    const code = <u64>(<i64>load<T>(values + <usize>r * sizeof<T>()) - least);
    if (code >= size) return r;
    const label = <u32>load<u16>(table + ((<usize>code) << 1));
    if (label == NO_CLASS) return r;
    store<u16>(out + ((<usize>r) << 1), <u16>label);
  }
  return rows;
}

/** Whole numbers of a kind; `table` has the classes of `size` of them from `least` on. */
export function labelsOfCodes(values: usize, kind: i32, rows: i32, least: f64, table: usize, size: i32, out: usize): i32 {
  const from = <i64>least;
  const most = <u64>size;
  if (kind == U1) return codes<u8>(values, rows, from, table, most, out);
  if (kind == U2) return codes<u16>(values, rows, from, table, most, out);
  if (kind == U4) return codes<u32>(values, rows, from, table, most, out);
  if (kind == I1) return codes<i8>(values, rows, from, table, most, out);
  if (kind == I2) return codes<i16>(values, rows, from, table, most, out);
  if (kind == I4) return codes<i32>(values, rows, from, table, most, out);
  if (kind == I8) return codes<i64>(values, rows, from, table, most, out);
  return codes<u64>(values, rows, from, table, most, out);
}

/** Bits from a place on, lowest first in each byte; `table` has the classes of 0 and 1. */
export function labelsOfBits(bits: usize, from: i32, rows: i32, table: usize, out: usize): i32 {
  for (let r: i32 = 0; r < rows; r++) {
    const i = <usize>(from + r);
    const bit = (<u32>load<u8>(bits + (i >> 3)) >> <u32>(i & 7)) & 1;
    const label = load<u16>(table + ((<usize>bit) << 1));
    if (<u32>label == NO_CLASS) return r;
    store<u16>(out + ((<usize>r) << 1), label);
  }
  return rows;
}

// @ts-ignore: decorator
@inline
function texts<T>(offsets: usize, base: i64, text: usize, length: i64, rows: i32, plan: usize, out: usize): i32 {
  const slots = slotsOf(plan);
  const mask = maskOf(plan);
  let from = <i64>load<T>(offsets) - base;
  for (let r: i32 = 0; r < rows; r++) {
    const to = <i64>load<T>(offsets + <usize>(r + 1) * sizeof<T>()) - base;
    if (from < 0 || to < from || to > length) return r;
    const label = classOf(plan, slots, mask, text + <usize>from, <i32>(to - from));
    if (label < 0) return r;
    store<u16>(out + ((<usize>r) << 1), <u16>label);
    from = to;
  }
  return rows;
}

/** Texts that lie one after another: `offsets`, of 8 bytes if `wide` and of 4 if not, say where each begins and the last ends; `text` begins at `base`. */
export function labelsOfTexts(offsets: usize, wide: bool, base: f64, text: usize, length: i32, rows: i32, plan: usize, out: usize): i32 {
  if (wide) return texts<i64>(offsets, <i64>base, text, <i64>length, rows, plan, out);
  return texts<i32>(offsets, <i64>base, text, <i64>length, rows, plan, out);
}

/** Texts in views of 16 bytes: the length, then the text. One that is too long for that is not known here. */
export function labelsOfViews(views: usize, rows: i32, plan: usize, out: usize): i32 {
  const slots = slotsOf(plan);
  const mask = maskOf(plan);
  for (let r: i32 = 0; r < rows; r++, views += 16) {
    const length = load<i32>(views);
    if (<u32>length > <u32>INSIDE) return r;
    const label = classOf(plan, slots, mask, views + 4, length);
    if (label < 0) return r;
    store<u16>(out + ((<usize>r) << 1), <u16>label);
  }
  return rows;
}
