// Numbers by class. src/kernels/plain/byClass.ts is the twin.

/** Counts the rows of each class. */
export function countByClass(labels: usize, n: i32, counts: usize): void {
  for (const end = labels + ((<usize>n) << 1); labels < end; labels += 2) {
    const at = counts + ((<usize>load<u16>(labels)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Writes each number to the next place of its class, which moves on. */
export function dealByClass(x: usize, labels: usize, n: i32, places: usize, out: usize): void {
  for (const end = labels + ((<usize>n) << 1); labels < end; labels += 2, x += 8) {
    const at = places + ((<usize>load<u16>(labels)) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<f64>(out + ((<usize>place) << 3), load<f64>(x));
  }
}
