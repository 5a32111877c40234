/** Seeded random numbers (Marsaglia's xorshift64), so that a failure comes back. */
export function randomOf(seed: number) {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 1n;
  const bits64 = (): bigint => {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state = BigInt.asUintN(64, state ^ (state << 17n));
    return state;
  };
  const unit = (): number => Number(bits64() >> 11n) / 2 ** 53;
  return { bits64, unit, below: (n: number): number => Math.floor(unit() * n) };
}
