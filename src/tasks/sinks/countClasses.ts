import type { RowBlock } from '../../rows/table.js';
import type { SinkKind } from '../../run/rowWork.js';

/** Rows of each of so many classes. */
export const countSinks: SinkKind<number, unknown, Float64Array> =
  ({ kernels }, k) =>
  () => {
    const counts = kernels.uint32(k).fill(0);
    return {
      add: ({ labels }: RowBlock) => kernels.countByClass(labels, labels.length, counts),
      finish: () => Float64Array.from(counts),
      free: () => kernels.free(counts),
    };
  };
