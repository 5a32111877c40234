/** Above this a bucket is left to the library's sort. */
const SMALL = 64;

/** Numbers from −1 to 1, sorted by size without sign, in a new array. One pass into buckets by value, a few to each, then each bucket. */
export function sortBySize(values: Float64Array): Float64Array {
  const buckets = 2 ** Math.min(20, Math.max(8, Math.ceil(Math.log2(values.length / 4 + 1))));
  const starts = new Uint32Array(buckets + 2);
  const bucket = (x: number) => (Math.abs(x) * buckets) | 0;
  for (let i = 0; i < values.length; i++) starts[bucket(values[i]) + 1]++;
  for (let b = 1; b < starts.length; b++) starts[b] += starts[b - 1];
  const next = starts.slice();
  const sorted = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) sorted[next[bucket(values[i])]++] = values[i];
  for (let b = 0; b + 1 < starts.length; b++) {
    const from = starts[b];
    const to = starts[b + 1];
    if (to - from <= SMALL) insertionSort(sorted, from, to);
    else sorted.subarray(from, to).sort((a, b) => Math.abs(a) - Math.abs(b));
  }
  return sorted;
}

function insertionSort(values: Float64Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const value = values[i];
    const size = Math.abs(value);
    let j = i;
    for (; j > from && Math.abs(values[j - 1]) > size; j--) values[j] = values[j - 1];
    values[j] = value;
  }
}
