import { formatsOf } from '../../src/score/formatsOf.js';
import { openBlobs } from '../../src/score/openBlobs.js';
import { head } from '../../src/score/reading.js';
import { openTable } from '../../src/sources/formats.js';
import { readHeader, splitLine } from '../../src/sources/header.js';
import { readNpyHeader } from '../../src/sources/npyHeader.js';
import type { Looked } from './jobs.js';

const SAMPLE_LINES = 200;

/** What a file looks like: its format, its columns, and whether one of them holds sets. */
export async function look(file: File): Promise<Looked> {
  const inputs = await openBlobs(undefined)([file]);
  try {
    const [format] = await formatsOf(inputs);
    if (format === 'npy') {
      const { shape, type } = await readNpyHeader(inputs.access(0));
      return { format, columns: [], npy: shape.length === 1 && !type.startsWith('f') ? 'labels' : 'estimates' };
    }
    if (format !== 'csv') {
      const table = await openTable(format, inputs.access(0));
      try {
        return { format, columns: [...table.columns] };
      } finally {
        table.close();
      }
    }
    const { name, size } = inputs.files[0];
    const bytes = await inputs.read(head(0, size));
    const { columns, delimiter, rowsAt } = readHeader(bytes, name, bytes.length === size);
    const sample = new TextDecoder()
      .decode(bytes.subarray(rowsAt))
      .split('\n')
      .slice(0, SAMPLE_LINES)
      .map((line) => splitLine(line, delimiter));
    const sets = delimiter === '|' ? undefined : columns.find((_, c) => sample.some((fields) => /^[^|]+(\|[^|]+)+$/.test(fields[c] ?? '')));
    return { format, columns, ...(sets === undefined ? {} : { sets }) };
  } finally {
    inputs.close();
  }
}
