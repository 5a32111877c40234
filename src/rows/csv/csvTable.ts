import { FairbitsError } from '../../base/errors.js';
import { placesByName } from '../../base/places.js';
import { QUOTE } from '../../base/signs.js';
import { decodeText } from '../../base/utf8.js';
import { type CsvError, type CsvPlan, type CsvResult, csvPlan, SKIPPED, TEXT, TRUTH } from '../../kernels/csvPlan.js';
import type { Kernels } from '../../kernels/kernels.js';
import { bytesAt, HEAD, head, type Reading, type Stretch } from '../bytes/reading.js';
import { labelMatcher } from '../classOfLabel.js';
import type { Part, Refuse, RowBlock, Span, Table, TableAddress, TableReader, Wanted } from '../table.js';
import type { TruthColumn } from '../tables/batch.js';
import { NO_SETS } from '../tables/blocks.js';
import { type ListPlaces, listExpected, placeIn, withPlaces } from '../tables/listPlaces.js';
import { writtenNumber } from '../understand/peek.js';
import { Unplaced } from '../unplaced.js';
import type { CsvDialect } from './csvDialect.js';
import { csvProblem } from './csvProblem.js';
import { FieldCodes } from './fieldCodes.js';
import { readHeader } from './header.js';
import { afterRow, LineReader, type Lines, rowStart, rowsBetween } from './lines.js';
import { fieldText, splitRow, unquoted } from './text.js';
import { listIn, writtenOddly } from './writtenOddly.js';

/** Bytes that are looked at for the first rows; more of them where these have none. */
const PEEKED_BYTES = 2 ** 16;

/** Opens delimited text with a header. */
export function* openCsv(file: number, name: string, size: number, header?: boolean): Reading<Table> {
  const bytes = yield* head(file, size);
  const { rowsAt, firstLine, delimiter, comment, columns, unnamed } = readHeader(bytes, name, bytes.length === size, header);
  const signs = { delimiter: delimiter.charCodeAt(0), comment: comment ? comment.charCodeAt(0) : -1 };
  const { odd, lists, notes } = writtenOddly(bytes, rowsAt, signs.delimiter, bytes.length === size, columns.length);
  const dialect = {
    name,
    size,
    rowsAt: Math.min(rowsAt, size),
    linesBefore: firstLine - 1,
    ...signs,
    ...withPlaces(columns, lists),
    unnamed,
    fields: columns.length,
    odd,
  };
  const first =
    unnamed && header === undefined ? ['the first line holds numbers and is taken as a row: columns are numbered from 1 (--header says otherwise)'] : [];
  return new CsvTable(file, dialect, [...first, ...notes]);
}

export class CsvTable implements Table {
  constructor(
    private readonly file: number,
    readonly dialect: CsvDialect,
    readonly notes: readonly string[] = [],
  ) {}

  get name(): string {
    return this.dialect.name;
  }

  get place(): string {
    return `${this.name}:1`;
  }

  get size(): number {
    return this.dialect.size;
  }

  get columns(): readonly string[] {
    return this.dialect.columns;
  }

  get lists(): readonly ListPlaces[] {
    return this.dialect.lists;
  }

  get unnamed(): boolean {
    return this.dialect.unnamed;
  }

  get text(): { rowsAt: number; linesBefore: number } {
    return this.dialect;
  }

  get address(): TableAddress {
    return { format: 'csv', file: this.file, known: this.dialect };
  }

  cut(bytes: number): Pick<Part, 'from' | 'to'>[] {
    const { rowsAt, size } = this.dialect;
    // A stream is cut as it comes; its parts have no end here.
    if (size === Infinity) throw new Error('a stream was to be cut like a file');
    return Array.from({ length: Math.ceil((size - rowsAt) / bytes) }, (_, i) => ({
      from: rowsAt + i * bytes,
      to: Math.min(rowsAt + (i + 1) * bytes, size),
    }));
  }

  bytesTo({ to }: Pick<Part, 'to'>): number {
    return to;
  }

  stretches({ from, to }: Pick<Part, 'from' | 'to'>): Stretch[] {
    return [rowsBetween(this.file, from, to)];
  }

  *peek(columns: readonly number[], rows: number): Reading<string[][]> {
    const { rowsAt, delimiter, comment, size, fields, lists } = this.dialect;
    const textIn = (row: readonly string[], column: number): string => {
      const place = placeIn(lists, column);
      return place ? (listIn(row[place.list.field])?.[place.item] ?? '') : row[column];
    };
    const values = columns.map((): string[] => []);
    for (const most of [PEEKED_BYTES, HEAD]) {
      const bytes = yield* head(this.file, Math.min(most, size));
      const whole = bytes.length === size || bytes.length < most;
      for (let at = rowStart(bytes, rowsAt, bytes.length, comment), seen = 0; at < bytes.length && seen < rows; seen++) {
        const row = splitRow(bytes, at, delimiter, whole);
        if (!row) break;
        if (row.fields.length === fields) columns.forEach((column, i) => void values[i].push(textIn(row.fields, column)));
        at = rowStart(bytes, row.next, bytes.length, comment);
      }
      if (whole || (values[0]?.length ?? 1) > 0) break;
    }
    return values;
  }

  check(): { float32: boolean } {
    return { float32: false };
  }

  reader(wanted: Wanted, kernels: Kernels): TableReader {
    return new CsvReader(this.file, this.dialect, wanted, kernels);
  }
}

/** Members of sets to a call of the kernels, at least. */
const MEMBERS = 65536;

/** Ways to write the classes that are learned, at most. */
const MOST_ALIASES = 2 ** 12;

/** Texts of a column that are known again, about. */
const MOST_TEXTS = 2 ** 16;

/** Lines that were parsed by one call: their first row in the block, and where in the file they are. */
interface Text {
  row: number;
  position: number;
  length: number;
}

class CsvReader implements TableReader {
  private plan: CsvPlan;
  private readonly matching: (label: string) => number;
  private readonly lines: LineReader;
  /** Numbers to a row: those that are wanted, and its weight behind them. */
  private readonly width: number;
  private readonly numbers: Float64Array;
  private readonly labels: Uint16Array;
  private readonly weights: Float64Array | undefined;
  private readonly members: Uint16Array;
  private readonly sizes: Uint16Array;
  /** Whether rows of several texts make one block. Those of sets and texts are handed over as they come. */
  private readonly gathers: boolean;
  /** Numbers that are read from text here: the text's place among those of a row, the list's place in it, and where the number goes. */
  private readonly written: { text: number; list: ListPlaces | undefined; item: number; column: number; to: number }[] = [];
  private readonly allTexts: number;
  /** Of each column of text: those that were met, and their codes. */
  private readonly known: FieldCodes[] = [];
  /** Rows in the block, and the texts that they are from. */
  private rows = 0;
  private texts: Text[] = [];

  constructor(
    private readonly file: number,
    private readonly dialect: CsvDialect,
    private readonly wanted: Wanted,
    private readonly kernels: Kernels,
  ) {
    const { numbers, weights, truth, sets, texts = [], classes, most } = wanted;
    const { delimiter, comment, odd, lists } = dialect;
    this.width = numbers.length + Number(weights !== undefined);
    const asText: number[] = [...texts];
    const oddly = new Set(odd);
    for (const [to, column] of (weights === undefined ? numbers : [...numbers, weights]).entries()) {
      const place = placeIn(lists, column);
      if (!place && !oddly.has(column)) continue;
      const field = place?.list.field ?? column;
      if (!asText.includes(field)) asText.push(field);
      this.written.push({ text: asText.indexOf(field), list: place?.list, item: place?.item ?? 0, column, to });
    }
    this.allTexts = asText.length;
    const numberAt = placesByName(numbers);
    const textAt = placesByName(asText);
    this.gathers = sets === undefined && asText.length === 0;
    const columns = Array.from({ length: dialect.fields }, (_, i) => {
      if (i === truth) return TRUTH;
      if (sets !== undefined) return SKIPPED;
      const text = textAt.get(i);
      return text === undefined ? ((i === weights ? numbers.length : numberAt.get(i)) ?? SKIPPED) : TEXT - text;
    });
    const layout = { delimiter, quote: QUOTE, comment, columns, width: this.width, names: classes.map((name) => new TextEncoder().encode(name)) };
    this.plan = csvPlan(kernels, { ...layout, ...(asText.length > 0 ? { textRows: most } : {}) });
    this.matching = labelMatcher(classes);
    this.lines = new LineReader(kernels);
    this.numbers = kernels.float64(most * this.width);
    this.labels = kernels.uint16(most);
    this.weights = weights === undefined ? undefined : new Float64Array(most);
    this.members = kernels.uint16(sets === undefined ? 1 : MEMBERS + classes.length + 1);
    this.sizes = kernels.uint16(sets === undefined ? 1 : most);
  }

  *read(part: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<Span> {
    this.rows = 0;
    this.texts = [];
    const range = { file: this.file, from: part.from, to: part.to, ...(part.known ? { known: part.known } : {}) };
    const span = yield* this.lines.read(this.dialect, range, (lines) => this.parse(lines, take, refuse));
    this.handOver(take);
    return span;
  }

  /** Parses lines; their rows are handed over when there are enough of them. Says how far it got. */
  private parse(lines: Lines, take: (block: RowBlock) => void, refuse: Refuse): number {
    const { wanted } = this;
    const { bytes, to, offset, final, single } = lines;
    let at = lines.from;
    for (;;) {
      const room = wanted.most - this.rows;
      const { rows, next, error, members = 0 } = this.parseSome(lines, at, room);
      if (rows > 0) this.texts.push({ row: this.rows, position: offset + at, length: next - at });
      const from = at;
      this.rows += rows;
      at = next;
      if (this.written.length > 0) this.takeWritten(lines, from, rows, take, refuse);
      else if (!this.gathers) this.handOver(take, lines, from, members);
      else if (error || rows === room) this.handOver(take);
      if (error && this.learned(lines, error)) continue;
      if (error) {
        const behind = afterRow({ bytes, to, final }, at, error, this.plan.delimiter);
        // It goes on behind these bytes.
        if (behind === undefined) return at;
        refuse(() => this.problemOf(lines, error));
        at = behind;
        if (single) return at;
        // Of sets there may be fewer for want of room.
      } else if (wanted.sets === undefined ? rows < room : rows === 0) return at;
    }
  }

  /** Whether a label that no class is written like names one all the same: the plan knows it from then on. */
  private learned({ bytes }: Lines, { code, column, from, to }: CsvError): boolean {
    const { aliases = [] } = this.plan;
    if (code !== 'unknown-class' || column !== this.wanted.truth || aliases.length >= MOST_ALIASES) return false;
    const index = this.matching(new TextDecoder().decode(bytes.subarray(from, to)));
    if (index < 0) return false;
    const old = this.plan;
    this.kernels.free(old.block);
    this.plan = csvPlan(this.kernels, { ...old, aliases: [...aliases, { name: bytes.slice(from, to), index }] });
    return true;
  }

  /** Reads numbers that are written in another way, and hands over the rows; those in which there is something else lie between. */
  private takeWritten(lines: Lines, from: number, rows: number, take: (block: RowBlock) => void, refuse: Refuse): void {
    const { written, width, numbers, allTexts } = this;
    const { texts: places } = this.plan;
    const { bytes, offset } = lines;
    let start = 0;
    const hand = (end: number): void => {
      if (end > start) {
        this.rows = end;
        if (start > 0) this.texts = [{ row: start, position: this.sourceOf(lines, from)(start).position, length: lines.to - from }];
        this.handOver(take, lines, from, 0, start);
      }
    };
    for (let r = 0; r < rows; r++) {
      let last = -1;
      let items: string[] | undefined;
      for (const { text, list, item, column, to } of written) {
        const place = 2 * (r * allTexts + text);
        const field = text === last && items ? '' : fieldText(bytes, places[place], places[place + 1]);
        if (list && text !== last) items = listIn(field);
        last = text;
        const wrongList = list && items?.length !== list.length;
        const own = list && !wrongList ? (items as string[])[item] : field;
        const x = wrongList ? undefined : writtenNumber(own);
        if (x !== undefined && Number.isFinite(x)) {
          numbers[r * width + to] = x;
          continue;
        }
        hand(r);
        start = r + 1;
        const name = this.dialect.columns[wrongList ? list.field : column];
        const about = this.wanted.about[column] ?? { expected: 'a number', advice: '' };
        const expected = wrongList ? listExpected(list.length) : about.expected;
        const shown = JSON.stringify(own.slice(0, 60));
        refuse(
          () =>
            new Unplaced(this.file, offset + places[place], (line) => {
              const { name: file } = this.dialect;
              const details = { file, line, column: name, found: own, expected };
              return new FairbitsError(
                about.code ?? 'value',
                `${file}:${line}: column "${name}" holds ${shown}: expected ${expected}. ${about.advice}`,
                details,
              );
            }),
        );
        break;
      }
    }
    hand(rows);
    this.rows = 0;
    this.texts = [];
  }

  private parseSome({ bytes, to, final }: Lines, at: number, most: number): CsvResult & { members?: number } {
    const { kernels, plan, rows, width } = this;
    const labels = this.labels.subarray(rows, rows + most);
    return this.wanted.sets === undefined
      ? kernels.parseRows(bytes, at, to, final, plan, this.numbers.subarray(rows * width), labels, most)
      : kernels.parseSets(bytes, at, to, final, plan, this.wanted.sets, labels, this.members, this.sizes);
  }

  /** Hands over the rows that have been parsed. */
  private handOver(take: (block: RowBlock) => void, lines?: Lines, from = 0, members = 0, start = 0): void {
    const reader = this;
    const { texts, weights } = this;
    const rows = this.rows - start;
    if (rows === 0) return;
    const { length: width } = this.wanted.numbers;
    const numbers = this.numbers.subarray(start * this.width);
    const labels = this.labels.subarray(start);
    if (weights) {
      // The weights go to a column of their own, and the numbers close up.
      for (let r = 0; r < rows; r++) {
        weights[r] = numbers[r * (width + 1) + width];
        numbers.copyWithin(r * width, r * (width + 1), r * (width + 1) + width);
      }
    }
    this.rows = 0;
    this.texts = [];
    const { sets } = this.wanted;
    take({
      rows,
      numbers: numbers.subarray(0, rows * width),
      ...(weights ? { weights: weights.subarray(0, rows) } : {}),
      labels: labels.subarray(0, rows),
      sets: sets === undefined ? NO_SETS : { members: this.members.subarray(0, members), sizes: this.sizes.subarray(0, rows) },
      get texts() {
        return lines ? reader.textsOf(lines, start, rows) : [];
      },
      textCodes: () => (lines ? this.textCodesOf(lines, start, rows) : []),
      ...(lines && sets === undefined ? { source: (row: number) => this.sourceOf(lines, from)(start + row) } : {}),
      problem: (row, code, message, details) => {
        const { name } = this.dialect;
        const position = () => this.positionOf(texts.findLast((each) => each.row <= start + row) as Text, start + row);
        return new Unplaced(this.file, position, (line) => new FairbitsError(code, `${name}:${line}: ${message}`, { file: name, line, ...details }));
      },
    });
  }

  /** The texts of rows that were parsed last, a column after another. */
  private textsOf({ bytes }: Lines, start: number, rows: number): string[][] {
    const { texts: wanted = [] } = this.wanted;
    const count = this.allTexts;
    if (rows === 0 || wanted.length === 0) return [];
    const places = this.plan.texts.subarray(2 * start * count);
    const first = places[0];
    const last = places[2 * rows * count - 1];
    const all = decodeText(bytes.subarray(first, last));
    // One character to a byte: then there is nothing to decode field by field.
    const plain = all.length === last - first;
    return wanted.map((_, c) =>
      Array.from({ length: rows }, (__, r) => {
        const [from, to] = [places[2 * (r * count + c)], places[2 * (r * count + c) + 1]];
        return plain ? unquoted(all.slice(from - first, to - first)) : fieldText(bytes, from, to);
      }),
    );
  }

  /** The same as codes. */
  private textCodesOf({ bytes }: Lines, start: number, rows: number): TruthColumn[] {
    const { texts: wanted = [] } = this.wanted;
    const count = this.allTexts;
    const places = this.plan.texts.subarray(2 * start * count);
    return wanted.map((_, c) => {
      if (this.known[c]?.names.length > MOST_TEXTS) {
        this.known[c].free();
        delete this.known[c];
      }
      this.known[c] ??= new FieldCodes(this.kernels);
      const { [c]: known } = this.known;
      return { codes: known.codes(bytes, places.subarray(2 * c), 2 * count, rows), names: known.names };
    });
  }

  /** What a row was read from: where it starts in the file, and its text. */
  private sourceOf({ bytes, to, offset, final }: Lines, from: number): NonNullable<RowBlock['source']> {
    const { delimiter, comment } = this.dialect;
    return (row) => {
      let start = rowStart(bytes, from, to, comment);
      const behind = (at: number): number => afterRow({ bytes, to, final }, at, { code: 'ragged', from: at, to: at }, delimiter) ?? to;
      for (let r = 0; r < row; r++) start = rowStart(bytes, behind(start), to, comment);
      return { position: offset + start, text: decodeText(bytes.subarray(start, behind(start))).replace(/\r?\n$/, '') };
    };
  }

  /** Where a row of a block lies in the file: its text is read again, and stepped through. */
  private *positionOf({ row: first, position, length }: Text, row: number): Reading<number> {
    const { delimiter, comment } = this.dialect;
    const bytes = yield* bytesAt(this.file, position, position + length);
    let at = rowStart(bytes, 0, length, comment);
    for (let r = first; r < row; r++)
      at = rowStart(bytes, afterRow({ bytes, to: length, final: true }, at, { code: 'ragged', from: at, to: at }, delimiter) ?? length, length, comment);
    return position + at;
  }

  /** The error of a line that could not be read. */
  private problemOf(lines: Lines, error: CsvError): Unplaced {
    return csvProblem(this.file, this.dialect, lines, error, this.wanted.about);
  }

  free(): void {
    this.lines.free();
    for (const known of this.known) known.free();
    for (const view of [this.plan.block, this.numbers, this.labels, this.members, this.sizes]) this.kernels.free(view);
  }
}
