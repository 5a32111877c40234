import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateDay, tableFromArrays, tableToIPC, timestamp } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { folder, json, write } from '../score/cli.js';
import { csvOf, madeRows } from './rows.js';

const rows = madeRows(1500, 12);
const file = write('dates.csv', csvOf(rows));
const days = rows.map(({ day }, i) => (i % 50 === 0 ? null : new Date(`${day}T${String(i % 24).padStart(2, '0')}:30:00Z`)));
const estimates = { p_a: rows.map(({ p }) => p[0]), p_b: rows.map(({ p }) => p[1]), p_c: rows.map(({ p }) => p[2]) };
const label = rows.map((row) => row.label);

/** What the months of a file come to. */
const months = (path: string) => {
  const { by, slices } = json(['slices', path, '--by', 'day', '--prior', 'uniform']);
  expect(by[0].kind).toBe('months');
  return Object.fromEntries(
    slices.map(({ value, rows: n, bayesianReward }: { value: string; rows: number; bayesianReward: object }) => [value, [n, bayesianReward]]),
  );
};

describe('dates', () => {
  const withGaps = write('gaps.csv', csvOf(rows.map((row, i) => (i % 50 === 0 ? { ...row, day: '' } : row))));
  const parquet = (name: string, type: 'DATE' | 'TIMESTAMP', data: (Date | null)[]): string => {
    const column = (each: string, values: unknown[], of: string) => ({ name: each, data: values, type: of as 'DOUBLE', nullable: true });
    const numbers = Object.entries(estimates).map(([each, values]) => column(each, values, 'DOUBLE'));
    const columnData = [column('day', data, type), column('label', label, 'STRING'), ...numbers];
    const path = join(folder, name);
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData: columnData as never })));
    return path;
  };

  it('of Parquet and Arrow are cut into months, as those of text are', () => {
    const expected = months(withGaps);
    expect(Object.keys(expected).sort()).toEqual(['(missing)', '2026-01', '2026-02', '2026-03', '2026-04']);
    expect(months(parquet('timestamps.parquet', 'TIMESTAMP', days))).toEqual(expected);
    for (const [name, type] of [
      ['days.arrow', dateDay()],
      ['timestamps.arrow', timestamp()],
    ] as const) {
      const path = join(folder, name);
      writeFileSync(path, tableToIPC(tableFromArrays({ day: days, label, ...estimates }, { types: { day: type } }), { format: 'file' }) as Uint8Array);
      expect(months(path)).toEqual(expected);
    }
    expect(Object.keys(months(file))).toHaveLength(4);
  });
});
