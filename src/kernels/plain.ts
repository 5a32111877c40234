import type { Kernels } from './kernels.js';
import { clamp, renormalize } from './plain/amend.js';
import { cells, deal } from './plain/calibration.js';
import { countLines, countTruth, parseRows } from './plain/csv.js';
import { inspect, inspectColumn } from './plain/inspect.js';
import { logColumn } from './plain/log.js';
import { modalEstimate, modalEstimateOfColumn } from './plain/modalEstimate.js';
import { moments, sum } from './plain/moments.js';
import { readNumber as parseNumber } from './plain/number.js';
import * as rewards from './plain/rewards.js';
import { sortBySize } from './plain/sort.js';
import { tallyClasses, tallyColumn, tallyPairs } from './plain/tally.js';

const calibration = { modalEstimate, modalEstimateOfColumn, deal, cells };
const csv = { parseRows, countTruth, countLines, parseNumber };
const loops = {
  clamp,
  renormalize,
  inspect,
  inspectColumn,
  tallyColumn,
  tallyPairs,
  tallyClasses,
  logColumn,
  moments,
  sum,
  sortBySize,
  ...rewards,
  ...calibration,
  ...csv,
};

/** The kernels in TypeScript: where WebAssembly or SIMD is missing, or when asked for. Any array is its own memory. */
export function plainKernels(): Kernels {
  const kernels = {
    backend: 'plain',
    calls: 0,
    uint8: (length: number) => new Uint8Array(length),
    float64: (length: number) => new Float64Array(length),
    float32: (length: number) => new Float32Array(length),
    uint16: (length: number) => new Uint16Array(length),
    free: () => {},
    owns: () => true,
  } as unknown as Kernels & { calls: number };
  for (const [name, loop] of Object.entries(loops)) {
    if (typeof loop !== 'function') continue;
    Object.assign(kernels, {
      [name]: (...args: never[]) => {
        kernels.calls++;
        return (loop as (...args: never[]) => unknown)(...args);
      },
    });
  }
  return kernels;
}
