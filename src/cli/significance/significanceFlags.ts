import type { Cutoff } from '../../core/cutoff.js';

/** The options of all tests. */
export interface TestFlags {
  columns?: string[];
  testTrainRatio?: number;
  rope?: number;
  counts?: string;
  control?: string;
  ties?: string;
  alternative?: string;
  truth?: string;
  probs?: string;
  positive?: string;
  cutoff?: Cutoff;
  onError?: 'stop' | 'skip';
  confidence?: number;
  json?: boolean;
  markdown?: boolean;
}
