/** What marks begin with. It is not known before the run, so that no text from a file can be one. */
const SECRET = `<${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;

/** Marks in lines: how text stands out, where cells of tables begin, which lines go on with the one before. Who prints knows what becomes of them. */
export const MARKS = new RegExp(`${SECRET}(\\w+)>`, 'g');

export const mark = (code: string | number): string => `${SECRET}${code}>`;

/** Between the cells of a row. */
export const CELL = mark('c');

/** Before a line that goes on with the one before it, which was too long. */
export const GOES_ON = mark('g');
