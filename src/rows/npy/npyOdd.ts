import type { Kernels } from '../../kernels/kernels.js';
import type { Reading } from '../bytes/reading.js';
import type { Part, Refuse, RowBlock, TableReader, Wanted } from '../table.js';
import { type BadCell, type NumberColumn, noteBad } from '../tables/batch.js';
import { BlockMaker, byRow } from '../tables/blocks.js';
import { codesOf, setCodesOf } from '../tables/codes.js';
import { fillFrom, type NpyArray, type NpyArrays } from './npyArray.js';
import { valueAt } from './npyReader.js';
import { npyText } from './npyTexts.js';

type NpyValue = number | bigint | string;

/** Bytes that are read at a time, about. */
const ODD_PIECE_BYTES = 2 ** 18;

/** Reads what is seldom wanted of arrays: labels as numbers, numbers as text or as sets. */
export class NpyOddReader implements TableReader {
  private readonly maker: BlockMaker;

  constructor(
    private readonly arrays: NpyArrays,
    private readonly wanted: Wanted,
    kernels: Kernels,
  ) {
    this.maker = new BlockMaker(kernels, wanted, arrays.columns);
  }

  *read({ from: first, to: end }: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> {
    const { columns, estimates, labels, k, classes } = this.arrays;
    const { numbers, weights, truth, sets, texts = [] } = this.wanted;
    const most = Math.max(1, Math.floor(ODD_PIECE_BYTES / (8 * k)));
    for (let from = first; from < end; from += most) {
      const rows = Math.min(most, end - from);
      const bad = new Map<number, BadCell>();
      const counted = yield* this.values(labels, from, rows, 1);
      const estimated = estimates ? yield* this.values(estimates, from, rows, k) : [];
      const values = (column: number): ArrayLike<unknown> => (column === 0 ? counted[0] : estimated[column - 1]);
      const column = (i: number): NumberColumn => ({ values: Float64Array.from(values(i) as ArrayLike<number>, Number), from: 0, stride: 1 });
      const truths = (): { codes: ArrayLike<number>; names: readonly string[] } | undefined => {
        if (truth !== 0) return truth === undefined ? undefined : codesOf(values(truth), rows, columns[truth], bad);
        if (labels.kind === 'text') return codesOf(counted[0], rows, columns[0], bad);
        const codes = Uint16Array.from(counted[0], (label, r) => {
          if (Number(label) >= 0 && Number(label) < classes.length && Number.isInteger(Number(label))) return Number(label);
          noteBad(bad, r, { column: columns[0], found: String(label), expected: `a class from 0 to ${classes.length - 1}`, file: labels.name });
          return 0;
        });
        return { codes, names: classes };
      };
      const batch = {
        rows,
        truth: truths(),
        numbers: (weights === undefined ? numbers : [...numbers, weights]).map(column),
        sets: sets === undefined ? undefined : setCodesOf(rows, (r) => values(sets)[r], columns[sets], bad),
        texts: texts.map((i) => codesOf(values(i), rows, columns[i], bad)),
        bad,
      };
      this.maker.emit(batch, byRow((estimates ?? labels).name, from), take, refuse);
    }
    return undefined;
  }

  /** The first rows of every column. */
  *peek(most: number): Reading<unknown[][]> {
    const { estimates, labels, k, rows } = this.arrays;
    const count = Math.min(most, rows);
    return [...(yield* this.values(labels, 0, count, 1)), ...(estimates ? yield* this.values(estimates, 0, count, k) : [])];
  }

  /** Some rows of each column of an array. */
  private *values(array: NpyArray, from: number, rows: number, k: number): Reading<NpyValue[][]> {
    const { kind, bytes, header } = array;
    const columns = Array.from({ length: k }, (): NpyValue[] => []);
    const held = new Uint8Array(rows * bytes * (header.fortran ? 1 : k));
    const value = (i: number): NpyValue => (kind === 'text' ? npyText(held, i, array) : valueAt(held, i, kind));
    if (!header.fortran) yield* this.fill(array, held, from * k);
    for (let i = 0; i < k; i++) {
      if (header.fortran) yield* this.fill(array, held, i * this.arrays.rows + from);
      for (let r = 0; r < rows; r++) columns[i].push(value(header.fortran ? r : r * k + i));
    }
    return columns;
  }

  private *fill(array: NpyArray, held: Uint8Array, first: number): Reading<void> {
    yield* fillFrom(array, held, first);
    const { bytes, header } = array;
    if (header.bigEndian && array.kind !== 'text') for (let at = 0; at < held.length; at += bytes) held.subarray(at, at + bytes).reverse();
  }

  free(): void {
    this.maker.free();
  }
}
