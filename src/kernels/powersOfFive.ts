/**
 * The powers of five that assembly/number.ts multiplies by: 5^-342 .. 5^308, each scaled by a power of two to the 128
 * bits [2^127, 2^128), from exact integers. Positive powers are cut off; reciprocals are rounded up, and then cut off
 * where they were not exact to the last bit (Lemire 2021, section 5).
 */
const MIN_POWER = -342;
const MAX_POWER = 308;
export const POWERS_BYTES = (MAX_POWER - MIN_POWER + 1) * 16;

const BITS = 128;
const WORD = (1n << 64n) - 1n;

/** The number of bits of a positive integer. */
const bitLength = (x: bigint): number => {
  const hex = x.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex[0], 16)) + 28;
};

function powerOfFive(q: number): bigint {
  const five = 5n ** BigInt(Math.abs(q));
  if (q >= 0) {
    const excess = BigInt(bitLength(five) - BITS);
    return excess > 0n ? five >> excess : five << -excess;
  }
  const length = bitLength(five);
  if (q >= -27) return (1n << BigInt(length + BITS - 1)) / five + 1n;
  const long = (1n << BigInt(2 * length + BITS)) / five + 1n;
  return long >> BigInt(bitLength(long) - BITS);
}

let madeTable: Uint8Array | undefined;

/** The table as bytes: of each power the low word, then the high one, both low byte first. */
export function powersOfFive(): Uint8Array {
  if (madeTable) return madeTable;
  madeTable = new Uint8Array(POWERS_BYTES);
  const view = new DataView(madeTable.buffer);
  for (let q = MIN_POWER; q <= MAX_POWER; q++) {
    const value = powerOfFive(q);
    view.setBigUint64((q - MIN_POWER) * 16, value & WORD, true);
    view.setBigUint64((q - MIN_POWER) * 16 + 8, value >> 64n, true);
  }
  return madeTable;
}
