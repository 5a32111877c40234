import { LONGEST_LINE } from '../csv/lines.js';
import { Flow, type PostedFlow } from './flow.js';
import { Inputs } from './inputs.js';
import { type InputFile, type OpenFiles, type OpenOptions, once, type Read, type Request, type Streams } from './reading.js';
import { fromFlow, readNow, readWhenThere } from './readNow.js';

/** Parts of a stream that each thread may have waiting. */
const WAITING = 2;

/** Opens paths, globs and standard input. */
export async function openPaths(names: readonly string[], options: OpenOptions<string> = {}): Promise<OpenFiles> {
  const inputs = await Inputs.open(names, options.labels ?? [], options.once ?? false);
  const { files, labelsFrom } = inputs;
  let flow: PostedFlow | undefined;
  return {
    files,
    labelsFrom,
    read: (reading) => (flow ? diskReader(files, flow, false)(reading) : inputs.feed ? readWhenThere(files, reading, beforeFlow) : readNow(files, reading)),
    get streams(): Streams | undefined {
      const flowing = files.flatMap(({ stream }, i) => (stream === undefined ? [] : [i]));
      if (flowing.length === 0) return undefined;
      return {
        async keep() {
          for (const index of flowing) await inputs.keepStream(index);
        },
        start(rowsAt, partBytes, threads) {
          flow = startFlow(inputs, flowing, rowsAt, partBytes, threads);
          return flow;
        },
        during: (work) => inputs.feed?.during(work) ?? work,
      };
    },
    member: (file, part) => inputs.member(file, part),
    checkUnchanged: () => inputs.checkUnchanged(),
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

/** What reads files on disk and streams; a thread that does nothing else may be kept waiting for these. */
export function diskReader(files: readonly InputFile[], posted: PostedFlow | undefined, mayWait: boolean): Read {
  if (!posted) return (reading) => readNow(files, reading);
  const flow = Flow.from(posted);
  return mayWait ? (reading) => readNow(files, reading, flow) : (reading) => readWhenThere(files, reading, fromFlow(files, flow));
}

/** Lets streams flow to threads, but those without rows. */
function startFlow({ files, feed }: Inputs, flowing: readonly number[], rowsAt: readonly number[], partBytes: number, threads: number): PostedFlow {
  // Parts that are worked on, each with what may lie before the first row; and the longest row that the last of them may end with.
  const longestHead = Math.max(...flowing.map((i) => rowsAt[i]));
  const capacity = (WAITING * threads + 1) * (partBytes + longestHead) + 2 * LONGEST_LINE;
  const wanted = new Set(flowing.filter((i) => rowsAt[i] < files[i].size).map((i) => files[i].stream));
  const without = (feed?.heads ?? []).flatMap((_, i) => (wanted.has(i) ? [] : [i]));
  if (!feed) throw new Error('there is no stream');
  return feed.start(capacity, WAITING * threads * partBytes, without).posted;
}
