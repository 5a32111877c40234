import type { Kernels } from '../../kernels/kernels.js';
import type { RowBlock, Wanted } from '../table.js';

/** Makes numbers of a block estimates, where they lie. */
export function scaleBlock({ numbers, rows }: Pick<RowBlock, 'numbers' | 'rows'>, { scales = [], numbers: wanted }: Wanted, kernels: Kernels): void {
  const { length: stride } = wanted;
  for (const { scale, from, columns } of scales) {
    if (scale === 'percent') for (let r = 0; r < rows; r++) for (let i = r * stride + from; i < r * stride + from + columns; i++) numbers[i] /= 100;
    else kernels[scale](numbers.subarray(from), rows, stride, columns);
  }
}
