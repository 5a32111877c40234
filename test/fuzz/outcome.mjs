import { FairbitsError } from '../../dist/base/errors.js';
import { placed, Unplaced } from '../../dist/rows/unplaced.js';

/** Does a reading over files in memory, some bytes at a time. */
export function readFrom(files, reading, most = Infinity) {
  for (let step = reading.next(); ; ) {
    if (step.done) return step.value;
    const { file, into, at } = step.value;
    const got = Math.max(0, Math.min(into.length, files[file].length - at, most));
    into.set(files[file].subarray(at, at + got));
    step = reading.next(got);
  }
}

/** What no message may say. Texts of the file itself, which stand in quotes, may. */
const OUR_FAULT = /undefined|is not a function|Cannot read prop|\bNaN\b|not iterable|\[object/;

/** All of a table as rows, each with its numbers and its label, or the message of a bad one; or the message of a file that cannot be read. */
export function outcome(open, files, wantedOf, kernels, most) {
  const rows = [];
  try {
    const table = readFrom(files, open(), most);
    const wanted = wantedOf(table);
    if (!wanted) return { other: 'other columns' };
    table.check(wanted);
    const reader = table.reader(wanted, kernels);
    const width = wanted.numbers.length;
    try {
      for (const part of table.cut(2 ** 30))
        readFrom(
          files,
          reader.read(
            { table: 0, ...part },
            ({ rows: count, numbers, labels, texts }) => {
              for (let r = 0; r < count; r++)
                rows.push([...numbers.subarray(r * width, (r + 1) * width), wanted.truth === undefined ? -1 : labels[r], ...texts.map((column) => column[r])]);
            },
            (problem) => {
              const found = problem();
              rows.push(checked(found instanceof Unplaced ? readFrom(files, placed(found)) : found));
            },
          ),
          most,
        );
    } finally {
      reader.free();
    }
    if (table.rows !== undefined && table.rows !== rows.length) throw new Error(`${rows.length} rows where the file says ${table.rows}`);
    return { rows };
  } catch (error) {
    return { error: checked(error) };
  }
}

/** The message of an error of the file's; anything else is a fault of ours. */
export function checked(error) {
  if (!(error instanceof FairbitsError)) throw error;
  if (OUR_FAULT.test(error.message.replace(/"(?:[^"\\]|\\.)*"|columns? \S*|the columns are .*|holds (NaN|undefined)/g, '')))
    throw new Error(`a message that tells nothing: ${error.message}`);
  return error.message;
}

/** An outcome as one text, to be compared. */
export function told({ rows, error, other }) {
  return rows
    ? rows
        .map((row) => (typeof row === 'string' ? row : row.map((x) => (typeof x === 'number' ? (Object.is(x, -0) ? '-0' : String(x)) : x)).join(' ')))
        .join('\n')
    : (error ?? other);
}
