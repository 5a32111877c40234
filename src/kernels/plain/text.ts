import { countLines, countTruth, parseRows } from './csv.js';
import { parseSets } from './csvSets.js';
import { readNumber as parseNumber } from './number.js';

/** The loops that read text; the entry for pages leaves them out. */
export const text = { parseRows, parseSets, countTruth, countLines, parseNumber };
