import { FairbitsError } from '../base/errors.js';
import { toFixed } from '../math/exactSum.js';
import { MARK, readMetadata, withoutTable } from './metadata.js';
import { type ResolvedSpec, resolveSpec } from './spec.js';
import { KEY_NAMES, resultColumns, SCALE_BITS, summed } from './sums.js';

/** A row as clients give it: by column, or in the order of the columns. */
export type ResultRow = Readonly<Record<string, unknown>> | readonly unknown[];

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
 * are added up as they are, so that the same rows of a table give the same bits in any number of shards.
 */
export function readResult(rows: readonly ResultRow[]): Result {
  const named = rows.map(cellsByName);
  const metadata = named.map((row) => String(row.get('fairbits') ?? '')).filter((each) => each.startsWith(MARK));
  if (metadata.length === 0) throw broken('no row says which classes the numbers are of: expected a column "fairbits" with that in one row', undefined);
  const other = metadata.find((each) => withoutTable(each) !== withoutTable(metadata[0]));
  if (other !== undefined) throw broken('its rows are of several queries: expected those of one', other.slice(0, 200));
  const { spec: found, sums } = readMetadata(metadata[0]);
  const spec = resolveSpec(found);
  const cells = new CellReader(spec, sums === 'float');
  const groups = new Map<string, RowGroup[]>();
  const against: bigint[][] = [];
  for (const [i, row] of named.entries()) {
    const mark = bareCell(row.get('fairbits'));
    if (mark.startsWith(MARK)) continue;
    if (mark !== '')
      throw broken(`row ${i + 1} has ${JSON.stringify(mark.slice(0, 60))} in the column "fairbits": expected nothing, or what begins with ${MARK}`, mark);
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
    if (same.length > metadata.length)
      throw broken(`${same.length} rows are of the same group (${key}) of ${metadata.length} result${metadata.length === 1 ? '' : 's'}`, key);
  if (!spec.crossed && against.length !== metadata.length && groups.size > 0)
    throw broken(`${against.length} of ${metadata.length} rows with the sums for each class are there`, against.length);
  return {
    spec,
    groups: [...groups.values()].map((same) => (same.length === 1 ? same[0] : groupTogether(same))),
    against: against.length < 2 ? (against[0] ?? []) : against[0].map((_, i) => against.reduce((sum, each) => sum + each[i], 0n)),
    float: sums === 'float',
  };
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

/** Some clients print names in capitals, and some none. */
function cellsByName(row: ResultRow): Map<string, unknown> {
  if (!Array.isArray(row)) return new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
  return new Map(row.map((value, i) => [i === 0 ? 'fairbits' : String(i), value]));
}

const EMPTY = ['', 'NULL', '\\N'];

function bareCell(value: unknown): string {
  const found = value === null || value === undefined ? '' : String(value).trim();
  return EMPTY.includes(found) ? '' : found;
}

class CellReader {
  private readonly columns: string[];
  private readonly counts: readonly string[];

  constructor(
    private readonly spec: ResolvedSpec,
    private readonly float: boolean,
  ) {
    this.columns = resultColumns(spec);
    this.counts = summed(spec).counts.map(([name]) => name);
  }

  private cell(row: Map<string, unknown>, name: string): string {
    return bareCell(row.get(name) ?? row.get(String(this.columns.indexOf(name))));
  }

  packed(row: Map<string, unknown>): string {
    return this.spec.crossed ? '' : this.cell(row, 'against');
  }

  isEmpty(row: Map<string, unknown>): boolean {
    return !this.spec.crossed && this.columns.every((name) => this.cell(row, name) === '');
  }

  group(row: Map<string, unknown>, index: number): RowGroup {
    const { spec } = this;
    const cell = (name: string): string => {
      const found = this.cell(row, name);
      if (found === '') throw broken(`row ${index + 1} has nothing in the column "${name}": expected a number`, undefined);
      return found;
    };
    const whole = (name: string, least: number, most: number): number => {
      const found = Number(cell(name));
      if (!(Number.isInteger(found) && found >= least && found <= most))
        throw broken(`row ${index + 1} has ${JSON.stringify(cell(name))} in the column "${name}": expected a whole number from ${least} to ${most}`, found);
      return found;
    };
    const sum = (name: string): bigint => this.number(cell(`n_${name}`), `row ${index + 1}, column "n_${name}"`);
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
    const found = packed.split(' ').map((each) => this.number(each, 'the column "against"'));
    if (found.length !== this.spec.k) throw broken(`the column "against" has ${found.length} sums: expected ${this.spec.k}`, found.length);
    return found;
  }

  /** A sum as a multiple of 2⁻²⁵⁶. */
  private number(written: string, where: string): bigint {
    if (this.float) {
      const found = Number(written);
      if (Number.isFinite(found)) return toFixed(found);
    } else {
      const match = /^(-?\d+)(?:\.0*)?(?:\*(\d+))?$/.exec(written);
      if (match) return (match[2] === undefined ? BigInt(match[1]) : (BigInt(match[1]) << 31n) + BigInt(match[2])) << BigInt(256 - SCALE_BITS);
    }
    throw broken(`${where} has ${JSON.stringify(written.slice(0, 60))}: expected ${this.float ? 'a number' : 'a whole number, every digit of it'}`, written);
  }
}

export function broken(what: string, found: unknown): FairbitsError {
  return new FairbitsError('tally', `this result of a query cannot be read: ${what}.`, { found, expected: 'the whole result of what fairbits sql printed' });
}
