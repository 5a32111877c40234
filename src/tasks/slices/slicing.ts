import { sliceReport } from '../../slices/sliceReport.js';
import { planSlices } from './planSlices.js';
import { registerSlicer } from './registerSlicer.js';
import { SliceTotals } from './sliceTotals.js';

/** All that slicing takes, loaded where rows are to be sliced. */
export const slicing = { registerSlicer, planSlices, SliceTotals, sliceReport };

export type Slicing = typeof slicing;
