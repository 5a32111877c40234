/** The twin of assembly/moments.ts. */
export function moments(x: Float64Array, length: number): { sum: number; squares: number; infinite: number } {
  const all = sum(x, length);
  if (!(Math.abs(all) < Infinity)) return finite(x, length);
  return { sum: all, squares: squares(x, length, all / length), infinite: 0 };
}

/** Eight lanes: vector j is row pairs j mod 4; vectors 0 + 2 and 1 + 3, then together. */
function together(lanes: Float64Array): number {
  return lanes[0] + lanes[4] + (lanes[2] + lanes[6]) + (lanes[1] + lanes[5] + (lanes[3] + lanes[7]));
}

export function sum(x: Float64Array, length: number): number {
  const whole = length & ~7;
  const lanes = new Float64Array(8);
  for (let r = 0; r < whole; r++) lanes[r & 7] += x[r];
  let total = together(lanes);
  for (let r = whole; r < length; r++) total += x[r];
  return total;
}

function squares(x: Float64Array, length: number, mean: number): number {
  const whole = length & ~7;
  const lanes = new Float64Array(8);
  for (let r = 0; r < whole; r++) lanes[r & 7] += (x[r] - mean) * (x[r] - mean);
  let total = together(lanes);
  for (let r = whole; r < length; r++) total += (x[r] - mean) * (x[r] - mean);
  return total;
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
