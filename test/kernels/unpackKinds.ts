/** What frames of zstd are made of, by their headers alone: tests that every kind was met. */
export function kindsOf(packed: Uint8Array, kinds: Set<string>): void {
  let at = 0;
  const number = (bytes: number): number => {
    let n = 0;
    for (let i = 0; i < bytes; i++) n += packed[at++] * 2 ** (8 * i);
    return n;
  };
  while (at < packed.length) {
    if (Math.floor(number(4) / 16) === 0x184d2a5) {
      kinds.add('skipped frame');
      const length = number(4);
      at += length;
      continue;
    }
    const descriptor = number(1);
    const single = (descriptor >> 5) & 1;
    const sizeBytes = descriptor >= 64 ? 2 ** (descriptor >> 6) : single;
    kinds.add(`size of ${sizeBytes} bytes`).add(descriptor & 4 ? 'checksum' : 'no checksum');
    at += 1 - single + [0, 1, 2, 4][descriptor & 3] + sizeBytes;
    for (let last = false; !last; ) {
      const header = number(3);
      last = (header & 1) === 1;
      const kind = (header >> 1) & 3;
      kinds.add(`${['raw', 'single', 'packed'][kind]} block`);
      const end = at + (kind === 1 ? 1 : header >> 3);
      if (kind === 2) block(at);
      at = end;
    }
    if (descriptor & 4) at += 4;
  }

  function block(from: number): void {
    const kind = packed[from] & 3;
    const format = (packed[from] >> 2) & 3;
    at = from;
    if (kind < 2) {
      const header = [1, 2, 1, 3][format];
      kinds.add(`${['raw', 'single'][kind]} literals`);
      const n = Math.floor(number(header) / (header === 1 ? 8 : 16));
      at += kind === 0 ? n : 1;
    } else {
      kinds.add(`${kind === 2 ? 'tree' : 'no tree'}, ${format === 0 ? 'one stream' : `four streams ${format}`}`);
      const size = Math.floor(number([3, 3, 4, 5][format]) / 2 ** (4 + [10, 10, 14, 18][format]));
      if (kind === 2) kinds.add(packed[at] < 128 ? 'packed weights' : 'plain weights');
      at += size;
    }
    const first = number(1);
    const count = first === 255 ? number(2) + 0x7f00 : first > 127 ? (first - 128) * 256 + number(1) : first;
    kinds.add(`sequences ${count === 0 ? 'none' : first === 255 ? 'many' : first > 127 ? 'some' : 'few'}`);
    if (count === 0) return;
    const modes = number(1);
    for (const [i, name] of ['literals', 'offsets', 'matches'].entries()) {
      kinds.add(`${name} by ${['the usual table', 'one symbol', 'a table', 'the last table'][(modes >> (6 - 2 * i)) & 3]}`);
    }
  }
}
