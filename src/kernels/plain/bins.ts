/** The twins of assembly/bins.ts. */

/** Numbers to a record, and to a bin of cells. */
const RECORD_NUMBERS = 4;
const CELL_NUMBERS = 4;

// A number and its halves in one place; which of them is the upper one is for the machine to say.
const BIN_FLOAT = Float64Array.of(1);
const HALVES = new Int32Array(BIN_FLOAT.buffer);
const UPPER_HALF = HALVES[1] === 0 ? 0 : 1;
const SMALLEST_BIN = (1023 - 33) * 2 ** 20;

const isOther = (x: number): boolean => x < 0 || Object.is(x, -0);

export function signedColumn(p: Float64Array, labels: Uint16Array, rows: number, k: number, i: number, out: Float64Array): void {
  for (let r = 0; r < rows; r++) out[r] = (p[r * k + i] + 0) * (labels[r] === i ? 1 : -1);
}

/** The bin of a number by its size; see histogram.ts. */
export function binPlace(x: number, even: number, shift: number): number {
  const last = 32 << (20 - shift);
  const p = Math.abs(x);
  const upper = p > 0.5;
  BIN_FLOAT[0] = upper ? 1 - p : p;
  const cut = Math.min(last, Math.max(0, HALVES[UPPER_HALF] - SMALLEST_BIN) >> shift);
  return ((p * even) | 0) + (upper ? 2 * last + 1 - cut : cut);
}

export function binPlaces(x: Float64Array, length: number, even: number, shift: number, places: Uint32Array): void {
  for (let r = 0; r < length; r++) places[r] = binPlace(x[r], even, shift);
}

export function binByClass(places: Uint32Array, labels: Uint16Array, length: number, stride: number, counts: Uint32Array): void {
  for (let r = 0; r < length; r++) counts[labels[r] * stride + places[r]]++;
}

export function binBySide(x: Float64Array, places: Uint32Array, length: number, stride: number, counts: Uint32Array): void {
  for (let r = 0; r < length; r++) counts[(isOther(x[r]) ? stride : 0) + places[r]]++;
}

export function binRecords(
  x: Float64Array,
  places: Uint32Array,
  length: number,
  shift: number,
  records: Float64Array,
  marks: Uint8Array,
  marked: Uint32Array,
): number {
  const counts = new Uint32Array(records.buffer, records.byteOffset, 2 * records.length);
  let found = 0;
  for (let r = 0; r < length; r++) {
    const bin = places[r] >> shift;
    const p = Math.abs(x[r]);
    const at = bin * RECORD_NUMBERS;
    counts[2 * at]++;
    if (!isOther(x[r])) counts[2 * at + 1]++;
    records[at + 1] += p;
    if (p < records[at + 2]) records[at + 2] = p;
    if (-p < records[at + 3]) records[at + 3] = -p;
    if (marks[bin]) marked[found++] = r;
  }
  return found;
}

export function binCells(x: Float64Array, places: Uint32Array, length: number, bins: Float64Array): void {
  for (let r = 0; r < length; r++) {
    const p = Math.abs(x[r]);
    const at = places[r] * CELL_NUMBERS;
    bins[at]++;
    if (x[r] > 0) bins[at + 1]++;
    bins[at + 2] += p;
    bins[at + 3] += p * p;
  }
}
