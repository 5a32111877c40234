/** A part of a table: bytes of text, row groups, record batches, rows. Parts are cut by the file alone, never by the threads. It can be posted. */
export interface Part {
  /** Which of the tables. */
  table: number;
  from: number;
  to: number;
  /** Text: where its first row starts and how many lines lie before `from`, known once the parts before it are done. */
  known?: { start: number; linesBefore: number };
}

/** The rows of a part, by their numbers in it from 0 on: how many there are, those that cannot be read among them, and which are bad, in order. It can be posted. */
export interface PartRows {
  table: number;
  /** Where the part begins. */
  from: number;
  rows: number;
  bad: readonly number[];
}

/** Rows of a part that are left out, by their numbers in it, in order. It can be posted. */
export interface LeftOut {
  table: number;
  from: number;
  rows: readonly number[];
}

/** Where the rows of a part of a text lie. Comments and empty lines are rows here. */
export interface Span {
  /** Where the first one starts, and where the one behind the last does; the part's end where none starts in it. */
  start: number;
  end: number;
  /** Newlines between the ends of the part. */
  lines: number;
}
