import type { RowBlock } from '../../rows/table.js';
import type { SinkKind } from '../../run/rowWork.js';

/** Rows of each of so many classes. */
export const countSinks: SinkKind<number, unknown, Float64Array> = (_, k) => () => {
  const counts = new Float64Array(k);
  return {
    add({ labels }: RowBlock) {
      for (let r = 0; r < labels.length; r++) counts[labels[r]]++;
    },
    finish: () => counts,
    free() {},
  };
};
