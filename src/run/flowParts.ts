import { Flow, type PostedFlow } from '../rows/bytes/flow.js';
import type { InputFile } from '../rows/bytes/reading.js';
import type { Part, Table } from '../rows/table.js';
import type { ComingParts } from './crew.js';

/** The parts of tables of which some are streams, cut as if they were files. How many there are shows when the streams end. */
export class FlowParts implements ComingParts<Part> {
  readonly shared = true;
  readonly flow: Flow;
  /** The parts of each table that is no stream. */
  private readonly cuts: (readonly Pick<Part, 'from' | 'to'>[] | undefined)[];

  constructor(
    flow: PostedFlow,
    private readonly tables: readonly Table[],
    private readonly files: readonly InputFile[],
    private readonly bytes: number,
  ) {
    this.flow = Flow.from(flow);
    this.cuts = tables.map((table, i) => (this.streamOf(i) === undefined ? table.cut(bytes) : undefined));
  }

  private streamOf(table: number): number | undefined {
    return this.files[this.tables[table].address.file].stream;
  }

  find(index: number): Part | null | undefined {
    let left = index;
    for (const [table, cut] of this.cuts.entries()) {
      if (cut) {
        if (left < cut.length) return { table, ...cut[left] };
        left -= cut.length;
        continue;
      }
      const { rowsAt } = this.tables[table].text as { rowsAt: number };
      if (rowsAt >= this.tables[table].size) continue;
      const { bytes, ended } = this.flow.size(this.streamOf(table) as number);
      const from = rowsAt + left * this.bytes;
      if (from < bytes) return { table, from, to: from + this.bytes };
      if (!ended) return undefined;
      left -= Math.max(0, Math.ceil((bytes - rowsAt) / this.bytes));
    }
    return null;
  }

  async findLater(index: number): Promise<Part | null> {
    for (;;) {
      const seen = this.flow.coming;
      const part = this.find(index);
      if (part !== undefined) return part;
      await this.flow.later(seen);
    }
  }

  /** Keeps this thread waiting until it is known. */
  findNow(index: number): Part | null {
    for (;;) {
      const seen = this.flow.coming;
      const part = this.find(index);
      if (part !== undefined) return part;
      this.flow.wait(seen);
    }
  }

  /** A part is done, and what was read of its stream for it. The next begins with the byte before it. */
  heard({ table, to }: Part): void {
    const stream = this.streamOf(table);
    if (stream !== undefined) this.flow.leave(stream, to - 1);
  }
}
