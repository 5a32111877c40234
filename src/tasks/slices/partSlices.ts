import type { RowBlock } from '../../rows/table.js';
import { sliceNamer } from '../../slices/sliceNames.js';
import { pairName, type SlicePlan } from '../../slices/slicePlan.js';

/** Texts whose slices are known again, about. */
const MOST_TEXTS_KNOWN = 2 ** 16;

/** Up to so many pairs of values of a part have a place of their own in a table. */
const MOST_PAIR_PLACES = 2 ** 20;

/** The slices of a part's rows by one column, or pair of them: row r is in names[codes[r]]. */
export interface Coded {
  codes: Uint32Array;
  names: string[];
}

/** The rows of a part as they were read, and their slices. It can be posted. */
export interface SlicedPart {
  estimates: Float64Array;
  labels: Uint16Array;
  weights?: Float64Array;
  /** Of each column, then of each pair. */
  coded: Coded[];
}

/** About as many rows as the last part had: the next will have as many. */
let usualRows = 1024;

/** Gathers the rows of one part, and finds the slices that they are in. */
export class PartSlices {
  private readonly estimates: GrowingArray<Float64Array>;
  private readonly labels = new GrowingArray<Uint16Array>(Uint16Array, usualRows);
  private readonly weights = new GrowingArray<Float64Array>(Float64Array, usualRows);
  private readonly columns: ColumnCodes[];
  private rows = 0;
  /** Rows before the block that is held. */
  private held = 0;
  private weighted = false;

  constructor(
    private readonly plan: SlicePlan,
    private readonly width: number,
  ) {
    this.estimates = new GrowingArray<Float64Array>(Float64Array, usualRows * width);
    this.columns = codersOf(plan);
  }

  /** Keeps the estimates of a block behind those that there are: rows are treated where they lie. */
  hold({ numbers, rows }: RowBlock): void {
    this.estimates.put(this.rows * this.width, numbers.subarray(0, rows * this.width));
    this.held = this.rows;
  }

  /** Adds rows of the block that was held, which were scored. */
  add(block: RowBlock, start: number, end: number, weights: Float64Array | undefined): void {
    const { width, rows, held } = this;
    // Rows before them may have been skipped.
    if (held + start !== rows) this.estimates.move((held + start) * width, (held + end) * width, rows * width);
    this.labels.put(rows, block.labels.subarray(start, end));
    if (weights) this.weights.put(rows, weights.subarray(start, end));
    this.weighted ||= weights !== undefined;
    for (const [c, { codes, names }] of block.textCodes().entries()) this.columns[c].add(rows, codes, names, start, end);
    this.rows += end - start;
  }

  finish(): SlicedPart {
    const { rows, width, plan } = this;
    usualRows = Math.ceil(1.05 * rows);
    const coded = this.columns.map((column) => column.finish(rows));
    const pairs = plan.pairs.map(([a, b]) => paired(coded[a], coded[b]));
    return {
      estimates: this.estimates.first(rows * width),
      labels: this.labels.first(rows),
      ...(this.weighted ? { weights: this.weights.first(rows) } : {}),
      coded: [...coded, ...pairs],
    };
  }
}

type GrownNumbers = Float64Array | Uint16Array | Uint32Array;

/** An array that grows with what is put into it. */
class GrowingArray<A extends GrownNumbers> {
  private array: A;

  constructor(
    private readonly type: new (length: number) => A,
    private readonly usual: number,
  ) {
    this.array = new type(0);
  }

  /** The array, with room up to a place. */
  upTo(end: number): A {
    if (end > this.array.length) {
      const larger = new this.type(Math.max(this.usual, 2 * end));
      larger.set(this.array as never);
      this.array = larger;
    }
    return this.array;
  }

  put(at: number, more: A): void {
    this.upTo(at + more.length).set(more as never, at);
  }

  move(from: number, to: number, at: number): void {
    this.array.copyWithin(at, from, to);
  }

  first(length: number): A {
    return this.array.subarray(0, length) as A;
  }
}

/** The slices of a column, part after part: what was found out of a text is known again. */
class ColumnCodes {
  /** All slices that were met, and their places here. */
  private all: string[] = [];
  private readonly placeOf = new Map<string, number>();
  private readonly known = new Map<string, number>();
  /** In which part each was met last, and its code there. */
  private met = new Uint32Array(64);
  private codeIn = new Uint32Array(64);
  private part = 0;
  /** The texts that came with the last block, and one more than the code of each in this part; 0 where it was not met. */
  private last: { texts: readonly string[]; codes: Uint32Array } = { texts: [], codes: new Uint32Array() };
  /** Of the part at hand. */
  private names: string[] = [];
  private codes = new GrowingArray<Uint32Array>(Uint32Array, usualRows);

  constructor(private readonly namer: (text: string) => string) {}

  /** Begins with another part. */
  begin(): void {
    this.part++;
    this.last.codes.fill(0);
    this.names = [];
    this.codes = new GrowingArray<Uint32Array>(Uint32Array, usualRows);
    if (this.all.length <= MOST_TEXTS_KNOWN) return;
    this.all = [];
    this.placeOf.clear();
    this.known.clear();
    this.met.fill(0);
  }

  /** Adds the codes of rows from one on, by those of their texts. */
  add(at: number, texts: ArrayLike<number>, names: readonly string[], start: number, end: number): void {
    const codes = this.codesOf(names);
    const found = this.codes.upTo(at + end - start);
    for (let r = start, to = at; r < end; r++, to++) {
      const text = texts[r];
      if (codes[text] === 0) codes[text] = this.code(names[text]) + 1;
      found[to] = codes[text] - 1;
    }
  }

  /** A place for the code of each text. Texts are often those of the last block, or these and some more. */
  private codesOf(texts: readonly string[]): Uint32Array {
    const { last } = this;
    if (last.texts !== texts || last.codes.length < texts.length) {
      const codes = new Uint32Array(last.codes.length >= texts.length ? last.codes.length : Math.max(64, 2 * texts.length));
      if (last.texts === texts) codes.set(last.codes);
      this.last = { texts, codes };
    }
    return this.last.codes;
  }

  /** The code that a text has in this part. */
  private code(text: string): number {
    const { part } = this;
    const place = this.place(text);
    if (this.met[place] !== part) {
      this.met[place] = part;
      this.codeIn[place] = this.names.push(this.all[place]) - 1;
    }
    return this.codeIn[place];
  }

  private place(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const name = this.namer(text);
    const place = this.placeOf.get(name) ?? this.all.push(name) - 1;
    this.placeOf.set(name, place);
    if (this.known.size < MOST_TEXTS_KNOWN) this.known.set(text, place);
    if (place >= this.met.length) {
      const [met, codeIn] = [this.met, this.codeIn].map((old) => {
        const larger = new Uint32Array(2 * old.length);
        larger.set(old);
        return larger;
      });
      this.met = met;
      this.codeIn = codeIn;
    }
    return place;
  }

  finish(rows: number): Coded {
    return { codes: this.codes.first(rows), names: this.names };
  }
}

/** The columns of plans, which stay from part to part. */
const columnsOfPlans = new WeakMap<SlicePlan, ColumnCodes[]>();

function codersOf(plan: SlicePlan): ColumnCodes[] {
  const known = columnsOfPlans.get(plan) ?? plan.columns.map((column) => new ColumnCodes(sliceNamer(column)));
  columnsOfPlans.set(plan, known);
  for (const column of known) column.begin();
  return known;
}

/** Rows by the values of two columns, in the order in which pairs of values come. */
function paired(first: Coded, second: Coded): Coded {
  const wide = second.names.length;
  const names: string[] = [];
  const codes = new Uint32Array(first.codes.length);
  const places = first.names.length * wide <= MOST_PAIR_PLACES ? new Uint32Array(first.names.length * wide) : new Map<number, number>();
  const known = (key: number): number => (places instanceof Map ? (places.get(key) ?? 0) : places[key]);
  for (let r = 0; r < codes.length; r++) {
    const key = first.codes[r] * wide + second.codes[r];
    let code = known(key);
    if (code === 0) {
      code = names.push(pairName(first.names[first.codes[r]], second.names[second.codes[r]]));
      if (places instanceof Map) places.set(key, code);
      else places[key] = code;
    }
    codes[r] = code - 1;
  }
  return { codes, names };
}
