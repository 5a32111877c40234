import type { PartSlices, SlicedPart } from './partSlices.js';

type MakeSlices = (...of: ConstructorParameters<typeof PartSlices>) => PartSlices;

let makeSlices: MakeSlices | undefined;

/** Lets this thread slice rows (registerSlicer.ts), which is loaded where that is asked for. */
export function setSlicer(make: MakeSlices): void {
  makeSlices = make;
}

/** What slices the rows of a part; undefined on a thread that cannot. */
export function slicesOfPart(...of: Parameters<MakeSlices>): PartSlices | undefined {
  return makeSlices?.(...of);
}

/** The memory of sliced rows, which need not be copied when they are posted. */
export function movedSlices(part: SlicedPart | undefined): ArrayBuffer[] {
  if (!part) return [];
  const { estimates, labels, weights, coded } = part;
  return [estimates, labels, ...(weights ? [weights] : []), ...coded.map(({ codes }) => codes)].map(({ buffer }) => buffer as ArrayBuffer);
}
