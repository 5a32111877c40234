import { Flow } from './flow.js';
import type { PlannedFile, Range, ScorePlan } from './plan.js';

/** The ranges of files of which some are streams, cut as if they were files. How many there are shows when the streams end. */
export class FlowRanges {
  readonly flow: Flow;
  private readonly files: readonly PlannedFile[];
  private readonly bytes: number;

  constructor({ files, rangeBytes, flow }: ScorePlan) {
    if (!flow) throw new Error('there is no stream');
    this.flow = Flow.from(flow);
    this.files = files;
    this.bytes = rangeBytes;
  }

  /** The range with a number, counted from 0; null where there is none, undefined while that is not known. */
  find(index: number): Range | null | undefined {
    let left = index;
    for (const [file, { rowsAt, size, stream }] of this.files.entries()) {
      if (rowsAt >= size) continue;
      const { bytes, ended } = stream === undefined ? { bytes: size, ended: true } : this.flow.size(stream);
      const from = rowsAt + left * this.bytes;
      if (from < bytes) return { file, from, to: stream === undefined ? Math.min(from + this.bytes, size) : from + this.bytes };
      if (!ended) return undefined;
      left -= Math.max(0, Math.ceil((bytes - rowsAt) / this.bytes));
    }
    return null;
  }

  /** The same when it is known. */
  async findLater(index: number): Promise<Range | null> {
    for (;;) {
      const seen = this.flow.coming;
      const range = this.find(index);
      if (range !== undefined) return range;
      await this.flow.later(seen);
    }
  }

  /** The same, keeping this thread waiting. */
  findNow(index: number): Range | null {
    for (;;) {
      const seen = this.flow.coming;
      const range = this.find(index);
      if (range !== undefined) return range;
      this.flow.wait(seen);
    }
  }

  /** A range is done, and what was read of its stream for it. The next begins with the byte before it. */
  heard({ file, to }: Range): void {
    const { stream } = this.files[file];
    if (stream !== undefined) this.flow.leave(stream, to - 1);
  }
}
