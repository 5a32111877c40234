/** The twin of assembly/moments.ts: four lanes by row, (0 + 2) + (1 + 3), then what is left over. */
export function moments(x: Float64Array, length: number): { sum: number; squares: number; infinite: number } {
  const whole = length & ~3;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let r = 0; r < whole; r += 4) {
    a += x[r];
    b += x[r + 1];
    c += x[r + 2];
    d += x[r + 3];
  }
  let sum = a + c + (b + d);
  for (let r = whole; r < length; r++) sum += x[r];
  if (!(Math.abs(sum) < Infinity)) return finite(x, length);
  const mean = sum / length;
  a = b = c = d = 0;
  for (let r = 0; r < whole; r += 4) {
    a += (x[r] - mean) * (x[r] - mean);
    b += (x[r + 1] - mean) * (x[r + 1] - mean);
    c += (x[r + 2] - mean) * (x[r + 2] - mean);
    d += (x[r + 3] - mean) * (x[r + 3] - mean);
  }
  let squares = a + c + (b + d);
  for (let r = whole; r < length; r++) squares += (x[r] - mean) * (x[r] - mean);
  return { sum, squares, infinite: 0 };
}

function finite(x: Float64Array, length: number): { sum: number; squares: number; infinite: number } {
  let sum = 0;
  let infinite = 0;
  for (let r = 0; r < length; r++) {
    if (Math.abs(x[r]) < Infinity) sum += x[r];
    else infinite++;
  }
  const mean = sum / (length - infinite);
  let squares = 0;
  for (let r = 0; r < length; r++) if (Math.abs(x[r]) < Infinity) squares += (x[r] - mean) * (x[r] - mean);
  return { sum, squares, infinite };
}

/** Eight lanes: vector j is row pairs j mod 4; vectors 0 + 2 and 1 + 3, then together. */
export function sum(x: Float64Array, length: number): number {
  const whole = length & ~7;
  const lanes = new Float64Array(8);
  for (let r = 0; r < whole; r += 8) for (let i = 0; i < 8; i++) lanes[i] += x[r + i];
  let total = lanes[0] + lanes[4] + (lanes[2] + lanes[6]) + (lanes[1] + lanes[5] + (lanes[3] + lanes[7]));
  for (let r = whole; r < length; r++) total += x[r];
  return total;
}
