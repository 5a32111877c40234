import type { Engine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { measures } from '../measures/registry.js';
import { Moments, type MomentsState } from '../moments.js';
import type { Tally, TallyJSON } from '../tally.js';

const FORMAT = 'fairbits-score';
const VERSION = 1;

/** A tally, and the moments of the measures that do not depend on a prior: what parts scored elsewhere can be merged from. */
interface SavedScore {
  format: typeof FORMAT;
  version: number;
  tally: TallyJSON;
  moments: Record<string, Record<keyof MomentsState, unknown>>;
}

export function savedScore({ tally, moments }: { tally: Tally; moments: Moments[] }): string {
  const kept = measures.flatMap(({ id, usesPrior }, i) => (usesPrior ? [] : [[id, moments[i].parts] as const]));
  const saved = { format: FORMAT, version: VERSION, tally: tally.toJSON(), moments: Object.fromEntries(kept) };
  return `${JSON.stringify(saved, (_, value) => (typeof value === 'bigint' ? String(value) : value))}\n`;
}

/** Reads a saved score, or a bare tally. */
export function readSaved(engine: Engine, text: string, file: string): { tally: Tally; moments: Map<string, MomentsState> } {
  let json: SavedScore | TallyJSON;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new FairbitsError('tally', `${file} is no saved tally: ${(error as Error).message}`, { file, expected: 'what fairbits score --save wrote' });
  }
  try {
    if (json?.format !== FORMAT) return { tally: engine.tallyFrom(json as TallyJSON), moments: new Map() };
    const states = Object.entries(json.moments ?? {}).map(
      ([id, state]) =>
        [
          id,
          {
            ...state,
            // What was saved before there were weights has none.
            weight: state.weight === undefined ? BigInt(String(state.rows)) << 256n : BigInt(String(state.weight)),
            sum: BigInt(String(state.sum)),
            within: BigInt(String(state.within)),
            between: BigInt(String(state.between)),
          } as MomentsState,
        ] as const,
    );
    return { tally: engine.tallyFrom(json.tally), moments: new Map(states) };
  } catch (error) {
    throw new FairbitsError('tally', `${file}: ${(error as Error).message}`, { file, expected: 'what fairbits score --save wrote' });
  }
}

/** The moments of several parts, where every part has them. */
export function mergeMoments(engine: Engine, parts: readonly Map<string, MomentsState>[], id: string): Moments | undefined {
  if (!parts.every((part) => part.has(id))) return undefined;
  const all = new Moments(engine.kernels);
  for (const part of parts) all.merge(part.get(id) as MomentsState);
  return all;
}
