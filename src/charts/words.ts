/** Words and numbers as charts show them. */

import { numberOf, type Reported } from '../base/reported.js';

/** A name that has room for so many characters; what is left out is in the middle, since names that go together differ at their ends. */
export function shortened(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}

/** The same of several names, which stay different: those that would look alike are numbered. */
export function shortenedAll(names: readonly string[], most: number): Map<string, string> {
  const labels = names.map((name) => shortened(name, most));
  return new Map(
    names.map((name, i) => [name, labels.indexOf(labels[i]) === labels.lastIndexOf(labels[i]) ? labels[i] : `${shortened(name, most - 4)} #${i + 1}`]),
  );
}

/** About how wide a text is at most, in pixels: there is nothing to measure with outside of a page, and fonts differ. */
export function textWidth(text: string, size = 12): number {
  let width = 0;
  for (const letter of text)
    width += letter.codePointAt(0)! > 0x2e7f ? 1.05 : /[A-Zmw@%…—+<>=−]/.test(letter) ? 0.77 : /[ijl.,:;'|!() ]/.test(letter) ? 0.32 : 0.585;
  return width * size;
}

/** Text in lines of at most so many pixels. */
export function folded(text: string, width: number, size = 12): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A number for reading: so many digits that count, a proper minus. */
export function short(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size === 0) return '0';
  const text =
    size < 1e-4 || size >= 1e7
      ? size.toExponential(digits - 1)
      : size >= 1000
        ? Number(size.toPrecision(Math.max(digits, 4))).toLocaleString('en-US')
        : plainNumber(size, digits);
  return `${value < 0 ? '−' : ''}${text.replace('e-', 'e−').replace('e+', 'e')}`;
}

const plainNumber = (size: number, digits: number): string => String(Number(size.toPrecision(digits)));

/** Numbers of rows on an axis. */
export function compact(value: number): string {
  const size = Math.abs(value);
  for (const [unit, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const)
    if (size >= unit) return `${short(value / unit)}${letter}`;
  return short(value);
}

export const reportedText = (value: Reported | undefined, digits = 4): string => short(numberOf(value), digits);

/** a, b and c. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
