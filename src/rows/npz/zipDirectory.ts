import { bytesAt, type Reading } from '../bytes/reading.js';

/** A file in a zip archive: where its bytes lie, packed or not. */
export interface ZipEntry {
  name: string;
  /** 0: as it is; 8: deflated. */
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Where its own header begins. */
  headerAt: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ZIP_ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end of an archive, with the longest comment. */
const LONGEST_END = 22 + 65535;
/** Directories that are longer belong to no arrays. */
const LONGEST_DIRECTORY = 2 ** 22;
/** What stands where a number has 64 bits elsewhere. */
const ELSEWHERE = 0xffffffff;

/** What an archive says of its files. Its errors are for who names the file. */
export function* zipDirectory(file: number, size: number): Reading<ZipEntry[]> {
  const { from, length, count } = yield* directoryPlace(file, size);
  if (length > LONGEST_DIRECTORY) throw new Error(`a directory of ${length} bytes`);
  if (!(from >= 0 && from + length <= size)) throw new Error('its directory lies behind its end');
  const view = zipView(yield* bytesAt(file, from, from + length));
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > length || view.getUint32(at, true) !== ZIP_ENTRY) throw new Error('its directory makes no sense');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const end = at + 46 + nameLength + extraLength + commentLength;
    if (end > length) throw new Error('its directory ends early');
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw new Error('it is encrypted');
    const name = nameAt(view, at + 46, nameLength);
    const [size, packed, headerAt] = wideNumbers(view, at, at + 46 + nameLength, extraLength);
    entries.push({ name, method: view.getUint16(at + 10, true), crc: view.getUint32(at + 16, true), packed, size, headerAt });
    at = end;
  }
  return entries;
}

/** Where the bytes of an entry begin in the file. It has its name there once more. */
export function* entryStart(file: number, size: number, { headerAt, packed, name }: ZipEntry): Reading<number> {
  if (!(headerAt >= 0 && headerAt + 30 <= size)) throw new Error('an entry lies behind its end');
  const view = zipView(yield* bytesAt(file, headerAt, headerAt + 30));
  if (view.getUint32(0, true) !== LOCAL) throw new Error('an entry does not begin as one');
  const nameLength = view.getUint16(26, true);
  const start = headerAt + 30 + nameLength + view.getUint16(28, true);
  if (!(packed >= 0 && start + packed <= size)) throw new Error('an entry is longer than the file');
  const own = nameAt(zipView(yield* bytesAt(file, headerAt + 30, headerAt + 30 + nameLength)), 0, nameLength);
  if (own !== name) throw new Error(`an entry is called ${JSON.stringify(name)} in its directory and ${JSON.stringify(own)} where it begins`);
  return start;
}

function* directoryPlace(file: number, size: number): Reading<{ from: number; length: number; count: number }> {
  const start = Math.max(0, size - LONGEST_END);
  const bytes = yield* bytesAt(file, start, size);
  const view = zipView(bytes);
  let at = bytes.length - 22;
  while (at >= 0 && view.getUint32(at, true) !== END) at--;
  if (at < 0) throw new Error('it has no directory');
  const place = { from: view.getUint32(at + 16, true), length: view.getUint32(at + 12, true), count: view.getUint16(at + 10, true) };
  if (place.from !== ELSEWHERE && place.length !== ELSEWHERE && place.count !== 0xffff) return place;
  const locator = start + at - 20;
  if (locator < 0) throw new Error('its directory makes no sense');
  const wide = zipView(yield* bytesAt(file, locator, locator + 20));
  const endAt = Number(wide.getBigUint64(8, true));
  if (wide.getUint32(0, true) !== LOCATOR_64 || !(endAt + 56 <= size)) throw new Error('its directory makes no sense');
  const end = zipView(yield* bytesAt(file, endAt, endAt + 56));
  if (end.getUint32(0, true) !== END_64) throw new Error('its directory makes no sense');
  return { count: Number(end.getBigUint64(32, true)), length: Number(end.getBigUint64(40, true)), from: Number(end.getBigUint64(48, true)) };
}

/** The sizes of an entry and its place, which may have 64 bits behind its name. */
function wideNumbers(view: DataView, at: number, extraAt: number, extraLength: number): [size: number, packed: number, headerAt: number] {
  const found: [number, number, number] = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  for (let extra = extraAt; extra + 4 <= extraAt + extraLength; ) {
    const length = view.getUint16(extra + 2, true);
    if (view.getUint16(extra, true) === 1) {
      let next = extra + 4;
      for (const [i, number] of found.entries()) {
        if (number !== ELSEWHERE) continue;
        if (next + 8 > extra + 4 + length || next + 8 > view.byteLength) throw new Error('its directory makes no sense');
        found[i] = Number(view.getBigUint64(next, true));
        next += 8;
      }
    }
    extra += 4 + length;
  }
  return found;
}

function nameAt(view: DataView, at: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}

function zipView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
