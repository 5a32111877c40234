import { AHEAD } from './claims.js';
import { fileAccess } from './fileAccess.js';
import type { Flow } from './flow.js';
import { Inputs } from './inputs.js';
import { LONGEST_LINE } from './lines.js';
import type { OpenFiles, Reading, Request } from './reading.js';
import { readNow, readWhenThere } from './readNow.js';

/** Files on disk and streams. */
export interface OpenPaths extends OpenFiles {
  /** Lets the streams flow to so many threads, if there are some. Where the rows of each file begin is known then. */
  startFlow(rowsAt: readonly number[], rangeBytes: number, threads: number): Flow | undefined;
  /** Makes files of all streams, where they will be read more than once; says whether there were any. */
  keepStreams(): Promise<boolean>;
  /** Does something with what flows; if that fails to come, this is the error. */
  duringFlow<T>(work: Promise<T>): Promise<T>;
}

/** Paths, globs and standard input. `streams` says that pipes and gzipped text are read once, from front to back, and need not be kept. */
export async function openPaths(names: readonly string[], streams = false): Promise<OpenPaths> {
  const inputs = await Inputs.open(names, streams);
  const { files } = inputs;
  return {
    files,
    read: (reading) => (inputs.feed ? readWhenThere(files, reading, beforeFlow) : readNow(files, reading)),
    access: (index) => fileAccess(files[index]),
    startFlow(rowsAt, rangeBytes, threads) {
      const flowing = files.flatMap(({ stream }, i) => (stream === undefined ? [] : [i]));
      if (flowing.length === 0) return undefined;
      // Ranges that are worked on, each with what may lie before the first row; and the longest row that the last of them may end with.
      const longestHead = Math.max(...flowing.map((i) => rowsAt[i]));
      const capacity = (AHEAD * threads + 1) * (rangeBytes + longestHead) + 2 * LONGEST_LINE;
      const wanted = new Set(flowing.filter((i) => rowsAt[i] < files[i].size).map((i) => files[i].stream));
      return inputs.feed?.start(
        capacity,
        AHEAD * threads * rangeBytes,
        inputs.feed.heads.flatMap((_, i) => (wanted.has(i) ? [] : [i])),
      );
    },
    async keepStreams() {
      const streams = files.flatMap(({ stream }, index) => (stream === undefined ? [] : [index]));
      for (const index of streams) await inputs.keepStream(index);
      return streams.length > 0;
    },
    duringFlow: (work) => inputs.feed?.during(work) ?? work,
    close: () => inputs.close(),
  };

  /** Bytes of a stream that has not been let flow: those it begins with. Who wants more than that reads it twice, so it is kept. */
  function beforeFlow(request: Request): number | Promise<number> {
    const { file, into, at } = request;
    const head = inputs.feed?.heads[files[file].stream as number];
    const part = head?.bytes.subarray(at, at + into.length) ?? new Uint8Array();
    if (part.length === 0 && into.length > 0 && !head?.ended) return inputs.keepStream(file).then(() => readNow(files, once(request)));
    into.set(part);
    return part.length;
  }
}

function* once(request: Request): Reading<number> {
  return yield request;
}
