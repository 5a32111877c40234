import { NO_CLASS } from '../../kernels/numberKinds.js';
import { type BadCell, noteBad, shown, type TruthColumn } from '../tables/batch.js';
import type { BlockMaker } from '../tables/blocks.js';
import { setCodesOf } from '../tables/codes.js';
import { listExpected } from '../tables/listPlaces.js';
import type { SetsOf } from '../tables/setBlocks.js';
import { UNKNOWN_CLASS } from '../tables/unknownClass.js';
import { oddList, own, type Paths, parseRow } from './jsonRow.js';

/** The columns that are wanted: those of numbers by their places, behind which come weights, and others. */
export interface NdjsonColumns {
  numbers: readonly string[];
  width: number;
  truth: string | undefined;
  sets: string | undefined;
  texts: readonly string[];
  textsMayMiss: boolean;
  paths: Paths;
}

/** Rows that are parsed one by one, into the block. */
export class NdjsonRows {
  count = 0;
  /** On which line each row is. */
  readonly lineOf: number[] = [];
  readonly bad = new Map<number, BadCell>();
  /** Classes that are none. */
  private readonly unknown = new Map<number, string>();
  private readonly sets: unknown[] = [];
  private readonly texts: string[][];

  constructor(
    private readonly columns: NdjsonColumns,
    private readonly maker: BlockMaker,
  ) {
    this.texts = columns.texts.map(() => []);
  }

  /** Adds the row of a line. */
  add(line: string, number: number): void {
    this.addRow(parseRow(line), number);
  }

  /** Adds a row that is parsed already. */
  addRow(row: ReturnType<typeof parseRow>, number: number): void {
    const r = this.count++;
    this.lineOf.push(number);
    if ('found' in row) {
      for (const column of this.texts) column.push('');
      this.sets.push(null);
      this.bad.set(r, { column: undefined, ...row });
      return;
    }
    const { value } = row;
    const { numbers, width, truth, sets, texts, textsMayMiss } = this.columns;
    const { maker } = this;
    if (truth !== undefined) this.addTruth(r, value, truth);
    for (let j = 0; j < texts.length; j++)
      this.texts[j].push(textsMayMiss && own(value, texts[j], this.columns.paths) == null ? '' : (this.name(r, value, texts[j]) ?? ''));
    for (let j = 0; j < numbers.length; j++) {
      const number = own(value, numbers[j], this.columns.paths);
      const odd = oddList(value, numbers[j], this.columns.paths);
      if (odd) noteBad(this.bad, r, { column: odd.key, found: `a list of ${odd.found}`, expected: listExpected(odd.length) });
      else if (typeof number !== 'number') noteBad(this.bad, r, { column: numbers[j], found: shown(number) });
      else if (j < width) maker.numbers[r * width + j] = number;
      else (maker.weights as Float64Array)[r] = number;
    }
    if (sets !== undefined) this.sets.push(own(value, sets, this.columns.paths));
  }

  private addTruth(r: number, row: Record<string, unknown>, key: string): void {
    const name = this.name(r, row, key);
    if (name === undefined) return;
    const label = this.maker.classOf(name);
    this.maker.labels[r] = label;
    if (label === NO_CLASS) this.unknown.set(r, name);
  }

  /** What a value looks like as text; where it cannot name anything, the row is bad. */
  private name(r: number, row: Record<string, unknown>, key: string): string | undefined {
    const value = own(row, key, this.columns.paths);
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    noteBad(this.bad, r, { column: key, found: shown(value) });
    return undefined;
  }

  /** What goes with the block, once all rows are added. That something is missing is said before that a class is not known. */
  rest(): { batch: { texts: TruthColumn[] }; sets: SetsOf | undefined } {
    const { sets, truth } = this.columns;
    const coded = sets === undefined ? undefined : setCodesOf(this.count, (r) => (this.bad.has(r) ? null : this.sets[r]), sets, this.bad);
    for (const [r, name] of this.unknown) noteBad(this.bad, r, { column: truth, found: shown(name), expected: UNKNOWN_CLASS });
    const codes = Uint32Array.from({ length: this.count }, (_, r) => r);
    return {
      batch: { texts: this.texts.map((names) => ({ codes, names })) },
      sets: coded && this.maker.setsOf(coded, this.count, this.bad),
    };
  }
}
