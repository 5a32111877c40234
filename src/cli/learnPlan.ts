import { FairbitsError } from '../base/errors.js';
import { holdout } from '../resampling/splits/holdout.js';
import { fiveByTwo, kFold } from '../resampling/splits/kFold.js';
import { leaveOneOut } from '../resampling/splits/leaveOneOut.js';
import type { Plan } from '../resampling/splits/plan.js';

const EXPECTED = '10-fold, 5x2cv, loo or holdout:SHARE, with xN behind it for N repetitions';

/** Splits as they are written on the command line. */
export function parsePlan(text: string, { stratified, seed }: { stratified: boolean; seed: number }): Plan {
  const refuse = (): FairbitsError =>
    new FairbitsError('option', `--plan ${text}: expected ${EXPECTED}`, { found: text, expected: EXPECTED, suggestion: ['--plan', '10-fold'] });
  if (text === '5x2cv') return fiveByTwo({ stratified, seed });
  if (text === 'loo') return leaveOneOut();
  const [, what, times] = /^(.+?)(?:x(\d+))?$/.exec(text) ?? [];
  const options = { stratified, seed, repetitions: times === undefined ? 1 : Number(times) };
  const folds = /^(\d+)-fold$/.exec(what ?? '');
  if (folds) return kFold({ ...options, folds: Number(folds[1]) });
  const share = /^holdout:(\d*\.?\d+)(?:\/(\d+))?$/.exec(what ?? '');
  if (!share) throw refuse();
  return holdout({ ...options, test: Number(share[1]) / Number(share[2] ?? 1) });
}
