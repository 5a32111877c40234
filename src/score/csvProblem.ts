import { FairbitsError } from '../errors.js';
import type { CsvError } from '../kernels/csvPlan.js';
import type { Lines } from './lines.js';
import type { PlannedFile } from './plan.js';
import { Unplaced } from './unplaced.js';

/** What is wrong with a field, after its place and column; what was expected there; and a code, where the usual one will not do. */
export type Complaint = (error: Pick<CsvError, 'code' | 'column'>, found: string) => { message: string; expected: string; code?: FairbitsError['code'] };

const MOST_SHOWN = 60;
const QUOTE = 34;

/** The error of a line that could not be read, of the file with a number; `complain` speaks of fields that hold what they should not. */
export function csvProblem(
  index: number,
  { name: file, names: columns }: Pick<PlannedFile, 'name' | 'names'>,
  { bytes, offset }: Pick<Lines, 'bytes' | 'offset'>,
  error: CsvError,
  complain: Complaint,
): Unplaced {
  const { code, column, from, to, fields } = error;
  const text = new TextDecoder().decode(bytes.subarray(from, Math.min(to, from + MOST_SHOWN)));
  const about = describe();
  return new Unplaced(index, offset + from, (line) => new FairbitsError(about.code, `${file}:${line}: ${about.message}`, { file, line, ...about.details }));

  function describe(): { code: FairbitsError['code']; message: string; details: { column?: string; found: unknown; expected: string } } {
    // Such a line has fields that are wrong in other ways, too.
    const hint =
      (code === 'ragged' || column === 0) && text.startsWith('#') ? ' Lines that begin with # are comments only in a file whose first line does.' : '';
    if (code === 'ragged')
      return {
        code: 'fields',
        message: `${fields} fields, but the header has ${columns.length}. Is a delimiter missing, or a quote?${hint}`,
        details: { found: fields, expected: `${columns.length} fields` },
      };
    const name = columns[column];
    if (code === 'quote' && bytes[to] === QUOTE)
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
    const {
      message,
      expected,
      code: its = code === 'unknown-class' ? 'class' : 'value',
    } = complain(error, JSON.stringify(to > from + MOST_SHOWN ? `${text}…` : text));
    return { code: its, message: `column "${name}" ${message}${hint}`, details: { column: name, found: text, expected } };
  }
}
