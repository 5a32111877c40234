import { type Calibration, calibrationOfColumns, tooManyClasses } from '../columns/calibration/calibrate.js';
import { type Scored, type ScoreOptions, scoreFiles } from './score/scoreFiles.js';

/** Everything about the calibration of the predictions in files; above `keptBytes` from bins, with what that may be off by. */
export async function calibrateFiles(
  files: readonly string[],
  options: Omit<ScoreOptions, 'rows' | 'ranking' | 'curves' | 'cells'> = {},
): Promise<Calibration & Pick<Scored, 'files' | 'guesses' | 'skipped'>> {
  const { calibration, tally, files: read, guesses, skipped } = await scoreFiles(files, { prior: 'uniform', ...options, cells: true });
  const { rows, classes } = tally;
  if (!calibration?.ofClass) throw tooManyClasses(classes.length);
  return { ...calibrationOfColumns(rows, classes, options.confidence ?? 0.95, calibration.modal, calibration.ofClass), files: read, guesses, skipped };
}
