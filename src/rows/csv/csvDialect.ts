import type { ListPlaces } from '../tables/listPlaces.js';

/** How a file is written, and what its columns are called. It can be posted. */
export interface CsvDialect {
  name: string;
  size: number;
  /** Where the rows begin, and how many lines lie before them. */
  rowsAt: number;
  linesBefore: number;
  delimiter: number;
  comment: number;
  /** Those of the fields, and behind them one for each place of a list in a field: probs[0], probs[1]. */
  columns: string[];
  /** Whether the first line is a row already: columns are numbered from 1. */
  unnamed: boolean;
  /** How many fields a row has. */
  fields: number;
  /** Fields whose numbers are written with decimal commas or in percent. */
  odd: number[];
  /** Fields that hold lists, and where among the columns the places of each begin. */
  lists: ListPlaces[];
}
