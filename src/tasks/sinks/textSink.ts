import type { RowBlock } from '../../rows/table.js';
import type { Sink, SinkKind } from '../../run/rowWork.js';

/** A part's texts, one array for each column. */
export const textSinks: SinkKind<unknown, unknown, string[][]> = () => () => new TextSink();

class TextSink implements Sink<string[][]> {
  private columns: string[][] = [];

  add({ texts }: RowBlock): void {
    if (this.columns.length === 0) this.columns = texts.map(() => []);
    for (const [i, column] of texts.entries()) for (const text of column) this.columns[i].push(text);
  }

  finish(): string[][] {
    return this.columns;
  }

  free(): void {}
}
