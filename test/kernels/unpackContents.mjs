/** What the fixtures of unpackFixtures.ts hold, made again from seeds; unpackFixtures.make.mjs packs it. */

/** Marsaglia's xorshift32. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const bytesOf = (numbers) => new Uint8Array(Float64Array.from(numbers).buffer);
const filled = (length, make) => Uint8Array.from({ length }, make);

/** The estimates of a class among three, rounded to so many digits. */
function estimates(rows, digits, seed) {
  const next = randomOf(seed);
  return bytesOf(
    Array.from({ length: rows }, () => {
      const [a, b, c] = [next() + 0.01, next() + 0.01, next() + 0.01];
      return Math.round((a / (a + b + c)) * 10 ** digits) / 10 ** digits;
    }),
  );
}

/** Lines of a log, each much like the one before. */
function lines(length, seed) {
  const next = randomOf(seed);
  const text = [];
  for (let row = 0, size = 0; size < length; row++) {
    const line = `${1000 + row}: class ${'abc'[Math.floor(next() * 3)]} was called ${'abc'[Math.floor(next() * 3)]}${next() < 0.1 ? ', not sure at all' : ''}\n`;
    text.push(line);
    size += line.length;
  }
  return new TextEncoder().encode(text.join('')).subarray(0, length);
}

/** Noise, over and over, with a byte changed here and there. */
function again(length, period, seed) {
  const next = randomOf(seed);
  const noise = filled(period, () => next() * 256);
  const bytes = filled(length, (_, i) => noise[i % period]);
  for (let i = 0; i < length; i += Math.floor(next() * 3000) + 1) bytes[i] = next() * 256;
  return bytes;
}

/** Bytes of which the lower ones are far more frequent, as `power` says. */
function skewed(length, most, power, seed) {
  const next = randomOf(seed);
  return filled(length, () => 40 + most * next() ** power);
}

/** Runs of a byte, and short ones of a few. */
function runs(length, seed) {
  const next = randomOf(seed);
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const [period, n] = [1 + Math.floor(next() * 20), Math.floor(next() ** 3 * 4000)];
    for (let i = 0; i < n && at < length; i++, at++) bytes[at] = i < period ? next() * 256 : bytes[at - period];
    at++;
  }
  return bytes;
}

/** Quiet, then noise, then quiet. */
function quiet(length, seed) {
  const next = randomOf(seed);
  return filled(length, (_, i) => (i > length - 1500 && i < length - 1000 ? next() * 256 : 7));
}

/** By name. */
export const contents = {
  empty: () => new Uint8Array(0),
  one: () => Uint8Array.of(42),
  tiny: () => new TextEncoder().encode('fair bits, fair bits'),
  short: () => lines(400, 3),
  text: () => lines(10_000, 5),
  longText: () => lines(70_000, 5).map((byte, i) => (i < 60_000 ? byte : byte ^ 1)),
  doubles: () => estimates(250, 6, 7),
  fewDoubles: () => estimates(3000, 1, 9),
  again: () => again(300_000, 1500, 11),
  noise: () => again(1200, 1200, 13),
  runs: () => runs(40_000, 15),
  quiet: () => quiet(400_000, 17),
  skewed: () => skewed(5000, 12, 3, 19),
  fewBytes: () => skewed(5000, 4, 2, 25).map((byte) => byte - 40),
  skewedWide: () => skewed(3000, 215, 2, 23),
};
