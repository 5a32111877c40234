/** A format of files of predictions. */
export type Format = 'csv' | 'ndjson' | 'json' | 'parquet' | 'arrow' | 'npy' | 'npz';

const ENDINGS: Record<string, Format> = {
  csv: 'csv',
  tsv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
  arrow: 'arrow',
  arrows: 'arrow',
  feather: 'arrow',
  ipc: 'arrow',
  npy: 'npy',
  npz: 'npz',
};

/**
 * The format of a file, by its ending (before .gz); where that says nothing, by its first bytes.
 *
 * @example
 * ```ts
 * import { formatOf } from 'fairbits/files';
 *
 * formatOf('predictions.parquet', new Uint8Array()); // → 'parquet'
 * formatOf('predictions', new TextEncoder().encode('{"label": "a"}')); // → 'ndjson'
 * ```
 */
export function formatOf(name: string, start: Uint8Array): Format {
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1].toLowerCase() ?? '';
  const byName = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  // A list of records is called by either name.
  return byName === undefined || (byName === 'ndjson' && formatOfBytes(start) === 'json') ? formatOfBytes(start) : byName;
}

function formatOfBytes(start: Uint8Array): Format {
  const text = String.fromCharCode(...start.subarray(0, 64));
  if (text.startsWith('PAR1')) return 'parquet';
  if (text.startsWith('ARROW1') || text.startsWith('\xff\xff\xff\xff')) return 'arrow';
  if (text.startsWith('\x93NUMPY')) return 'npy';
  // The first file of a zip has its name from byte 30 on.
  if (text.startsWith('PK\x03\x04') && /^[ -~]*\.npy/.test(text.slice(30))) return 'npz';
  if (/^(?:\xef\xbb\xbf)?\s*(?:\[\s*(?:\{|$)|\{\s*"(?:[^"]*"\s*:\s*\{\s*"0"|columns"\s*:\s*\[|schema"\s*:\s*\{\s*"fields"))/.test(text)) return 'json';
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"/.test(text) ? 'ndjson' : 'csv';
}
