import type { SinkKind } from '../../run/rowWork.js';
import { scoreSinks } from '../score/partScorer.js';
import { countSinks } from './countClasses.js';
import { divergenceSinks } from './divergenceSink.js';
import { gatherSinks } from './gather.js';
import { estimateSetSinks, setSinks } from './ruleSinks.js';
import { textSinks } from './textSink.js';

/** What can become of rows, by the names that all threads know. A thread needs one of them, and loads no other. */
export const sinks: Record<string, () => SinkKind> = {
  count: () => countSinks,
  divergence: () => divergenceSinks,
  estimateSets: () => estimateSetSinks,
  gather: () => gatherSinks,
  score: () => scoreSinks,
  sets: () => setSinks,
  texts: () => textSinks,
};
