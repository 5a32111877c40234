import { logColumn } from '../math/log.js';
import { copyProducts, type Kernels, type Products } from './kernels.js';
import { clamp, renormalize } from './plain/amend.js';
import { splitCounts } from './plain/binomial.js';
import * as bins from './plain/bins.js';
import { countByClass, dealByClass } from './plain/byClass.js';
import { calibrationSums, cells, deal, pool, poolPlaces } from './plain/calibration.js';
import * as dealt from './plain/dealt.js';
import { inspect, inspectColumn } from './plain/inspect.js';
import { moments, sum } from './plain/moments.js';
import { pairWins, rankSpread, rankWins, sortRanked, sortRows } from './plain/rank.js';
import { packedNumbers } from './plain/read/packedNumbers.js';
import { tableLoops } from './plain/read/tableLoops.js';
import { unpack } from './plain/read/unpack.js';
import { flipSigns, resample } from './plain/resample.js';
import * as rewards from './plain/rewards.js';
import * as sets from './plain/rules.js';
import { sortBySize } from './plain/sort.js';
import { rowLogs, sliceBins, sliceClasses, spreadByClass, spreadRows, spreadSides, spreadSingles } from './plain/spread.js';
import { tallyClasses, tallyColumn, tallyPairs } from './plain/tally.js';
import { text } from './plain/text.js';

const ranks = { sortRanked, sortRows, ...dealt, rankWins, rankSpread, pairWins };
const calibration = { deal, cells, calibrationSums, pool, poolPlaces };
const resampling = { splitCounts, resample, flipSigns };
const tallies = { tallyColumn, tallyPairs, tallyClasses };
const spreads = { rowLogs, sliceBins, sliceClasses, spreadRows, spreadByClass, spreadSides, spreadSingles };
const loops = {
  clamp,
  renormalize,
  inspect,
  inspectColumn,
  logColumn,
  moments,
  sum,
  sortBySize,
  countByClass,
  dealByClass,
  ...tallies,
  ...rewards,
  ...spreads,
  ...ranks,
  ...calibration,
  ...text,
  ...packedNumbers,
  ...tableLoops,
  ...unpack,
  ...resampling,
  ...sets,
  ...bins,
};

/** The kernels in TypeScript: where WebAssembly or SIMD is missing, or when asked for. Any array is its own memory. */
export function plainKernels(): Kernels {
  const kernels = {
    backend: 'plain',
    calls: 0,
    available: Infinity,
    another: () => plainKernels(),
    uint8: (length: number) => new Uint8Array(length),
    float64: (length: number) => new Float64Array(length),
    float32: (length: number) => new Float32Array(length),
    uint16: (length: number) => new Uint16Array(length),
    uint32: (length: number) => new Uint32Array(length),
    free: () => {},
    owns: () => true,
    borrow: ({ mantissas, exponents, zeros, cells }: Products) => ({
      mantissas: mantissas.slice(),
      exponents: exponents.slice(),
      zeros: zeros.slice(),
      cells: cells.slice(),
    }),
    keep: (block: Products, borrowed: Products) => copyProducts(borrowed, block),
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
