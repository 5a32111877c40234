import { FairbitsError } from '../../base/errors.js';
import { count } from '../../base/figures.js';
import { holdout } from '../../resampling/splits/holdout.js';
import { fiveByTwo, kFold } from '../../resampling/splits/kFold.js';
import { leaveOneOut } from '../../resampling/splits/leaveOneOut.js';
import type { Plan } from '../../resampling/splits/plan.js';

const EXPECTED = '10-fold, 5x2cv, loo or holdout:SHARE, with xN behind it for N repetitions';

/** Splits of so many rows, as they are written on the command line. */
export function parsePlan(text: string, rows: number, file: string, { stratified, seed }: { stratified: boolean; seed: number }): Plan {
  const refuse = (expected = EXPECTED, suggestion = '10-fold'): FairbitsError =>
    new FairbitsError('option', `--plan ${text}: expected ${expected}`, { found: text, expected, suggestion: ['--plan', suggestion] });
  if (rows < 2)
    throw new FairbitsError('length', `${file}: ${rows === 0 ? 'no rows' : 'one row'}; expected two at least, one to learn from and one to test on`, {
      file,
      found: rows,
      expected: 'at least two rows',
    });
  if (text === '5x2cv') return fiveByTwo({ stratified, seed });
  if (text === 'loo') return leaveOneOut();
  const [, what, times] = /^(.+?)(?:x(\d+))?$/.exec(text) ?? [];
  if (times !== undefined && Number(times) === 0) throw refuse('one repetition at least', what);
  const options = { stratified, seed, repetitions: times === undefined ? 1 : Number(times) };
  const folds = /^(\d+)-fold$/.exec(what ?? '');
  if (folds) {
    const parts = Number(folds[1]);
    if (parts < 2) throw refuse('two folds at least');
    if (parts > rows)
      throw new FairbitsError('option', `${file}: ${count(rows)} rows, too few for ${count(parts)} folds; expected ${count(rows)} folds at most`, {
        file,
        found: parts,
        expected: `${rows} folds at most`,
        suggestion: ['--plan', 'loo'],
      });
    return kFold({ ...options, folds: parts });
  }
  const share = /^holdout:(\d*\.?\d+)(?:\/(\d+))?$/.exec(what ?? '');
  if (!share) throw refuse();
  const test = Number(share[1]) / Number(share[2] ?? 1);
  if (!(test > 0 && test < 1)) throw refuse('a share between 0 and 1 to test on, such as holdout:1/3', 'holdout:1/3');
  return holdout({ ...options, test });
}
