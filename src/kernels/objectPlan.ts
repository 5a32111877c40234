import { type CsvPlan, csvPlan, TRUTH } from './csvPlan.js';
import { takeAll } from './takeAll.js';

/** What the value of a key is, if not a number of the row, which is told by its place, or the TRUTH. */
export const PASSED_OVER = -1;
export const WEIGHT_KEY = -3;

/** A key as it is written, quotes and all, and what its value is. */
interface ObjectKey {
  token: Uint8Array;
  kind: number;
}

/** How objects are written, in the kernels' memory: the keys in their order, and the names of the classes. */
export interface ObjectPlan {
  readonly keys: readonly ObjectKey[];
  readonly width: number;
  readonly names: CsvPlan;
  readonly block: Uint8Array;
}

/** Of the kernels: what gives memory and takes it back. */
interface PlanMemory {
  uint8(length: number): Uint8Array;
  free(view: ArrayBufferView): void;
}

const ENTRY = 16;
/** What may be read behind a key. */
const KEY_SLACK = 16;

/** Lays a plan out as assembly/objects.ts reads it. */
export function objectPlan(kernels: PlanMemory, keys: readonly ObjectKey[], width: number, classes: readonly string[]): ObjectPlan {
  const start = ENTRY * (keys.length + 1);
  const size = keys.reduce((sum, { token }) => sum + token.length, start);
  const names = classes.map((name) => new TextEncoder().encode(name));
  return takeAll(kernels, (keep) => {
    const block = keep(kernels.uint8(size + KEY_SLACK));
    const view = new DataView(block.buffer, block.byteOffset, block.length);
    view.setInt32(0, keys.length, true);
    let at = start;
    for (const [i, { token, kind }] of keys.entries()) {
      [kind, token.length, at].forEach((value, j) => {
        view.setInt32(ENTRY * (i + 1) + 4 * j, value, true);
      });
      block.set(token, at);
      at += token.length;
    }
    return { keys, width, block, names: csvPlan(kernels, { delimiter: 0x2c, quote: 0x22, comment: -1, columns: [TRUTH], width: 0, names }) };
  });
}

export function freePlan(kernels: Pick<PlanMemory, 'free'>, { block, names }: ObjectPlan): void {
  kernels.free(block);
  kernels.free(names.block);
}
