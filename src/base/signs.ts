/** Bytes of text that are looked for wherever text is read. */
export const NEWLINE = 0x0a;
export const RETURN = 0x0d;
export const QUOTE = 0x22;
export const MINUS = 0x2d;

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
export const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09;
