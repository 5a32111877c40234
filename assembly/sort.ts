// Sorting numbers by size without sign: a radix sort, since a sort that compares spends its time on branches that
// nobody can predict. In short steps over pieces, so that V8 gets to optimize them; src/kernels/wasm.ts calls them.

const DIGIT = 8;
const PASSES = 8;
const BUCKETS = 1 << DIGIT;

// @ts-ignore: decorator
@inline
function table(tables: usize, pass: i32): usize {
  return tables + ((<usize>pass * BUCKETS) << 2);
}

// @ts-ignore: decorator
@inline
function slot(counts: usize, key: u64, pass: i32): usize {
  return counts + ((<usize>((key >> <u64>(pass * DIGIT)) & (BUCKETS - 1))) << 2);
}

/** Turns numbers into keys, and counts their digits. The sign is the lowest bit: of one size the positive comes first. */
export function sortKeys(x: usize, n: i32, tables: usize): void {
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const bits = load<u64>(x);
    const key = (bits << 1) | (bits >> 63);
    store<u64>(x, key);
    for (let pass = 0; pass < PASSES; pass++) {
      const count = slot(table(tables, pass), key, pass);
      store<u32>(count, load<u32>(count) + 1);
    }
  }
}

/** Turns the counts of a digit into places; false where all n numbers share it, and nothing need be moved. */
export function sortPlaces(tables: usize, pass: i32, n: i32): bool {
  const counts = table(tables, pass);
  let next: u32 = 0;
  for (let b: usize = 0; b < <usize>(BUCKETS * 4); b += 4) {
    const count = load<u32>(counts + b);
    if (<i32>count == n) return false;
    store<u32>(counts + b, next);
    next += count << 3;
  }
  return true;
}

/** Moves n keys to their places by one digit. */
export function sortMove(from: usize, n: i32, to: usize, tables: usize, pass: i32): void {
  const places = table(tables, pass);
  for (const end = from + ((<usize>n) << 3); from < end; from += 8) {
    const key = load<u64>(from);
    const at = slot(places, key, pass);
    const place = load<u32>(at);
    store<u32>(at, place + 8);
    store<u64>(to + <usize>place, key);
  }
}

/** Turns keys back into numbers. */
export function sortNumbers(from: usize, n: i32, to: usize): void {
  for (let at: usize = 0; at < (<usize>n) << 3; at += 8) {
    const key = load<u64>(from + at);
    store<u64>(to + at, (key >> 1) | (key << 63));
  }
}
