import { libraryEntry } from '../../base/libraryWords.js';
import { scoreDatabase as scoreDatabaseOf } from './scoreDatabase.js';

/** What `fairbits/engines` has of it: options that do not exist are refused, and errors name options as code does. */
export const scoreDatabase = libraryEntry(
  'scoreDatabase',
  {
    classes: true,
    confidence: true,
    cutoff: true,
    floatSums: true,
    logits: true,
    percent: true,
    positive: true,
    prior: true,
    probs: true,
    query: true,
    signal: true,
    skipBad: true,
    timeout: true,
    tolerance: true,
    truth: true,
    weights: true,
    where: true,
  },
  scoreDatabaseOf,
);
