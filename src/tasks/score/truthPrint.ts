/** A print of the true classes of rows in their order: two files with the same print very likely have the same ones. It can be posted. */
export interface TruthPrint {
  rows: number;
  hash: number;
}

const BASE = 0x9e3779b1;

/** Of no rows. */
export const noTruths = (): TruthPrint => ({ rows: 0, hash: 0 });

/** Adds the classes of some rows behind those before. */
export function addTruths(print: TruthPrint, labels: ArrayLike<number>): void {
  let { hash } = print;
  for (let r = 0; r < labels.length; r++) hash = (Math.imul(hash, BASE) + labels[r] + 1) | 0;
  print.hash = hash;
  print.rows += labels.length;
}

/** Adds a print of rows behind those before: the print of all of them. */
export function addPrint(print: TruthPrint, { rows, hash }: TruthPrint): void {
  print.hash = (Math.imul(print.hash, powerOfBase(rows)) + hash) | 0;
  print.rows += rows;
}

/** BASE to a power, modulo 2^32. */
function powerOfBase(exponent: number): number {
  let result = 1;
  let square = BASE;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
