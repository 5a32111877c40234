import type { ErrorCode, FairbitsError } from '../base/errors.js';
import type { RuleSets } from '../core/rules/ruleSets.js';
import type { Kernels } from '../kernels/kernels.js';
import type { Reading, Stretch } from './bytes/reading.js';
import type { ColumnChoice } from './columns.js';
import type { LeftOut, Part, PartRows, Span } from './part.js';
import type { ListPlaces } from './tables/listPlaces.js';
import type { Problem } from './unplaced.js';

export type { LeftOut, Part, PartRows, Span };

/** What a column should hold, for messages. It can be posted. */
export interface About {
  /** "a number from 0 to 1". */
  expected: string;
  /** What to try, as a sentence: "Check --probs." */
  advice: string;
  /** What is said of a class that is none, if not what was expected. */
  unknown?: string;
  /** Where the usual code of an error will not do. */
  code?: ErrorCode;
}

/** Numbers that are to become estimates: percentages, or logits of several classes (softmax) or of the positive one (sigmoid). */
export type Scale = 'percent' | 'softmax' | 'sigmoid';

/** What is read of each row, by the places of columns in the file. It can be posted. */
export interface Wanted {
  /** Columns of numbers, in the order in which they are to stand in a row. */
  numbers: readonly number[];
  /** A column of numbers that goes to one of its own: how often rows count. */
  weights?: number | undefined;
  /** The column of true classes, and that of sets of classes. */
  truth?: number | undefined;
  sets?: number | undefined;
  /** The classes that those are of. */
  classes: readonly string[];
  /** Columns that are wanted as text. */
  texts?: readonly number[] | undefined;
  /** Whether a row may have no text there, which is then empty or a word for nothing; else it is a bad row. */
  textsMayMiss?: boolean | undefined;
  /** By column. */
  about: Readonly<Record<number, About>>;
  /** What must be done with numbers of a row before they are estimates: with so many from one on. */
  scales?: readonly { scale: Scale; from: number; columns: number }[] | undefined;
  /** Rows to a block, at most. */
  most: number;
  /** Whether a number that is infinite, or none, makes a row bad. Who takes estimates finds out, and says more of them. */
  finite: boolean;
}

/** Some rows, in order. The arrays are the kernels', and hold others when the next block comes. */
export interface RowBlock {
  rows: number;
  /** `wanted.numbers.length` to a row. */
  numbers: Float64Array;
  weights?: Float64Array | undefined;
  labels: Uint16Array;
  sets: RuleSets;
  /** One array for each column of text. */
  texts: readonly (readonly string[])[];
  /** What `texts` holds, as codes: row r of a column has names[codes[r]]. Names are often those of the last block, or these and some more. */
  textCodes(): readonly { codes: ArrayLike<number>; names: readonly string[] }[];
  /** Text, where texts are wanted: what a row was read from, and where in the file that starts. */
  source?(row: number): { position: number; text: string };
  /** The error of one of the rows, with its place or a way to find it. */
  problem(row: number, code: FairbitsError['code'], message: string, details: ProblemDetails): Problem;
}

export interface ProblemDetails {
  column?: string;
  found?: unknown;
  expected?: string;
}

/** How another thread opens a table. It can be posted. */
export interface TableAddress {
  format: string;
  /** Which of the files; NPY: and which holds the labels. */
  file: number;
  labels?: number | undefined;
  /** What need not be found out again. */
  known?: unknown;
}

/** A file of rows with named columns, whatever its format. */
export interface Table {
  /** What messages call it, and where they say its columns are. */
  readonly name: string;
  readonly place: string;
  /** In bytes; Infinity where it is a stream whose end has not come. */
  readonly size: number;
  readonly columns: readonly string[];
  /** Columns of lists, and which of the columns are places in them. */
  readonly lists?: readonly ListPlaces[] | undefined;
  /** Whether columns have no names, but numbers from 1. */
  readonly unnamed?: boolean | undefined;
  /** Whether its numbers are printed in decimal digits; where it is text, they are. */
  readonly printed?: boolean | undefined;
  /** Which column is what, where the format leaves no choice. */
  readonly given?: ColumnChoice | undefined;
  /** What was found out about how it is written, for who asks what was guessed. */
  readonly notes?: readonly string[] | undefined;
  readonly address: TableAddress;
  /** Text, whose parts are bytes: where its rows begin, and how many lines lie before them. */
  readonly text?: { rowsAt: number; linesBefore: number } | undefined;
  /** How many rows there are, where the file says so. */
  readonly rows?: number | undefined;
  /** Loads what reads it beside what reads every file of its format; before that is done, nobody may. */
  load?(): Promise<void>;
  /** The table with all that can be told of its columns once that is loaded. */
  settled?(): Reading<Table>;
  /** Cuts it into parts, text into so many bytes. */
  cut(bytes: number): Pick<Part, 'from' | 'to'>[];
  /** How far into the file a part reaches, in bytes. */
  bytesTo(part: Pick<Part, 'to'>): number;
  /** Where in the files a part is read from, about, for who must wait for every piece. */
  stretches?(part: Pick<Part, 'from' | 'to'>, wanted: Wanted): Stretch[];
  /** The first rows of some columns, as they stand there: text in CSV, values elsewhere, null where there is none. A column after another. Text needs no kernels. */
  peek?(columns: readonly number[], rows: number, kernels?: Kernels): Reading<unknown[][]>;
  /** Checks that columns can hold what they are taken for, before any row is read; whether some numbers are of single precision. */
  check(wanted: Wanted): { float32: boolean };
  /** What reads its parts, one after another; free it when done. */
  reader(wanted: Wanted, kernels: Kernels): TableReader;
}

/** Hears of a row that cannot be read or taken: throws its error, or counts it. Rows that were read have a number in their block; others come between blocks. */
export type Refuse = (problem: () => Problem, row?: number) => void;

export interface TableReader {
  /** Hands over the rows of a part in blocks; a text says where they lie. */
  read(part: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<Span | undefined>;
  free(): void;
}
