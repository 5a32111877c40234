import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OtherWorker, scoreFiles as scoreBlobs, serveWorker } from '../../dist/files.js';
import { scoreFiles } from '../../dist/node.js';
import { write } from '../score/cli.js';
import { csvOf, madeRows } from './rows.js';

describe('slices of Files', () => {
  // More than one part, of which others do some.
  const path = write('blobs.csv', csvOf(madeRows(130_000, 5)));
  const by = { columns: ['region', 'age:40', 'day'], pairs: true };

  it.each([0, 2])('are those of the same bytes on disk, with %i other workers', async (others) => {
    const channels = Array.from({ length: others }, () => new MessageChannel());
    for (const { port2 } of channels) serveWorker(port2);
    const workers = channels.map(({ port1 }) => new OtherWorker(port1));
    try {
      const { slices } = await scoreBlobs([new File([readFileSync(path)], 'blobs.csv')], { by, workers });
      const onDisk = await scoreFiles([path], { by, threads: 1 });
      expect(slices?.slices.length).toBeGreaterThan(40);
      expect(slices).toEqual(onDisk.slices);
    } finally {
      for (const { port1, port2 } of channels) {
        port1.close();
        port2.close();
      }
    }
  });
});
