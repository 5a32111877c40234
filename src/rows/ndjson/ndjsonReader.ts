import { FairbitsError } from '../../base/errors.js';
import { placesByName } from '../../base/places.js';
import { NEWLINE } from '../../base/signs.js';
import { decodeText } from '../../base/utf8.js';
import { TRUTH } from '../../kernels/csvPlan.js';
import type { Kernels } from '../../kernels/kernels.js';
import { freePlan, type ObjectPlan, objectPlan, PASSED_OVER, WEIGHT_KEY } from '../../kernels/objectPlan.js';
import type { Reading } from '../bytes/reading.js';
import { indexOf, LineReader, type Lines } from '../csv/lines.js';
import type { Part, Refuse, RowBlock, Span, TableReader, Wanted } from '../table.js';
import { BlockMaker, NOTHING_ELSE, type PlaceOf } from '../tables/blocks.js';
import { Unplaced } from '../unplaced.js';
import type { Paths } from './jsonRow.js';
import { lineAfter, rowAfter } from './ndjsonPlaces.js';
import { type NdjsonColumns, NdjsonRows } from './ndjsonRows.js';

/** Lines that are turned into text at once, at most. */
const MOST_LINES = 4096;

/** A file of JSON objects. */
export interface NdjsonFile {
  file: number;
  name: string;
  size: number;
  columns: readonly string[];
  /** Where the rows begin: behind a byte order mark. */
  rowsAt: number;
  /** The columns as the first row writes them, in its order; undefined where it has one of them twice. */
  tokens: readonly string[] | undefined;
  paths: Paths;
}

/** Reads lines: in the core those that are written like the first, one by one all others. */
export class NdjsonReader implements TableReader {
  private readonly lines: LineReader;
  private readonly maker: BlockMaker;
  private readonly plan: ObjectPlan | undefined;
  private readonly columns: NdjsonColumns;
  /** Lines to be turned into text at once: more and more as long as the core can read none of them. */
  private run = 1;

  constructor(
    private readonly source: NdjsonFile,
    private readonly wanted: Wanted,
    private readonly kernels: Kernels,
  ) {
    const { columns } = source;
    const { numbers, weights, truth, sets, texts = [] } = wanted;
    const name = (i: number): string => columns[i];
    this.columns = {
      numbers: (weights === undefined ? numbers : [...numbers, weights]).map(name),
      width: numbers.length,
      truth: truth === undefined ? undefined : name(truth),
      sets: sets === undefined ? undefined : name(sets),
      texts: texts.map(name),
      textsMayMiss: wanted.textsMayMiss ?? false,
      paths: source.paths,
    };
    this.maker = new BlockMaker(kernels, wanted, columns);
    try {
      this.plan = this.planOf();
      this.lines = new LineReader(kernels);
    } catch (error) {
      if (this.plan) freePlan(kernels, this.plan);
      this.maker.free();
      throw error;
    }
  }

  /** What the core can read, if all that is wanted can be. */
  private planOf(): ObjectPlan | undefined {
    const { source, wanted } = this;
    const { numbers, width, truth, sets, texts } = this.columns;
    const used = truth === undefined ? numbers : [...numbers, truth];
    if (!source.tokens || sets !== undefined || texts.length > 0 || new Set(used).size < used.length) return undefined;
    const places = placesByName(numbers);
    const keys = source.tokens.map((token) => {
      const name = JSON.parse(token) as string;
      const place = places.get(name) ?? -1;
      const kind = name === truth ? TRUTH : place < 0 ? PASSED_OVER : place < width ? place : WEIGHT_KEY;
      return { token: new TextEncoder().encode(token), kind };
    });
    return objectPlan(this.kernels, keys, width, wanted.classes);
  }

  *read({ from, to, known }: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<Span> {
    const { file, name, size, rowsAt } = this.source;
    this.run = 1;
    const range = { file, from, to, ...(known ? { known } : {}) };
    return yield* this.lines.read({ name, size, rowsAt, delimiter: NEWLINE }, range, (lines) => this.takeLines(lines, take, refuse));
  }

  /** Hands over the rows of whole lines; says where the next line starts. */
  private takeLines({ bytes, from, to, offset, final }: Lines, take: (block: RowBlock) => void, refuse: Refuse): number {
    const { plan, maker, kernels } = this;
    const { most } = this.wanted;
    const end = final ? to : bytes.subarray(from, to).lastIndexOf(NEWLINE) + 1 + from;
    for (let at = from; at < end; ) {
      if (plan) {
        const { rows, next } = kernels.parseObjects(bytes, at, end, final, plan, maker.numbers, maker.weights, maker.labels, most);
        const start = offset + at;
        const placeOf = this.placeOf((row) => rowAfter(this.source.file, start, row));
        if (rows > 0) maker.handOver(NOTHING_ELSE, 0, rows, new Map(), placeOf, take, refuse);
        at = next;
        if (rows >= this.run) this.run = 1;
        if (rows === most || at >= end) continue;
      }
      let stop = at;
      for (let left = this.run; left > 0 && stop < end; left--) {
        const newline = indexOf(bytes, NEWLINE, stop, end);
        stop = newline < 0 ? end : newline + 1;
      }
      this.takeText(decodeText(bytes.subarray(at, stop)), offset + at, take, refuse);
      this.run = Math.min(this.run * 2, MOST_LINES);
      at = stop;
    }
    return end;
  }

  /** Hands over the rows of lines, whose text begins at a byte of the file. */
  private takeText(text: string, start: number, take: (block: RowBlock) => void, refuse: Refuse): void {
    const { most } = this.wanted;
    for (let at = 0, line = 0; at < text.length; ) {
      const rows = new NdjsonRows(this.columns, this.maker);
      for (; rows.count < most && at < text.length; line++) {
        const newline = text.indexOf('\n', at);
        const stop = newline < 0 ? text.length : newline;
        const row = text.slice(at, stop);
        at = stop + 1;
        if (row.trim() !== '') rows.add(row, line);
      }
      const { lineOf } = rows;
      const placeOf = this.placeOf((row) => lineAfter(this.source.file, start, lineOf[row]));
      if (rows.count > 0) this.maker.handOver(rows.rest(), 0, rows.count, rows.bad, placeOf, take, refuse);
    }
  }

  /** The place of a row is its line, which is found only when it is asked for. */
  private placeOf(positionOf: (row: number) => Reading<number>): PlaceOf {
    const { file, name } = this.source;
    return (row, [code, message, details]) =>
      new Unplaced(
        file,
        () => positionOf(row),
        (line) => new FairbitsError(code, `${name}:${line}: ${message}`, { file: name, line, ...details }),
      );
  }

  free(): void {
    this.maker.free();
    this.lines.free();
    if (this.plan) freePlan(this.kernels, this.plan);
  }
}
