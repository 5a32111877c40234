import type { ChartOptions, ChartTable } from '../charts/index.js';

/** A chart of a report: what it is called, alone as a file and in the page. */
export interface ReportChart {
  /** Of its file, without an ending. */
  file: string;
  heading: string;
  /** What to look for in it. */
  reading?: string;
  draw: (options: ChartOptions) => SVGSVGElement;
  table: ChartTable;
}

/** A part of a report. Words are text, not HTML, unless they are marked as such. */
export interface Section {
  heading: string;
  paragraphs?: readonly string[];
  tables?: readonly WordTable[];
  charts?: readonly ReportChart[];
}

/** A table of words, set as they are. */
export interface WordTable {
  caption: string;
  columns: readonly string[];
  /** Which columns hold figures. */
  figures: readonly boolean[];
  /** A list of lines makes several lines in one cell, the first of them plain and the others small. */
  rows: readonly (readonly (string | readonly string[])[])[];
  /** Rows to stress, by their places. */
  strong?: readonly number[];
}

/** A whole report, before it is set. */
export interface HtmlParts {
  title: string;
  /** One sentence. */
  verdict: string;
  warnings: readonly string[];
  facts: readonly (readonly [name: string, value: string])[];
  sections: readonly Section[];
}
