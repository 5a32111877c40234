import { PartSlices } from './partSlices.js';
import { setSlicer } from './slicer.js';

/** Lets this thread slice rows. */
export function registerSlicer(): void {
  setSlicer((...of) => new PartSlices(...of));
}
