import { PartSlices } from './partSlices.js';
import { slicer } from './slicer.js';

slicer.make = (...of) => new PartSlices(...of);
