import { type Format, formatOf } from '../sources/formats.js';
import { head, type OpenFiles } from './reading.js';

/** The first bytes that tell a format. */
const START = 64;

export async function formatsOf({ files, read }: OpenFiles): Promise<Format[]> {
  const formats: Format[] = [];
  for (const [index, { name }] of files.entries()) formats.push(formatOf(name, await read(head(index, START))));
  return formats;
}
