import { type Column, type Dataset, datasetOf, type ReadOptions } from './dataset.js';
import { arffColumns } from './readArff.js';
import { csvColumns } from './readCsv.js';

/** Whether a text is ARFF: its first line that is no comment begins with @. */
export const isArff = (text: string): boolean => /^(?:\s*(?:%[^\n]*)?\n)*\s*@/.test(text);

/** Reads ARFF or CSV, whichever it is. */
export function readData(text: string, options: ReadOptions = {}): Dataset {
  return datasetOf(columnsOf(text, options), isArff(text) ? options : { ...options, classes: 'occurring' });
}

/** The columns of ARFF or CSV, the class among them. */
export function columnsOf(text: string, { name = 'data', class: wanted }: ReadOptions): Column[] {
  return isArff(text) ? arffColumns(text, name) : csvColumns(text, name, wanted);
}
