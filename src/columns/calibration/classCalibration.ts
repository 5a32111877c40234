import type { Decompositions } from './decomposition.js';
import type { CalibrationError } from './reliability.js';
import type { SpiegelhalterTest } from './spiegelhalter.js';

/** How well estimates of one kind keep what they say. */
export interface ClassCalibration {
  equalWidth: CalibrationError;
  equalMass: CalibrationError;
  spiegelhalter: SpiegelhalterTest;
  decompositions: Decompositions;
}
