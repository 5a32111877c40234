/** Colour, only where a person looks: a terminal, and no NO_COLOR (no-color.org). */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
}

export function style(colour: boolean): Style {
  const wrap = (code: number) => (text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  return { bold: wrap(1), dim: wrap(2), warn: wrap(33) };
}

export const wantsColour = (): boolean => process.stdout.isTTY === true && !process.env.NO_COLOR;
