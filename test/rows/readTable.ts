import type { Kernels } from '../../dist/kernels/kernels.js';
import { openParquet } from '../../dist/rows/parquet/parquetTable.js';
import { loadUnpackers } from '../../dist/rows/parquet/unpackPage.js';
import type { Table, Wanted } from '../../dist/rows/table.js';
import { readFrom } from './readFrom.js';

// All of them, for files that are opened without waiting.
await loadUnpackers(['GZIP']);

/** What is wanted of a table, by the names of its columns. */
export interface Asked {
  numbers?: string[];
  weights?: string;
  truth?: string;
  sets?: string;
  texts?: string[];
  classes?: readonly string[];
  most?: number;
  finite?: boolean;
}

/** A row that was taken, or the message of one that was not. */
export type ReadRow = { numbers: number[]; weight?: number; label?: string; set?: string[]; texts: string[] } | string;

export function wantedOf({ columns }: Table, { numbers = [], weights, truth, sets, texts = [], classes = [], most = 100, finite = true }: Asked): Wanted {
  const at = (name: string): number => columns.indexOf(name);
  const about = Object.fromEntries(columns.map((name, i) => [i, { expected: `what ${name} holds`, advice: `Check --${name}.` }]));
  const named = { weights, truth, sets };
  const given = Object.fromEntries(Object.entries(named).flatMap(([key, name]) => (name === undefined ? [] : [[key, at(name)]])));
  return { numbers: numbers.map(at), texts: texts.map(at), classes, about, most, finite, ...given };
}

/** All rows of a Parquet file in memory, in order. */
export function readTable(bytes: Uint8Array, asked: Asked, kernels: Kernels, mostBytes = Infinity): ReadRow[] {
  const table = readFrom(bytes, openParquet(0, 'x.parquet', bytes.length), mostBytes);
  const wanted = wantedOf(table, asked);
  const { numbers, truth, sets, classes } = wanted;
  table.check(wanted);
  const reader = table.reader(wanted, kernels);
  const rows: ReadRow[] = [];
  try {
    for (const part of table.cut(0))
      readFrom(
        bytes,
        reader.read(
          { table: 0, ...part },
          (block) => {
            let members = 0;
            for (let r = 0; r < block.rows; r++) {
              const set = sets === undefined ? undefined : block.sets.members.subarray(members, members + block.sets.sizes[r]);
              members += set?.length ?? 0;
              rows.push({
                numbers: [...block.numbers.subarray(r * numbers.length, (r + 1) * numbers.length)],
                ...(block.weights ? { weight: block.weights[r] } : {}),
                ...(truth === undefined ? {} : { label: classes[block.labels[r]] }),
                ...(set ? { set: Array.from(set, (member) => classes[member]) } : {}),
                texts: block.texts.map((column) => column[r]),
              });
            }
          },
          (problem) => rows.push((problem() as Error).message),
        ),
        mostBytes,
      );
  } finally {
    reader.free();
  }
  return rows;
}
