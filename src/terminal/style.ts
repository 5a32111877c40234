import { MARKS, mark } from './marks.js';
import { visible } from './visible.js';

/** How text stands out. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
}

const wrap = (code: number) => (text: string) => `${mark(code)}${text}${mark(0)}`;

/** Marks for `painted` and `markdownLines`, which know where the text goes. */
export const style: Style = { bold: wrap(1), dim: wrap(2), warn: wrap(33) };

/** A line for a terminal or a file: what a terminal would obey is written out, and marks become colour where that is wanted. */
export function painted(line: string, colour: boolean): string {
  return visible(line).replace(MARKS, (_, code: string) => (colour && /^\d/.test(code) ? `\x1b[${code}m` : ''));
}
