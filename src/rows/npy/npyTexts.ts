import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { decodeText } from '../../base/utf8.js';
import type { Reading } from '../bytes/reading.js';
import { isMissing, numberIn } from '../classOfLabel.js';
import { fillFrom, type NpyArray } from './npyArray.js';

/** Bytes of texts that are read at a time. */
const TEXT_PIECE = 2 ** 18;

/** One of some texts, without the zeros behind it: characters of four bytes, or bytes of UTF-8. */
export function npyText(held: Uint8Array, r: number, { bytes, header }: NpyArray): string {
  const own = held.subarray(r * bytes, (r + 1) * bytes);
  if (header.type.startsWith('S')) {
    let end = own.length;
    while (end > 0 && own[end - 1] === 0) end--;
    return decodeText(own.subarray(0, end));
  }
  const view = new DataView(own.buffer, own.byteOffset, own.length);
  let text = '';
  for (let at = 0; at < own.length; at += 4) {
    const code = view.getUint32(at, !header.bigEndian);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text.replace(/\0+$/, '');
}

/** The classes of labels that are texts: the different ones in sorted order, as many as there are columns. */
export function* classesOfTexts(labels: NpyArray, rows: number, k: number): Reading<string[]> {
  const wanted = Math.max(2, k);
  const seen = new Set<string>();
  const most = Math.max(1, Math.floor(TEXT_PIECE / labels.bytes));
  const held = new Uint8Array(Math.min(most, rows) * labels.bytes);
  for (let from = 0; from < rows && seen.size <= wanted; from += most) {
    const count = Math.min(most, rows - from);
    yield* fillFrom(labels, held.subarray(0, count * labels.bytes), from);
    for (let r = 0; r < count && seen.size <= wanted; r++) {
      const text = npyText(held, r, labels);
      if (!isMissing(text)) seen.add(text);
    }
  }
  const names = [...seen].sort((a, b) => (numberIn(a) ?? 0) - (numberIn(b) ?? 0) || (a < b ? -1 : 1));
  if (names.length === wanted) return names;
  const { name: file } = labels;
  const counted = names.length > wanted ? `more classes than ${wanted}: ` : names.length === 1 ? 'one class: ' : `${names.length} classes: `;
  const found = names.length === 0 ? 'no class' : `${counted}${list(names)}`;
  throw new FairbitsError(
    'class',
    `${file}: the labels name ${found}, and there are ${wanted} to estimate: expected --classes and ${wanted} names, in the order of the columns`,
    {
      file,
      found: list(names),
      expected: `--classes and ${wanted} names`,
    },
  );
}
