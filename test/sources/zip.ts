import { deflateRawSync } from 'node:zlib';

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

interface Wrong {
  crc?: number;
  size?: number;
  method?: number;
}

/** A zip archive; `wrong` makes what it says of its first file untrue. */
export function zip(files: Record<string, Uint8Array>, packed = false, wrong: Wrong = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [i, [name, content]] of Object.entries(files).entries()) {
    const bytes = packed ? deflateRawSync(content) : Buffer.from(content);
    const says = { crc: crc32(content), size: content.length, method: packed ? 8 : 0, ...(i === 0 ? wrong : {}) };
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(says.method, 4);
    head.writeUInt32LE(says.crc, 10);
    head.writeUInt32LE(bytes.length, 14);
    head.writeUInt32LE(says.size, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), bytes]);
    const entry = Buffer.alloc(42);
    head.copy(entry, 2, 0, 24);
    entry.writeUInt32LE(at, 38);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), entry, Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
