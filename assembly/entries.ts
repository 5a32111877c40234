// Numbers of a dictionary by their places in it. src/kernels/plain/packedNumbers.ts is the twin.

/** Entries of 8 bytes; the places are known to be in the table. */
export function lookUpEight(places: usize, count: i32, entries: usize, out: usize): void {
  for (const end = places + ((<usize>count) << 2); places < end; places += 4, out += 8) {
    store<u64>(out, load<u64>(entries + ((<usize>load<u32>(places)) << 3)));
  }
}

/** The same of 4 bytes. */
export function lookUpFour(places: usize, count: i32, entries: usize, out: usize): void {
  for (const end = places + ((<usize>count) << 2); places < end; places += 4, out += 4) {
    store<u32>(out, load<u32>(entries + ((<usize>load<u32>(places)) << 2)));
  }
}
