import type { PartSlices } from './partSlices.js';

type MakeSlices = (...of: ConstructorParameters<typeof PartSlices>) => PartSlices;

let makeSlices: MakeSlices | undefined;

/** Lets this thread slice rows (registerSlicer.ts). A page has no use for it, and does without. */
export function setSlicer(make: MakeSlices): void {
  makeSlices = make;
}

/** What slices the rows of a part; undefined on a thread that cannot. */
export function slicesOfPart(...of: Parameters<MakeSlices>): PartSlices | undefined {
  return makeSlices?.(...of);
}
