import { FairbitsError } from '../errors.js';

/** The error of an option that only arrays without names need. */
export function onlyNpy(option: string): FairbitsError {
  return new FairbitsError('option', `${option} is for .npy files: other formats have columns for the true classes (--truth) and estimates (--probs)`, {
    found: option,
    expected: 'no such option',
  });
}
