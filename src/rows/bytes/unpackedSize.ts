import { FairbitsError } from '../../base/errors.js';

/** What a gzipped file may take where all of it has to be kept: so much in any case, and so much for each byte it is packed in. */
const KEPT_UNPACKED_BYTES = 2 ** 28;
const KEPT_TO_PACKED_BYTE = 128;

/** That so many bytes, unpacked so far from so many, are not more than are kept. Text flows by and may be of any length. */
export function checkKept(name: string, packed: number, unpacked: number, advice = 'Unpack it first, with gunzip.'): void {
  if (unpacked <= KEPT_UNPACKED_BYTES + packed * KEPT_TO_PACKED_BYTE) return;
  throw new FairbitsError(
    'file',
    `${name} unpacks to more than ${KEPT_TO_PACKED_BYTE} times its size and ${KEPT_UNPACKED_BYTES} bytes, and a file of this format has to be kept: expected less. ${advice}`,
    { file: name, found: `${unpacked} bytes`, expected: 'a file that unpacks to less' },
  );
}

/** The same for a file in an archive, which says how long it is: no more than that may come. */
export function checkMember(name: string, size: number, packed: number, came: number): void {
  checkKept(name, packed, Math.max(size, came), 'Save it with np.savez, which does not pack.');
  if (came > size)
    throw new FairbitsError('format', `${name} unpacks to more than the ${size} bytes that the archive says: expected a whole archive. Is it damaged?`, {
      file: name,
      found: `${came} bytes`,
      expected: `${size} bytes`,
    });
}
