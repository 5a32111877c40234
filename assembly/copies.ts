// Copies of bytes for what is unpacked, sixteen at a time. They write up to fifteen bytes more than were asked for, where
// the caller has seen to it that there is room, and are exact where it has not.

/** From here on the machine's own copy is faster. */
const LONG: usize = 512;
/** Bytes that must be free behind a copy that writes more than it was asked for. */
export const SPARE: usize = 16;

/** Of bytes that repeat after 1 to 15 places, sixteen in a row. */
// prettier-ignore
const REPEATS = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
  0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0,
  0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0,
  0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1,
  0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 4,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 1, 2,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0,
], 16);

/** How many of those sixteen are whole repeats. */
const WHOLE = memory.data<u8>([0, 16, 16, 15, 16, 15, 12, 14, 16, 9, 10, 11, 12, 13, 14, 15]);

/** Copies n bytes from somewhere else. Sixteen more may be read and written. */
// @ts-ignore: decorator
@inline
export function copyOver(to: usize, from: usize, n: usize): void {
  v128.store(to, v128.load(from));
  if (n > 16) copyLong(to, from, n);
}

function copyLong(to: usize, from: usize, n: usize): void {
  if (n >= LONG) {
    memory.copy(to, from, n);
    return;
  }
  const end = to + n;
  do {
    to += 16;
    from += 16;
    v128.store(to, v128.load(from));
  } while (to + 16 < end);
}

/** Copies the n bytes that lie `offset` bytes back, which may run into what is written here. Sixteen more may be written. */
// @ts-ignore: decorator
@inline
export function repeatOver(to: usize, offset: usize, n: usize): void {
  if (offset >= 16 && n <= 16) v128.store(to, v128.load(to - offset));
  else repeatLong(to, offset, n);
}

function repeatLong(to: usize, offset: usize, n: usize): void {
  const end = to + n;
  if (offset >= 16) {
    if (n >= LONG && offset >= n) {
      memory.copy(to, to - offset, n);
      return;
    }
    const back = <usize>0 - offset;
    do {
      v128.store(to, v128.load(to + back));
      to += 16;
    } while (to < end);
    return;
  }
  // What repeats is spread over a vector once, and written as often as it takes.
  const bytes = i8x16.swizzle(v128.load(to - offset), v128.load(REPEATS + (offset << 4)));
  const step = <usize>load<u8>(WHOLE + offset);
  do {
    v128.store(to, bytes);
    to += step;
  } while (to < end);
}

/** The same, to the byte. */
export function repeatExactly(to: usize, offset: usize, n: usize): void {
  if (n > 2 * SPARE) {
    const most = n - SPARE;
    repeatLong(to, offset, most);
    to += most;
    n = SPARE;
  }
  const back = <usize>0 - offset;
  for (; n; n--) {
    store<u8>(to, load<u8>(to + back));
    to++;
  }
}
