import type { Format } from '../rows/formats.js';
import { formatsOf, openTables } from '../rows/openTables.js';
import type { Ground } from './ground.js';
import { walkRows, wantedTexts } from './walkRows.js';

/** What a file looks like before it is scored. */
export interface Looked {
  format: Format;
  columns: string[];
  /** A column that looks as if it held sets of classes, written a|c. */
  sets?: string;
  /** NPY: an array of rows of estimates, or of labels. */
  npy?: 'estimates' | 'labels';
}

const SAMPLE_ROWS = 200;

/** What a file looks like: its format, its columns, and whether one of them holds sets. */
export async function lookAt<F>(ground: Ground<F>, file: F): Promise<Looked> {
  const inputs = await ground.open([file]);
  try {
    const [{ name, size }] = inputs.files;
    const [format] = await formatsOf(inputs);
    if (format === 'npy') {
      const { npyHeader } = await import('../rows/npy/npyTable.js');
      const { shape, type } = await inputs.read(npyHeader(0, name, size));
      return { format, columns: [], npy: shape.length === 1 && !type.startsWith('f') ? 'labels' : 'estimates' };
    }
    // Its arrays have names, but no columns to choose from.
    if (format === 'npz') return { format, columns: [] };
    const tables = await openTables(inputs);
    const [{ columns }] = tables;
    if (format !== 'csv') return { format, columns: [...columns] };
    const found = columns.map(() => false);
    let seen = 0;
    await walkRows({ inputs, tables }, [wantedTexts(columns.map((_, i) => i))], ({ rows, texts }) => {
      for (const [c, column] of texts.entries()) found[c] ||= column.slice(0, SAMPLE_ROWS - seen).some((text) => /^[^|]+(\|[^|]+)+$/.test(text));
      seen += rows;
      return seen >= SAMPLE_ROWS;
    });
    const sets = columns.find((_, c) => found[c]);
    return { format, columns: [...columns], ...(sets === undefined ? {} : { sets }) };
  } finally {
    inputs.close();
  }
}
