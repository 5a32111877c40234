import { createEngine } from '../engine.js';
import { openPaths } from './openPaths.js';
import { columnOf, openRowFiles, type RowFile } from './rowFiles.js';

const ROWS = 16384;

/** One column of finite numbers, from files of any format that has named columns. */
export async function numberColumn(files: readonly string[], column: string, option: string): Promise<Float64Array> {
  const inputs = await openPaths(files);
  let opened: RowFile[] = [];
  try {
    opened = await openRowFiles(inputs, (await createEngine()).kernels);
    const parts: Float64Array[] = [];
    const about = () => ({ expected: 'a finite number', option });
    for (const file of opened)
      await file.read({ numbers: [columnOf(file, column, option)], about, most: ROWS }, ({ numbers }) => {
        parts.push(numbers.slice());
      });
    const all = new Float64Array(parts.reduce((rows, { length }) => rows + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  } finally {
    for (const file of opened) file.close();
    inputs.close();
  }
}
