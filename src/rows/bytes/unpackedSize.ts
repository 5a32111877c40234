import { FairbitsError } from '../../base/errors.js';

/** What a gzipped file may take where all of it has to be kept: so much in any case, and so much for each byte it is packed in. */
const MOST = 2 ** 28;
const MOST_TO_BYTE = 128;

/** That so many bytes, unpacked so far from so many, are not more than are kept. Text flows by and may be of any length. */
export function checkKept(name: string, packed: number, unpacked: number): void {
  if (unpacked <= MOST + packed * MOST_TO_BYTE) return;
  throw new FairbitsError(
    'file',
    `${name} unpacks to more than ${MOST_TO_BYTE} times its size and ${MOST} bytes, and a file of this format has to be kept: expected less. Unpack it first, with gunzip.`,
    { file: name, found: `${unpacked} bytes`, expected: 'a file that unpacks to less' },
  );
}
