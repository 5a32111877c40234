import { FairbitsError } from '../../base/errors.js';
import { QUOTE } from '../../base/signs.js';
import { decodeText } from '../../base/utf8.js';
import type { CsvError } from '../../kernels/csvPlan.js';
import type { Wanted } from '../table.js';
import { Unplaced } from '../unplaced.js';
import type { CsvDialect } from './csvDialect.js';
import type { Lines } from './lines.js';

const MAX_FIELD_SHOWN = 60;

/** The error of a line that could not be read, of the file with a number. */
export function csvProblem(
  index: number,
  { name: file, columns, fields: expectedFields }: Pick<CsvDialect, 'name' | 'columns' | 'fields'>,
  { bytes, offset, to: end }: Pick<Lines, 'bytes' | 'offset' | 'to'>,
  error: CsvError,
  about: Wanted['about'],
): Unplaced {
  const { code, column, from, to, fields } = error;
  const text = decodeText(bytes.subarray(from, Math.min(to, from + MAX_FIELD_SHOWN)));
  const found = describe();
  return new Unplaced(index, offset + from, (line) => new FairbitsError(found.code, `${file}:${line}: ${found.message}`, { file, line, ...found.details }));

  function describe(): { code: FairbitsError['code']; message: string; details: { column?: string; found: unknown; expected: string } } {
    // Such a line has fields that are wrong in other ways, too.
    const hint =
      (code === 'ragged' || column === 0) && text.startsWith('#') ? ' Lines that begin with # are comments only in a file whose first line does.' : '';
    if (code === 'ragged')
      return {
        code: 'fields',
        message: `${fields} fields, but the header has ${expectedFields}. Is a delimiter missing, or a quote?${hint}`,
        details: { found: fields, expected: `${expectedFields} fields` },
      };
    const name = columns[column];
    // Behind the end lies what was read before.
    if (code === 'quote' && to < end && bytes[to] === QUOTE)
      return {
        code: 'format',
        message: `column "${name}": a quoted field goes on behind its closing quote, with ${JSON.stringify(String.fromCharCode(bytes[to + 1]))}: expected a delimiter or the end of the line. Quotes inside a field are doubled ("").`,
        details: { column: name, found: text, expected: 'a delimiter behind the closing quote' },
      };
    if (code === 'quote')
      return {
        code: 'format',
        message: `column "${name}": a quoted field does not end: expected a closing quote before the file ends`,
        details: { column: name, found: text, expected: 'a closing quote' },
      };
    const { expected, advice, unknown, code: its } = about[column] ?? { expected: 'something else', advice: '' };
    const shown = JSON.stringify(to > from + MAX_FIELD_SHOWN ? `${text}…` : text);
    const should = code === 'not-finite' ? expected.replace(/^a number/, 'a finite number') : expected;
    const what = code === 'unknown-class' ? `has the class ${shown}${unknown ?? `: expected ${should}`}` : `holds ${shown}: expected ${should}`;
    return {
      code: code === 'unknown-class' ? 'class' : (its ?? 'value'),
      message: `column "${name}" ${what}. ${advice}${hint}`,
      details: { column: name, found: text, expected: should },
    };
  }
}
