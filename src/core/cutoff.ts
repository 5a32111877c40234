import { FairbitsError } from '../base/errors.js';

/** How extreme estimates are held. `none` is the default: an impossible thing that happened earns −∞. */
export type Cutoff = 'none' | `mml:${number}` | `mml-binary:${number}` | `epsilon:${number}`;

/** The range that a cutoff holds estimates to, and the name of the cutoff. */
export interface CutoffRange {
  /** As it was asked for. */
  name: string;
  low: number;
  high: number;
}

const NO_CUTOFF: CutoffRange = { name: 'none', low: 0, high: 1 };

/** The range that a cutoff holds estimates of k classes to. */
export function cutoffRange(cutoff: Cutoff | undefined, k: number): CutoffRange {
  if (cutoff === undefined || cutoff === 'none') return NO_CUTOFF;
  const [kind, text, ...rest] = String(cutoff).split(':');
  const value = text === undefined || text.trim() === '' || rest.length > 0 ? NaN : Number(text);
  // Hope & Korb 2002, §6: [0.5/(N + 0.5k), (N + 0.5)/(N + 0.5k)], N the size of the training set.
  if (kind === 'mml' && value > 0 && value < Infinity) return range(cutoff, 0.5 / (value + 0.5 * k), (value + 0.5) / (value + 0.5 * k));
  // Korb, Hope & Hughes 2001, §5: [0.5/(N + 1), (N + 0.5)/(N + 1)].
  if (kind === 'mml-binary' && value > 0 && value < Infinity) return range(cutoff, 0.5 / (value + 1), (value + 0.5) / (value + 1));
  if (kind === 'epsilon' && value > 0 && value < 0.5) return range(cutoff, value, 1 - value);
  throw new FairbitsError(
    'cutoff',
    `unknown cutoff "${String(cutoff)}": expected none, mml:N, mml-binary:N (N > 0, the size of the training set) or epsilon:E (0 < E < 0.5)`,
    {
      found: cutoff,
      expected: 'none, mml:N, mml-binary:N or epsilon:E',
    },
  );
}

function range(name: string, low: number, high: number): CutoffRange {
  return { name, low, high };
}
