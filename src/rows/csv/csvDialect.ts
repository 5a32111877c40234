/** How a file is written, and what its columns are called. It can be posted. */
export interface CsvDialect {
  name: string;
  size: number;
  /** Where the rows begin, and how many lines lie before them. */
  rowsAt: number;
  linesBefore: number;
  delimiter: number;
  comment: number;
  columns: string[];
}
