import type { Reading } from '../bytes/reading.js';
import type { ArrowBuffers } from './arrowBuffers.js';
import type { FoundMessage } from './arrowFind.js';
import type { Laid } from './arrowLayout.js';
import type { Region } from './arrowMetadata.js';

/** Reads all buffers of columns, and of those inside them, for the library. */
export function* readBuffers(
  buffers: ArrowBuffers,
  message: FoundMessage,
  columns: readonly Laid[],
  codec: number | undefined,
): Reading<(region: Region) => Uint8Array> {
  const held = new Map<Region, Uint8Array>();
  const all = (laid: Laid): Region[] => [...laid.buffers, ...laid.children.flatMap(all)];
  for (const region of columns.flatMap(all)) held.set(region, yield* buffers.whole(yield* buffers.stored(message, region, codec)));
  return (region) => held.get(region) as Uint8Array;
}
