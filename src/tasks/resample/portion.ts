import type { Engine } from '../../core/engine.js';
import type { Seed } from '../../kernels/plain/random.js';
import { chunksOf, type RowSource } from './rowStore.js';

/** Some replicates of all rows: what a thread does at a time. */
export interface Portion {
  first: number;
  replicates: number;
  seed: Seed;
  /** Rows that do not count once each, and how many are drawn. */
  weighted?: { weights: Float64Array; draws: number };
}

/** One portion; others get their turn between chunks of rows, Ctrl-C among them. */
export async function resamplePortion(engine: Engine, source: RowSource, portion: Portion, heard: (draws: number) => void): Promise<Float64Array[]> {
  const { weighted, ...replicates } = portion;
  const stream = engine.bootstrapStream({ ...replicates, ...weighted, rows: source.rows, columns: source.columns });
  try {
    for (const chunk of chunksOf(source)) {
      stream.add(chunk);
      heard(chunk[0].length * portion.replicates);
      await new Promise((turn) => setImmediate(turn));
    }
    return stream.means();
  } finally {
    stream.free();
  }
}
