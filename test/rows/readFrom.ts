import type { Kernels } from '../../dist/kernels/kernels.js';
import { plainKernels } from '../../dist/kernels/plain.js';
import { wasmKernels } from '../../dist/kernels/wasm.js';
import type { Reading } from '../../dist/rows/bytes/reading.js';
import type { Part, Span, Table, Wanted } from '../../dist/rows/table.js';
import { type Problem, placed, Unplaced } from '../../dist/rows/unplaced.js';

/** Does a reading over files in memory. Not all that is asked for comes at once: what is read must not depend on it. */
export function readFrom<T>(given: Uint8Array | readonly Uint8Array[], reading: Reading<T>, most = Infinity): T {
  for (let step = reading.next(); ; ) {
    if (step.done) return step.value;
    const { file, into, at } = step.value;
    const bytes = given instanceof Uint8Array ? given : given[file];
    const got = Math.max(0, Math.min(into.length, bytes.length - at, most));
    into.set(bytes.subarray(at, at + got));
    step = reading.next(got);
  }
}

/** Both backends. */
export async function bothKernels(memory = 8 << 20): Promise<Kernels[]> {
  return [await wasmKernels(memory), plainKernels()];
}

/** What a row came to, or the message of one that could not be taken. */
export type Taken = string | { numbers: number[]; label?: number; weight?: number; set?: number[]; texts?: string[] };

/** Wanted columns, with what most tests do not care about. */
export function wanting(columns: readonly string[], given: Partial<Wanted> & Pick<Wanted, 'numbers'>): Wanted {
  const about = Object.fromEntries(columns.map((name, i) => [i, { expected: `what ${name} holds`, advice: `Check --${name}.` }]));
  return { classes: [], most: 1000, finite: true, about, ...given };
}

/** Reads parts of a table, one after another; says where rows lay, and keeps what came of each. */
export function readTable(
  table: Table,
  files: readonly Uint8Array[],
  wanted: Wanted,
  kernels: Kernels,
  parts: readonly Pick<Part, 'from' | 'to'>[] = table.cut(2 ** 20),
  most = Infinity,
): { taken: Taken[]; spans: (Span | undefined)[]; blocks: number[] } {
  table.check(wanted);
  const reader = table.reader(wanted, kernels);
  const taken: Taken[] = [];
  const spans: (Span | undefined)[] = [];
  const blocks: number[] = [];
  const width = wanted.numbers.length;
  const message = (problem: Problem): string => (problem instanceof Unplaced ? readFrom(files, placed(problem)) : problem).message;
  try {
    for (const part of parts)
      spans.push(
        readFrom(
          files,
          reader.read(
            { table: 0, ...part },
            ({ rows, numbers, labels, weights, sets, texts, problem }) => {
              blocks.push(rows);
              let at = 0;
              for (let r = 0; r < rows; r++) {
                const set = wanted.sets === undefined ? {} : { set: [...sets.members.subarray(at, at + sets.sizes[r])] };
                at += sets.sizes[r] ?? 0;
                taken.push({
                  numbers: [...numbers.subarray(r * width, (r + 1) * width)],
                  ...(wanted.truth === undefined ? {} : { label: labels[r] }),
                  ...(weights ? { weight: weights[r] } : {}),
                  ...set,
                  ...(wanted.texts ? { texts: texts.map((column) => column[r]) } : {}),
                });
              }
              const last = message(problem(rows - 1, 'value', 'here', {}));
              if (!last.endsWith('here')) throw new Error(last);
              // Whoever takes rows may amend them.
              numbers.fill(0);
              labels.fill(0);
            },
            (problem) => taken.push(message(problem())),
          ),
          most,
        ),
      );
  } finally {
    reader.free();
  }
  return { taken, spans, blocks };
}

/** What stands in a row, column by column, as something else than our readers has it; or what the row as a whole is instead. */
export type Found = readonly unknown[] | string;

/**
 * What should come of rows, of which another reader tells what stands in them. Text, numbers and booleans name classes, and a set is text with
 * bars between classes, a list of such names, or null. Of a row with several faults the first counts: the class, the numbers and the set are
 * looked at for what is none, then for classes that are unknown (which of them first differs), and numbers are to be finite in the end.
 */
export function expected(rows: readonly Found[], columns: readonly string[], wanted: Wanted, place: (row: number) => string, setsFirst = false): Taken[] {
  const { numbers, truth, sets, classes } = wanted;
  return rows.map((row, r) => {
    if (typeof row === 'string') return `${place(r)}this is ${row}: expected a JSON object`;
    const say = (column: number, what: string): string =>
      `${place(r)}column "${columns[column]}" ${what}: expected ${wanted.about[column].expected}. ${wanted.about[column].advice}`;
    const holds = (column: number): string => say(column, `holds ${shown(row[column])}`);
    const stray = (column: number, name: string): string => say(column, `has the class ${JSON.stringify(name)}`);
    if (truth !== undefined && !names(row[truth])) return holds(truth);
    for (const column of numbers) if (typeof row[column] !== 'number' && typeof row[column] !== 'bigint') return holds(column);
    const set = sets === undefined ? [] : setOf(row[sets]);
    if (!set) return holds(sets as number);
    const label = truth === undefined ? 0 : classes.indexOf(String(row[truth]));
    const members = set.map((name) => Math.max(classes.indexOf(name), classes.indexOf(name.trim())));
    const unknown = [
      ...(label < 0 ? [stray(truth as number, String(row[truth as number]))] : []),
      ...(members.includes(-1) ? [stray(sets as number, set[members.indexOf(-1)])] : []),
    ];
    if (unknown.length > 0) return unknown.at(setsFirst ? -1 : 0) as string;
    const infinite = numbers.find((column) => !Number.isFinite(Number(row[column])));
    if (wanted.finite && infinite !== undefined) return say(infinite, `holds ${row[infinite]}`);
    return {
      numbers: numbers.map((column) => Number(row[column])),
      ...(truth === undefined ? {} : { label }),
      ...(sets === undefined ? {} : { set: members.slice(0, classes.length + 1) }),
    };
  });
}

const names = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** The names in a set; undefined where it is none. */
function setOf(value: unknown): string[] | undefined {
  if (value === null) return [];
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = Array.from(value as ArrayLike<unknown>);
    return list.every(names) ? list.map(String) : undefined;
  }
  if (!names(value)) return undefined;
  return String(value).trim() === '' ? [] : String(value).split('|');
}

/** A value as messages show it. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
