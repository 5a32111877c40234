/**
 * The powers of five that assembly/number.ts multiplies by: 5^-342 .. 5^308, each scaled by a power of two to the 128
 * bits [2^127, 2^128), from exact integers. Powers are cut off, and so are reciprocals, but for those of the first 27, which are rounded up
 * (Lemire 2021, section 5).
 */
const MIN_POWER = -342;
const MAX_POWER = 308;
export const POWERS_BYTES = (MAX_POWER - MIN_POWER + 1) * 16;

const BITS = 128;
/** Up to this power a reciprocal is rounded up. */
const ROUNDED_UP = 27;
/** Bits of a power of five, to each of its fives. */
const LOG_FIVE = Math.log2(5);

let madeTable: Uint8Array | undefined;

/** The table as bytes: of each power the low word, then the high one, both low byte first. */
export function powersOfFive(): Uint8Array {
  if (madeTable) return madeTable;
  madeTable = new Uint8Array(POWERS_BYTES);
  const view = new DataView(madeTable.buffer);
  const put = (power: number, value: bigint): void => {
    view.setBigUint64((power - MIN_POWER) * 16, value, true);
    view.setBigUint64((power - MIN_POWER) * 16 + 8, value >> 64n, true);
  };
  // One after the other: each is the last one times five.
  for (let power = 0, five = 1n; power <= -MIN_POWER; power++, five *= 5n) {
    const length = Math.floor(power * LOG_FIVE) + 1;
    if (power <= MAX_POWER) put(power, length > BITS ? five >> BigInt(length - BITS) : five << BigInt(BITS - length));
    if (power > 0) put(-power, (1n << BigInt(length + BITS - 1)) / five + (power <= ROUNDED_UP ? 1n : 0n));
  }
  return madeTable;
}
