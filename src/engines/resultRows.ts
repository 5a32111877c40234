import { toFixed } from '../math/exactSum.js';
import { MARK, readMetadata, withoutTable } from './metadata.js';
import { bareCell, broken, type Cells, cellsByName, ResultCells, type ResultRow } from './resultCells.js';
import { type ResolvedSpec, resolveSpec } from './spec.js';
import { KEY_NAMES, resultColumns, summed } from './sums.js';

/** A group of rows: what they have in common, and their sums, as multiples of 2⁻²⁵⁶. */
export interface RowGroup {
  status: number;
  truth: number;
  /** Of two classes the side. */
  modal: number;
  impossible: number;
  above: boolean;
  rows: number;
  weight: bigint;
  count(name: string): number;
  sum(name: string): bigint;
}

export interface Result {
  spec: ResolvedSpec;
  groups: RowGroup[];
  /** Of more than 16 classes. */
  against: bigint[];
  float: boolean;
}

/**
 * Reads what engines answered: finds the rows that say what the others mean, and every number in them. The rows of several results of one query, those of shards,
 * are added up as they are, so that the same rows of a table give the same bits in any number of shards. `parted`: groups come in parts, told apart by more.
 */
export function readResult(rows: readonly ResultRow[], parted = false): Result {
  const { spec, float, results, others } = openResult(rows, MARK);
  const cells = new CellReader(spec, float);
  const groups = new Map<string, RowGroup[]>();
  const against: bigint[][] = [];
  for (const [i, row] of others) {
    const packed = cells.packed(row);
    if (packed !== '') against.push(cells.against(packed));
    // Of no rows at all the sums for each class are nothing.
    else if (!cells.isEmpty(row)) {
      const group = cells.group(row, i);
      const key = [group.status, group.truth, group.modal, group.impossible, group.above].join();
      groups.set(key, [...(groups.get(key) ?? []), group]);
    }
  }
  for (const [key, same] of groups)
    if (same.length > results && !parted)
      throw broken(`${same.length} rows are of the same group (${key}) of ${results} result${results === 1 ? '' : 's'}`, key);
  if (!spec.crossed && against.length !== results && groups.size > 0)
    throw broken(`${against.length} of ${results} rows with the sums for each class are there`, against.length);
  return {
    spec,
    groups: [...groups.values()].map((same) => (same.length === 1 ? same[0] : groupTogether(same))),
    against: against.length < 2 ? (against[0] ?? []) : against[0].map((_, i) => against.reduce((sum, each) => sum + each[i], 0n)),
    float,
  };
}

/** What rows of results say of themselves, and the others, by their places. */
interface OpenResult {
  spec: ResolvedSpec;
  float: boolean;
  /** How many results there are: one to a shard. */
  results: number;
  others: [index: number, row: Cells][];
}

export function openResult(rows: readonly ResultRow[], mark: string): OpenResult {
  const named = rows.map(cellsByName);
  const metadata = named.map((row) => String(row.get('fairbits') ?? '')).filter((each) => each.startsWith(mark));
  if (metadata.length === 0) throw broken('no row says which classes the numbers are of: expected a column "fairbits" with that in one row', undefined);
  const other = metadata.find((each) => withoutTable(each) !== withoutTable(metadata[0]));
  if (other !== undefined) throw broken('its rows are of several queries: expected those of one', other.slice(0, 200));
  const { spec: found, sums } = readMetadata(metadata[0]);
  const others = [...named.entries()].filter(([i, row]) => {
    const cell = bareCell(row.get('fairbits'));
    if (cell !== '' && !cell.startsWith(mark))
      throw broken(`row ${i + 1} has ${JSON.stringify(cell.slice(0, 60))} in the column "fairbits": expected nothing, or what begins with ${mark}`, cell);
    return cell === '';
  });
  return { spec: resolveSpec(found), float: sums === 'float', results: metadata.length, others };
}

function groupTogether(groups: readonly RowGroup[]): RowGroup {
  return {
    ...groups[0],
    rows: groups.reduce((sum, { rows }) => sum + rows, 0),
    weight: groups.reduce((sum, { weight }) => sum + weight, 0n),
    count: (name) => groups.reduce((sum, group) => sum + group.count(name), 0),
    sum: (name) => groups.reduce((sum, group) => sum + group.sum(name), 0n),
  };
}

/** Reads the cells of a result of statisticsSql. */
class CellReader {
  private readonly cells: ResultCells;
  private readonly counts: readonly string[];

  constructor(
    private readonly spec: ResolvedSpec,
    float: boolean,
  ) {
    this.cells = new ResultCells(resultColumns(spec), float);
    this.counts = summed(spec).counts.map(([name]) => name);
  }

  packed(row: Cells): string {
    return this.spec.crossed ? '' : this.cells.cell(row, 'against');
  }

  isEmpty(row: Cells): boolean {
    return !this.spec.crossed && this.cells.isEmpty(row);
  }

  group(row: Cells, index: number): RowGroup {
    const { spec, cells } = this;
    const whole = (name: string, least: number, most: number): number => cells.whole(row, name, index, least, most);
    const sum = (name: string): bigint => cells.sum(row, `n_${name}`, index);
    const rows = whole('n_n', 1, Number.MAX_SAFE_INTEGER);
    const status = whole(KEY_NAMES.s, 0, 6);
    const least = status === 0 ? 0 : -1;
    return {
      status,
      truth: whole(KEY_NAMES.cc, least, spec.k - 1),
      modal: whole(KEY_NAMES.m, -1, spec.k === 2 ? 5 : spec.k - 1),
      impossible: whole(KEY_NAMES.a, 0, 2),
      above: whole(KEY_NAMES.u, 0, 1) === 1,
      rows,
      weight: spec.weights === undefined ? toFixed(rows) : sum('w1'),
      count: (name) => (this.counts.includes(name) ? whole(`n_${name}`, 0, Number.MAX_SAFE_INTEGER) : 0),
      sum,
    };
  }

  against(packed: string): bigint[] {
    const found = packed.split(' ').map((each) => this.cells.number(each, 'the column "against"'));
    if (found.length !== this.spec.k) throw broken(`the column "against" has ${found.length} sums: expected ${this.spec.k}`, found.length);
    return found;
  }
}
