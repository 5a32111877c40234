import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FairbitsError } from 'fairbits';
import { type Dataset, readArff } from 'fairbits/learners';
import type { MissingData } from '../study.js';
import type { DataSet } from './dataSets.js';

/** A data set, and the file that it is in. */
export interface FoundData {
  set: DataSet;
  file: string;
  /** Of the file's bytes. */
  fingerprint: string;
}

const ENDING = /\.arff(\.gz)?$/i;
const DEPTH = 3;

/** Reads ARFF, also packed with gzip. Classes that no row has do not count. */
export function readDataSet(file: string): Dataset {
  return parsed(file, readFileSync(file));
}

function parsed(file: string, bytes: Uint8Array): Dataset {
  const text = (file.toLowerCase().endsWith('.gz') ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8');
  return readArff(text, { name: file, classes: 'occurring' });
}

/** Looks for data sets in a folder and those below it. What is not there is named with what was expected. */
export function findData(folder: string, sets: readonly DataSet[]): { found: FoundData[]; missing: MissingData[] } {
  const files = arffFiles(folder);
  const found: FoundData[] = [];
  const missing: MissingData[] = [];
  for (const set of sets) {
    const others: string[] = [];
    const fits: (FoundData & { classes: number })[] = [];
    for (const name of set.files)
      for (const file of files.filter((path) => plain(basename(path).replace(ENDING, '')) === plain(name))) {
        const looked = fittingFile(file, set);
        if (typeof looked === 'string') others.push(`${file} ${looked}`);
        else fits.push({ set, file, ...looked });
      }
    // As many classes as the paper has go before others.
    const best = fits.find(({ classes }) => classes === set.classes) ?? fits[0];
    if (best) found.push({ set, file: best.file, fingerprint: best.fingerprint });
    else
      missing.push({
        name: set.key,
        expected: `${set.files.map((name) => `${name}.arff`).join(' or ')}: ${set.rows} rows, ${set.attributes} attributes and the class last`,
        ...(others.length > 0 ? { found: others.join('; ') } : {}),
      });
  }
  return { found, missing };
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What a file has, or in words why it is not the data set. */
function fittingFile(file: string, { rows, attributes }: DataSet): { fingerprint: string; classes: number } | string {
  try {
    const bytes = readFileSync(file);
    const data = parsed(file, bytes);
    if (data.rows !== rows || data.attributes.length !== attributes) return `has ${data.rows} rows and ${data.attributes.length} attributes`;
    return { fingerprint: createHash('sha256').update(bytes).digest('hex').slice(0, 16), classes: data.classes.length };
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}

/** ARFF files of a folder, in the order of their names. */
function arffFiles(folder: string, depth = DEPTH): string[] {
  let entries: { name: string; isDirectory(): boolean }[];
  try {
    entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (depth < DEPTH) return [];
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'it does not exist' : code === 'ENOTDIR' ? 'it is no folder' : (error as Error).message;
    throw new FairbitsError('file', `--data ${folder}: ${why}; expected a folder with ARFF files`, {
      file: folder,
      found: why,
      expected: 'a folder with ARFF files',
    });
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 ? arffFiles(path, depth - 1) : [];
    return ENDING.test(entry.name) ? [path] : [];
  });
}
