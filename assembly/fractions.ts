// "0." and up to 24 digits, field after field: what probabilities look like, and where the time goes. One loop with
// little else in it, so that V8 finds registers for all of it.

import { BELOW_TOP, BY_100, BY_10, BY_10000, TO_TOP, ZEROS } from "./constants";
import { eight, EIGHT_ZEROS, LEAST, powerOfTwo, scale } from "./number";

const NEWLINE: u32 = 0x0a;
const RETURN: u32 = 0x0d;
const BLANK: u32 = 0x20;
const ZERO_POINT: u32 = 0x2e30;

/** A window of 24 bytes at address n keeps the last n of them. */
// prettier-ignore
const WINDOW = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
], 16);

/** Of 10^-n, n ≤ 24: the upper word of the power of five, and the exponent that it stands for. */
const TENTHS = memory.data(25 * 16, 16);

/** Fills the table of tenths from that of the powers of five. */
export function setTenths(powers: usize): void {
  for (let n: i32 = 0; n <= 24; n++) {
    store<u64>(TENTHS + (<usize>n << 4), load<u64>(powers + (<usize>(-n - LEAST) << 4), 8));
    store<i64>(TENTHS + (<usize>n << 4), powerOfTwo(-n) + 1022, 8);
  }
}

/** The place behind the last number that was written. */
export let written: usize = 0;

/**
 * Reads fields from an address on, as long as they are fractions and stop with a delimiter, into the places from
 * `place` up to `last`; the field of the last place may stop with a line end too. Returns the address of the first
 * field that was not read, or of the stop behind the last place's.
 */
export function fractions(at: usize, place: usize, last: usize, delimiter: u32, powers: usize): usize {
  const zeros = v128.load(ZEROS);
  const top = v128.load(TO_TOP);
  const bound = v128.load(BELOW_TOP);
  const by10 = v128.load(BY_10);
  const by100 = v128.load(BY_100);
  const by10000 = v128.load(BY_10000);
  while (true) {
    let from = at;
    if (load<u16>(from) != ZERO_POINT) {
      // One blank ahead, as where lines are joined by ", ".
      if (load<u8>(from) != BLANK || delimiter == BLANK || load<u16>(++from) != ZERO_POINT) break;
    }
    // Shifted to the top, digits are the ten largest signed bytes: one comparison, where V8 needs three instructions
    // for an unsigned one.
    const a = i8x16.bitmask(i8x16.gt_s(i8x16.add(v128.load(from, 2), top), bound));
    const b = i8x16.bitmask(i8x16.gt_s(i8x16.add(v128.load(from, 18), top), bound));
    const n = ctz(~(a | (b << 16)));
    const stop = from + 2 + n;
    const byte = <u32>load<u8>(stop);
    if (byte != delimiter && (place != last || (byte != NEWLINE && (byte != RETURN || load<u8>(stop + 1) != NEWLINE)))) break;
    if (<u32>(n - 1) >= 24) break;

    // The digits are taken from their end, so that the same 24 bytes are looked at whatever n is: eight by integer
    // arithmetic, sixteen as a vector.
    const window = WINDOW + <usize>n;
    const high = eight((load<u64>(stop - 24) ^ EIGHT_ZEROS) & load<u64>(window));
    const digits = v128.and(i8x16.sub(v128.load(stop - 16), zeros), v128.load(window, 8));
    const pairs = i16x8.shr_u(i16x8.mul(digits, by10), 8);
    const fours = i32x4.dot_i16x8_s(pairs, by100);
    const eights = <u64>i64x2.extract_lane(i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(fours, fours), by10000), 0);
    const w = high * 10_000_000_000_000_000 + (eights & 0xffffffff) * 100_000_000 + (eights >> 32);
    if (high > 999) break;

    // As scale() does, but neither tiny, nor large, nor a tie (2^53·5^n ≤ w < 10^n has no n below 54), so that the
    // upper word is enough. Without the carries of the lower words it is too small by 3 at most.
    const zerosAhead = clz(w);
    const x = w << zerosAhead;
    const y = load<u64>(TENTHS + (<usize>n << 4));
    const product = (x >> 32) * (y >> 32) + (((x & 0xffffffff) * (y >> 32)) >> 32) + (((x >> 32) * (y & 0xffffffff)) >> 32);
    // From 0x1fc on they might matter; and 0 is the product of 0.
    if (((product + 4) & 0x1ff) > 4) {
      const one = product >> 63;
      const mantissa = product >> (one + 9);
      // The first bit of the mantissa adds one to the exponent, and so does a carry out of it.
      store<u64>(place, ((mantissa + (mantissa & 1)) >> 1) + ((load<u64>(TENTHS + (<usize>n << 4), 8) + one - zerosAhead) << 52));
    } else store<f64>(place, scale(w, -n, powers));
    at = stop;
    place += 8;
    if (place > last) break;
    at++;
  }
  written = place;
  return at;
}
