import { readNumber as parseNumber } from './number.js';
import { countLines, countTruth, parseRows } from './read/csv.js';
import { parseSets } from './read/csvSets.js';
import { parseObjects } from './read/objects.js';

/** The loops that read text; the entry for pages leaves them out. */
export const text = { parseRows, parseObjects, parseSets, countTruth, countLines, parseNumber };
