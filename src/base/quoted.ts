/**
 * Texts with commas between them, in rows that end with one of some characters. A text between double quotes may hold all of these, and a quote
 * written twice; quotes within a text are only that.
 */
export function quotedRows(text: string, rowEnds = ''): string[][] {
  const pattern = new RegExp(`[^\\S\\n]*"((?:[^"]|"")*)"[^\\S\\n]*(?=[,${rowEnds}]|$)|[^,${rowEnds}]*`, 'y');
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; at = pattern.lastIndex + 1) {
    pattern.lastIndex = at;
    const [plain, quoted] = pattern.exec(text) as RegExpExecArray;
    rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    const end = text[pattern.lastIndex];
    if (end !== undefined && rowEnds.includes(end)) rows.push([]);
  }
  return rows;
}

/** Names with commas between them. */
export const quotedList = (text: string): string[] => quotedRows(text)[0];
