import type { FileMetaData, SchemaTree } from 'hyparquet';
import type { Kernels } from '../../kernels/kernels.js';
import type { Reading } from '../bytes/reading.js';
import type { Part, Refuse, RowBlock, TableReader, Wanted } from '../table.js';
import { type BadCell, guarded, type RowBatch, type SetColumn } from '../tables/batch.js';
import { BlockMaker, byRow } from '../tables/blocks.js';
import { setCodesOf } from '../tables/codes.js';
import { Held } from '../tables/limits.js';
import { fieldOf, type ListPlaces, placeIn } from '../tables/listPlaces.js';
import { chunkOf } from './parquetChunk.js';
import type { FlatColumn, Shared } from './parquetColumn.js';
import { guardedReading, PARQUET } from './parquetDamage.js';
import { isFlat, isListColumn } from './parquetKinds.js';
import { ListColumn } from './parquetLists.js';
import { NameColumn } from './parquetNames.js';
import { NumberListColumn } from './parquetNumberLists.js';
import { ParquetNumberColumn } from './parquetNumbers.js';
import { PageReader } from './parquetPage.js';
import { Room } from './parquetRoom.js';
import { ValueColumn } from './parquetValues.js';

/** What a reader must know of a file. */
export interface ParquetFile {
  file: number;
  name: string;
  size: number;
  metadata: FileMetaData;
  columns: readonly string[];
  lists: readonly ListPlaces[];
  /** The schema: a root whose children are the columns. */
  tree: SchemaTree;
  /** The rows before each row group, and those of all. */
  before: readonly number[];
}

/** Rows that are read at a time; of very many columns fewer, but enough that a dictionary is not fetched again for each of them. */
const PARQUET_BLOCK_ROWS = 2 ** 14;
const PARQUET_BLOCK_NUMBERS = 2 ** 21;
/** Bytes that are read at a time, of each column and of all. */
const COLUMN_PIECE_BYTES = 2 ** 18;
const ALL_PIECES_BYTES = 2 ** 23;
/** And for the first rows. */
const PEEKED_PIECE_BYTES = 2 ** 14;

/** Reads row groups: some rows of every column, then the next. */
export class ParquetReader implements TableReader {
  private readonly maker: BlockMaker;
  private readonly room: Room;
  private readonly most: number;
  private readonly truth: NameColumn | undefined;
  private readonly sets: ValueColumn | ListColumn | undefined;
  /** What has the numbers of each column, and of a list which of them. */
  private readonly numbers: { made: ParquetNumberColumn | NumberListColumn; item: number }[];
  private readonly texts: NameColumn[];
  /** All of them, by their places in the schema. */
  private readonly all: [number, FlatColumn | ListColumn | NumberListColumn][] = [];

  constructor(
    private readonly source: ParquetFile,
    wanted: Wanted,
    kernels: Kernels,
  ) {
    const { file, tree, columns, lists } = source;
    const { numbers, weights, truth, sets, texts = [] } = wanted;
    const width = numbers.length + [weights, truth, sets].filter((each) => each !== undefined).length + texts.length;
    const blocks = Math.floor(Math.min(PARQUET_BLOCK_ROWS, PARQUET_BLOCK_NUMBERS / Math.max(1, width)) / wanted.most);
    this.most = Math.min(2 ** 16, wanted.most * Math.max(1, blocks));
    this.maker = new BlockMaker(kernels, wanted, columns);
    this.room = new Room(kernels, width, new Held(source.size));
    const { room, most, all } = this;
    const shared: Shared = { room, most, levels: room.uint32(most, Infinity), places: room.uint32(most, Infinity) };
    const piece = Math.min(COLUMN_PIECE_BYTES, Math.floor(ALL_PIECES_BYTES / Math.max(1, width)));
    const add = <C extends FlatColumn | ListColumn | NumberListColumn>(column: number, made: C): C => {
      all.push([column, made]);
      return made;
    };
    const pages = (): PageReader => new PageReader(file, piece, room);
    const element = (column: number) => tree.children[column].element;
    this.truth = truth === undefined ? undefined : add(truth, new NameColumn(element(truth), pages(), shared));
    if (sets !== undefined)
      this.sets = add(
        sets,
        isFlat(tree.children[sets]) ? new ValueColumn(element(sets), pages(), shared, true) : new ListColumn(columns[sets], pages(), room.hold),
      );
    const made = new Map<number, NumberListColumn>();
    const listOf = ({ field, length }: ListPlaces): NumberListColumn => {
      const column = made.get(field) ?? add(field, new NumberListColumn(columns[field], length, pages(), shared));
      made.set(field, column);
      return column;
    };
    this.numbers = (weights === undefined ? numbers : [...numbers, weights]).map((column) => {
      const place = placeIn(lists, column);
      if (place) return { made: listOf(place.list), item: place.item };
      return { made: add(column, new ParquetNumberColumn(element(column), pages(), shared)), item: 0 };
    });
    this.texts = texts.map((column) => add(column, new NameColumn(element(column), pages(), shared, wanted.textsMayMiss)));
  }

  *read({ from, to }: Part, take: (block: RowBlock) => void, refuse: Refuse): Reading<undefined> {
    for (let group = from; group < to; group++) yield* this.readGroup(group, take, refuse);
    return undefined;
  }

  private *readGroup(group: number, take: (block: RowBlock) => void, refuse: Refuse): Reading<void> {
    const { metadata, tree, name, size, before } = this.source;
    const rows = before[group + 1] - before[group];
    if (rows === 0) return;
    const where = (column: number): string => `row group ${group}, column "${tree.children[column].element.name}"`;
    for (const [column, made] of this.all) {
      guarded(name, PARQUET, where(column), () => made.start(chunkOf(metadata.row_groups[group], tree, column, size)));
    }
    for (let done = 0; done < rows; ) {
      const count = Math.min(this.most, rows - done);
      const bad = new Map<number, BadCell>();
      for (const [column, made] of this.all) yield* guardedReading(name, () => where(column), made.read(count, bad));
      this.maker.emit(this.batch(count, bad), byRow(name, before[group] + done), take, refuse);
      done += count;
    }
  }

  private batch(rows: number, bad: Map<number, BadCell>): RowBatch {
    const { truth, sets, numbers, texts } = this;
    return {
      rows,
      numbers: numbers.map(({ made, item }) => ({ values: made.values, from: item, stride: made.stride })),
      truth,
      sets: sets && setsOfColumn(sets, rows, bad),
      texts,
      bad,
    };
  }

  free(): void {
    this.maker.free();
    this.room.freeAll();
  }
}

/** The first rows of some columns; those that are no flat values and no lists have nothing. */
export function* peekParquet(
  { file, name, size, metadata, tree, before, lists }: ParquetFile,
  columns: readonly number[],
  most: number,
  kernels: Kernels,
): Reading<unknown[][]> {
  const room = new Room(kernels, Math.max(1, columns.length), new Held(size));
  const group = before.findIndex((rows, i) => (before[i + 1] ?? 0) > rows);
  const values: unknown[][] = columns.map(() => []);
  try {
    if (group < 0) return values;
    const rows = Math.min(most, before[group + 1] - before[group]);
    const shared: Shared = { room, most: rows, only: true, levels: room.uint32(rows), places: room.uint32(rows) };
    const known = new Map<number, readonly unknown[]>();
    for (const column of new Set(columns.map((each) => fieldOf(lists, each)))) {
      const { [column]: schema } = tree.children;
      const where = `row group ${group}, column "${schema.element.name}"`;
      const pages = new PageReader(file, PEEKED_PIECE_BYTES, room);
      const made = isFlat(schema)
        ? new ValueColumn(schema.element, pages, shared, true)
        : isListColumn(schema)
          ? new ListColumn(schema.element.name, pages, room.hold)
          : undefined;
      if (!made) continue;
      guarded(name, PARQUET, where, () => made.start(chunkOf(metadata.row_groups[group], tree, column, size)));
      yield* guardedReading(name, () => where, made.read(rows, new Map()));
      known.set(column, made.values.slice(0, rows));
    }
    for (const [i, column] of columns.entries()) {
      const place = placeIn(lists, column);
      const found = known.get(place?.list.field ?? column) ?? [];
      values[i] = place ? found.map((list) => (list as unknown[] | null)?.[place.item] ?? null) : [...found];
    }
    return values;
  } finally {
    room.freeAll();
  }
}

function setsOfColumn({ name, values }: ValueColumn | ListColumn, rows: number, bad: Map<number, BadCell>): SetColumn {
  return setCodesOf(rows, (row) => values[row], name, bad);
}
