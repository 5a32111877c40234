import type { ClassCalibration } from './classCalibration.js';
import { addDecompositions, type Decompositions } from './decomposition.js';
import type { Miscalibration } from './modalCalibration.js';

/** What is beside the measure of Korb, Hope & Hughes 2001. */
export interface CalibrationFigures {
  /** Of the estimates of the modal classes: is it right as often as it says? */
  modal: ClassCalibration;
  /** The estimates of each class; left out above 100 classes. */
  byClass?: Record<string, ClassCalibration>;
  /** Means over classes of the expected error, and the largest maximum (Kull et al. 2019). */
  classWise: { equalWidth: number; equalMass: number; maximum: number; error?: { equalMass: number; maximum: number } };
  /** Over all classes: the quadratic one sums up to the quadratic loss, the log one to the mean of the classes' own, in bits. */
  decompositions: Decompositions;
}

/** The measure of Korb, Hope & Hughes 2001, and what people expect beside it; that is left out with the ranking, and where there is a reason. */
export type CalibrationReport = Miscalibration & Partial<CalibrationFigures>;

/** Above this many classes each by itself is no longer something to look at. */
const MAX_CLASSES_APART = 100;

export function calibrationFigures(
  modal: ClassCalibration,
  ofClass: readonly ClassCalibration[],
  classes: readonly string[],
  most = MAX_CLASSES_APART,
): CalibrationFigures {
  const k = classes.length;
  const mean = (of: (each: ClassCalibration) => number): number => ofClass.reduce((sum, each) => sum + of(each) / k, 0);
  const largest = (of: (each: ClassCalibration) => number): number => ofClass.reduce((found, each) => Math.max(found, of(each)), 0);
  const all = ofClass.map((each) => each.decompositions);
  const over = (loss: 'quadratic' | 'log', weight: number): Decompositions['log'] => ({
    corp: addDecompositions(
      all.map((each) => each[loss].corp),
      weight,
    ),
    murphy: addDecompositions(
      all.map((each) => each[loss].murphy),
      weight,
    ),
  });
  const known = ofClass.every(({ equalMass }) => !equalMass.error);
  return {
    modal,
    ...(k > most ? {} : { byClass: Object.fromEntries(classes.map((name, i) => [name, ofClass[i]])) }),
    classWise: {
      equalWidth: mean((each) => each.equalWidth.expected),
      equalMass: mean((each) => each.equalMass.expected),
      maximum: largest((each) => each.equalMass.maximum),
      ...(known
        ? {}
        : { error: { equalMass: mean((each) => each.equalMass.error?.expected ?? 0), maximum: largest((each) => each.equalMass.error?.maximum ?? 0) } }),
    },
    decompositions: { quadratic: over('quadratic', 1), log: over('log', 1 / k) },
  };
}
