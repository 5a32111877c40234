/** Changes to bytes: single ones, lengths and counts where such may stand, pieces that are cut out, moved or doubled. */

const BYTES = [0, 1, 2, 4, 7, 8, 10, 13, 34, 44, 63, 64, 127, 128, 129, 254, 255];
const WORDS = [0, 1, -1, 2, 7, 8, 255, 256, 32767, 65535, 65536, 2 ** 24, 2 ** 28, 2 ** 30, 2 ** 31 - 1, -(2 ** 31)];

/** One to four changes. `at` says where they are most telling; where it says nothing, anywhere. */
export function mutated(random, bytes, at = () => undefined) {
  let changed = bytes.slice();
  for (let i = 1 + random.below(4); i > 0; i--) changed = once(random, changed, at(random, changed) ?? random.below(Math.max(1, changed.length)));
  return changed;
}

function once(random, bytes, at) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const how = random.below(12);
  if (bytes.length === 0) return bytes;
  if (how < 3) bytes[at] = random.below(256);
  else if (how < 5) bytes[at] = random.pick(BYTES);
  else if (how < 7) bytes[at] ^= 1 << random.below(8);
  else if (how === 7 && at + 4 <= bytes.length) view.setInt32(at, random.pick(WORDS), random.next() < 0.9);
  else if (how === 8 && at + 8 <= bytes.length) view.setBigInt64(at, BigInt(random.pick(WORDS)) * (random.next() < 0.2 ? 2n ** 32n : 1n), true);
  else if (how === 9) return joined(bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + random.below(16))));
  else if (how === 10) return joined(bytes.subarray(0, at), bytes.subarray(random.below(bytes.length)).subarray(0, 1 + random.below(32)), bytes.subarray(at));
  else if (random.next() < 0.3) return bytes.slice(0, at);
  return bytes;
}

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
