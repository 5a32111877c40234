import { unpackLz4 } from './unpackLz4.js';
import { unpackSnappy } from './unpackSnappy.js';
import { unpackZstd } from './unpackZstd.js';

/** The loops that unpack what columns of files are packed with; the entry for pages leaves them out. */
export const unpack = { unpackZstd, unpackSnappy, unpackLz4 };
