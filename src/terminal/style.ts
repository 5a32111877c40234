import { visible } from './visible.js';

/** How text stands out. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
}

/** What marks begin with. It is not known before the run, so that no text from a file can be one. */
const SECRET = `<${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;
const MARKS = new RegExp(`${SECRET}(\\d+)>`, 'g');

const wrap = (code: number) => (text: string) => `${SECRET}${code}>${text}${SECRET}0>`;

/** Marks for `painted`, which knows where the text goes. */
export const style: Style = { bold: wrap(1), dim: wrap(2), warn: wrap(33) };

/** A line for a terminal or a file: what a terminal would obey is written out, and marks become colour where that is wanted. */
export function painted(line: string, colour: boolean): string {
  return visible(line).replace(MARKS, colour ? '\x1b[$1m' : '');
}
