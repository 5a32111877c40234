import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { createEngine, type EngineOptions } from '../../core/engine.js';
import { HEAD, head } from '../../rows/bytes/reading.js';
import { columnOf } from '../../rows/columns.js';
import type { Part, RowBlock, Table, Wanted } from '../../rows/table.js';
import { isNumbering, isPrediction } from '../../rows/understand/names.js';
import { type Failed, type PartOutcome, RowWork, type SinkKind } from '../../run/rowWork.js';
import { cutTables } from '../../run/runRows.js';
import { isFoldColumn } from '../../slices/folds.js';
import { isNothing, monthOf, sliceNumber } from '../../slices/sliceNames.js';
import { checkBinCount, equalMassEdges, mostSlices, type SliceColumn, type SlicePlan } from '../../slices/slicePlan.js';
import type { Predictions } from '../predictions.js';
import type { OpenRows } from '../rowCrew.js';
import { readFrom } from '../score/sampleRows.js';
import { peekTable } from '../understand/peekTable.js';
import { wantedTexts } from '../walkRows.js';

/** By what rows are to be sliced. */
export interface SliceRequest {
  /** Columns by name; by default each that holds neither truth, estimates nor what tells rows apart, and has at most 1,000 values. */
  columns?: readonly string[] | undefined;
  /** Pairs of these columns, too. */
  pairs?: boolean | undefined;
  /** Bins that numbers are cut into; 10 by default. */
  bins?: number | undefined;
}

/** Numbers of more different values are cut into bins. */
export const MOST_PLAIN_NUMBERS = 20;
/** Rows of a part that are sampled, bytes of a text, and places in it. */
const SAMPLED_ROWS = 8192;
const SAMPLED_BYTES = 2 ** 17;
const SAMPLED_PLACES = 8;
/** Of the values, so many must look alike. */
const ALIKE = 0.9;

/** Columns whose names say that they tell rows apart, but that slices are made of all the same. */
const TOLD_APART = /^\s*(?:fold|split|seed|time|date|timestamp)\s*$/i;

/** How rows are sliced, what of which table is wanted for it, and what is to be said of that. */
export interface SlicesPlanned {
  plan: SlicePlan;
  wanted: Wanted[];
  notes: string[];
}

/** Chooses the columns, and looks at rows here and there for what they hold. */
export async function planSlices(rows: OpenRows, chosen: Predictions, request: SliceRequest, engine: EngineOptions): Promise<SlicesPlanned> {
  const { tables } = rows;
  const { bins = 10, pairs = false } = request;
  checkBinCount(bins);
  const npy = tables.find(({ given }) => given);
  if (npy)
    throw new FairbitsError('option', `${npy.name}: --by names columns, and .npy files have none: expected a file of another format, such as CSV`, {
      file: npy.name,
      found: '--by',
      expected: 'a file with columns',
    });
  const asked = request.columns && askedFor(tables, chosen, request.columns);
  const names = asked ? [...asked.keys()] : await usual(rows, chosen);
  const sample = await sampleColumns(rows, names, engine);
  const notes: string[] = [];
  const { length: k } = chosen.classes;
  const most = mostSlices(k, names.length);
  if (most < 2)
    throw new FairbitsError('option', `${k} classes are too many to slice rows by: expected at most 16,384`, { found: k, expected: 'at most 16,384 classes' });
  const columns = names.flatMap((name, c): SliceColumn[] => {
    const texts = sample[c];
    const column = sliceColumnOf(name, texts, bins, asked?.get(name) ?? []);
    if (column.kind === 'values') {
      const values = valuesByFrequency(column, texts);
      const found = rowsOf([...countsOf(texts)]);
      const own = values.length > found / 2 && found >= MOST_PLAIN_NUMBERS;
      const many = values.length > most;
      if ((own || many) && !request.columns) {
        notes.push(`"${name}" is left out: ${own ? 'nearly every row has a value of its own' : `it has more than ${most} values`} (--by says otherwise)`);
        return [];
      }
      if (many) notes.push(`"${name}" has more than ${most} values: the ${most} that are most frequent in a sample of rows are kept, all others are one slice`);
      if (many) return [{ ...column, kept: values.slice(0, most) }];
    }
    if (column.kind === 'bins' && column.edges.length > 0 && !asked?.get(name)?.length)
      notes.push(`the numbers of "${name}" are cut into bins of about equal mass, by a sample of rows`);
    if (column.kind === 'months') notes.push(`the dates of "${name}" are cut into months`);
    return [column];
  });
  if (columns.length === 0)
    throw new FairbitsError('columns', `${tables[0].place}: no column to slice by; the columns are ${list(tables[0].columns)}. Say which with --by.`, {
      file: tables[0].name,
      expected: '--by COLUMN',
    });
  const places = columns.map((_, i) => i);
  const paired = pairs ? places.flatMap((a) => places.slice(a + 1).map((b) => [a, b] as const)) : [];
  const plan = { columns, pairs: paired, most: mostSlices(k, columns.length + paired.length) };
  const wanted = chosen.wanted.map((each, i): Wanted => {
    const texts = columns.map(({ name }) => tables[i].columns.indexOf(name));
    const about = Object.fromEntries(texts.map((column) => [column, { expected: 'text, a number or nothing', advice: 'Is this the right column? (--by)' }]));
    const all = { ...each, texts, textsMayMiss: true, about: { ...about, ...each.about } };
    tables[i].check(all);
    return all;
  });
  return { plan, wanted, notes };
}

/** Columns that were asked for, each with the edges of its bins if these were said (age:18:65). They are there, and hold nothing that is read already. */
export function askedFor(tables: readonly Table[], chosen: Predictions, given: readonly string[]): Map<string, number[]> {
  const found = new Map(given.map((text) => withEdges(text, tables[0].columns)));
  const names = [...found.keys()];
  for (const [i, { columns, name: file, place }] of tables.entries())
    for (const name of names) {
      const index = columnOf({ name: file, place, columns }, name, '--by');
      const role = roleOf(chosen.wanted[i], index) ?? (isListed(name) ? 'an item of a list' : undefined);
      if (role)
        throw new FairbitsError('columns', `${place}: the column "${name}" holds ${role}, and rows cannot be sliced by it: expected another column (--by)`, {
          file,
          column: name,
          found: name,
          expected: 'another column',
        });
    }
  return found;
}

/** A column, and where it is to be cut, unless a column is called so. */
function withEdges(text: string, columns: readonly string[]): [name: string, edges: number[]] {
  if (columns.includes(text)) return [text, []];
  const { name, edges } = columnWithEdges(text);
  return columns.includes(name) ? [name, edges] : [text, []];
}

/** age:18:65 is the column age, cut at 18 and 65. */
export function columnWithEdges(text: string): { name: string; edges: number[] } {
  const match = /^(.+?)((?::[^:]+)+)$/s.exec(text);
  if (!match) return { name: text, edges: [] };
  const edges = match[2]
    .slice(1)
    .split(':')
    .map((edge) => sliceNumber(edge) ?? NaN);
  if (edges.some((edge, i) => !(i === 0 ? Number.isFinite(edge) : edge > edges[i - 1])))
    throw new FairbitsError('option', `--by ${text}: expected numbers in ascending order behind the column, such as ${match[1]}:18:65`, {
      found: text,
      expected: `${match[1]}:18:65`,
    });
  return { name: match[1], edges };
}

const isListed = (name: string): boolean => /\[\d+\]$/.test(name);

function roleOf({ truth, numbers, weights }: Wanted, index: number): string | undefined {
  if (index === truth) return 'the true classes';
  if (numbers.includes(index)) return 'estimates';
  return index === weights ? 'the weights' : undefined;
}

/** Columns that rows are sliced by unless some are asked for: those of all tables that hold single values. */
export async function usual(rows: OpenRows, chosen: Predictions): Promise<string[]> {
  const { tables } = rows;
  const [first, ...others] = tables;
  const peek = await peekTable(rows, first);
  return first.columns.filter((name, i) => {
    const twice = first.columns.indexOf(name) !== i;
    const numbering = isNumbering(name) && !isFoldColumn(name) && !TOLD_APART.test(name);
    if (twice || numbering || isPrediction(name) || isListed(name) || roleOf(chosen.wanted[0], i)) return false;
    if (peek?.column(i).some((value) => typeof value === 'object' && value !== null)) return false;
    try {
      first.check({ ...wantedTexts([i]), textsMayMiss: true });
    } catch {
      return false;
    }
    return others.every(({ columns }, t) => columns.includes(name) && !roleOf(chosen.wanted[t + 1], columns.indexOf(name)));
  });
}

/** Keeps the texts of the first rows of a part. */
const sampleSinks: SinkKind<unknown, unknown, string[][]> = () => () => {
  let kept: string[][] | undefined;
  return {
    add(block: RowBlock) {
      if (kept?.[0] && kept[0].length >= SAMPLED_ROWS) return;
      const { texts, rows } = block;
      kept ??= texts.map(() => []);
      const room = Math.min(rows, SAMPLED_ROWS - (kept[0]?.length ?? 0));
      for (const [c, column] of texts.entries()) for (let r = 0; r < room; r++) kept[c].push(column[r]);
    },
    finish: () => kept ?? [],
    free() {},
  };
};

/** What columns hold in rows here and there; of a stream, in its first rows. What cannot be read is for the scoring to say. */
async function sampleColumns({ inputs, tables }: OpenRows, names: readonly string[], options: EngineOptions): Promise<string[][]> {
  const found = names.map((): string[] => []);
  const wanted = tables.map(({ columns }): Wanted => ({ ...wantedTexts(names.map((name) => columns.indexOf(name))), textsMayMiss: true }));
  for (const [i, table] of tables.entries()) table.check(wanted[i]);
  const task = { sink: 'texts', of: undefined, wanted, engine: options, skipBad: true };
  const work = new RowWork(await createEngine(options), tables, task, sampleSinks as SinkKind);
  const take = (outcome: PartOutcome<unknown> | Failed): void => {
    if ('failed' in outcome) return;
    for (const [c, texts] of (outcome.result as string[][]).entries()) for (const text of texts) found[c].push(text);
  };
  try {
    for (const [table, { text, size, address }] of tables.entries()) {
      if (text && size === Infinity) {
        const bytes = await inputs.read(head(address.file, HEAD));
        take(
          await readFrom(bytes)(
            work.run({ table, from: text.rowsAt, to: bytes.length, known: { start: text.rowsAt, linesBefore: text.linesBefore } }, undefined),
          ),
        );
      } else
        for (const part of text ? placesIn(table, text, size) : spread(cutTables(tables, Infinity).filter((each) => each.table === table)))
          take(await inputs.read(work.run(part, undefined)));
    }
  } catch (error) {
    if (!(error instanceof FairbitsError)) throw error;
  } finally {
    work.free();
  }
  return found;
}

/** Some bytes of a text here and there, or all of it. */
function placesIn(table: number, { rowsAt, linesBefore }: NonNullable<Table['text']>, size: number): Part[] {
  const first = { table, from: rowsAt, to: Math.min(size, rowsAt + SAMPLED_BYTES), known: { start: rowsAt, linesBefore } };
  const step = Math.floor((size - rowsAt) / SAMPLED_PLACES);
  if (step <= SAMPLED_BYTES) return [{ ...first, to: size }];
  return [
    first,
    ...Array.from({ length: SAMPLED_PLACES - 1 }, (_, i) => ({ table, from: rowsAt + (i + 1) * step, to: rowsAt + (i + 1) * step + SAMPLED_BYTES })),
  ];
}

/** The first part and one of the middle. */
function spread(parts: Part[]): Part[] {
  return parts.length > 1 ? [parts[0], parts[Math.floor(parts.length / 2)]] : parts;
}

/** What a column is cut into, by what it holds in some rows. */
export function sliceColumnOf(name: string, texts: readonly string[], bins: number, given: readonly number[]): SliceColumn {
  if (given.length > 0) return { name, kind: 'bins', numeric: true, edges: given };
  const counts = [...countsOf(texts)];
  const shareOf = (kept: typeof counts): number => rowsOf(kept) / rowsOf(counts);
  const numbered = counts.filter(([text]) => Number.isFinite(sliceNumber(text)));
  const numbers = numbered.flatMap(([text, count]): number[] => new Array(count).fill(Number(text)));
  const numeric = shareOf(numbered) >= ALIKE;
  if (numeric && new Set(numbers).size > MOST_PLAIN_NUMBERS && !isFoldColumn(name))
    return { name, kind: 'bins', numeric, edges: equalMassEdges(numbers, bins) };
  const dated = numeric ? [] : counts.filter(([text]) => monthOf(text) !== undefined);
  if (shareOf(dated) >= ALIKE) return { name, kind: 'months', numeric: false, edges: [] };
  return { name, kind: 'values', numeric, edges: [] };
}

/** The values of a column in a sample, the most frequent first. */
function valuesByFrequency({ numeric }: SliceColumn, texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const [text, count] of countsOf(texts)) {
    const number = numeric ? sliceNumber(text) : undefined;
    const value = number === undefined ? text : String(number);
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
}

/** How often each text is among some, but for those that say nothing. Most are there many times, and are looked at once. */
function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of counts.keys()) if (isNothing(text)) counts.delete(text);
  return counts;
}

const rowsOf = (counts: readonly (readonly [text: string, count: number])[]): number => counts.reduce((sum, [, count]) => sum + count, 0);
