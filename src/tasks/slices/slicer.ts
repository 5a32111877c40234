import type { PartSlices } from './partSlices.js';

/** What slices the rows of a part, on threads that have it (registerSlicer.ts). A page has no use for it, and does without. */
export const slicer: { make?: (...of: ConstructorParameters<typeof PartSlices>) => PartSlices } = {};
