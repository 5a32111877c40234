import { type Column, type Dataset, datasetOf, type ReadOptions } from './dataset.js';
import { arffColumns } from './readArff.js';
import { csvColumns } from './readCsv.js';

/**
 * Whether a text is ARFF: its first line that is no comment begins with @.
 *
 * @example
 * ```ts
 * import { isArff } from 'fairbits/learners';
 *
 * isArff('% weather\n@relation weather\n'); // → true
 * isArff('x,play\n1,no\n'); // → false
 * ```
 */
export const isArff = (text: string): boolean => /^(?:\s*(?:%[^\n]*)?\n)*\s*@/.test(text);

/**
 * Reads ARFF or CSV, whichever it is.
 *
 * @example
 * ```ts
 * import { readData } from 'fairbits/learners';
 *
 * readData('x,play\n1,no\n2,yes\n').classes; // → [ 'no', 'yes' ]
 * ```
 */
export function readData(text: string, options: ReadOptions = {}): Dataset {
  return datasetOf(columnsOf(text, options), isArff(text) ? options : { ...options, classes: 'occurring' });
}

/**
 * The columns of ARFF or CSV, the class among them.
 *
 * @example
 * ```ts
 * import { columnsOf } from 'fairbits/learners';
 *
 * columnsOf('x,play\n1,no\n2,yes\n', { class: 'play' }).map(({ name }) => name); // → [ 'x', 'play' ]
 * ```
 */
export function columnsOf(text: string, { name = 'data', class: wanted }: ReadOptions): Column[] {
  return isArff(text) ? arffColumns(text, name) : csvColumns(text, name, wanted);
}
