import { FairbitsError } from '../base/errors.js';

/** The parts of a table's name: schema.table, and "a.b" where a dot is part of a name. */
export function tableParts(text: string): string[] {
  const parts: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^."]+))(\.|$)/y;
  for (let at = 0; at < text.length || parts.length === 0; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found || (found[3] === '.' && pattern.lastIndex === text.length))
      throw new FairbitsError(
        'option',
        `the table's name ${JSON.stringify(text)} cannot be read: expected TABLE or SCHEMA.TABLE, a part between double quotes where it has a dot or a quote in it`,
        {
          found: text,
          expected: 'TABLE or SCHEMA.TABLE',
        },
      );
    parts.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'));
  }
  return parts;
}
