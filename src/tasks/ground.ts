import type { Open } from '../rows/bytes/reading.js';
import type { FlowParts } from '../run/flowParts.js';
import type { Hand } from '../run/hand.js';

/** What makes parts of streams; who has none need not load it. */
export type MakeFlowParts = (...of: ConstructorParameters<typeof FlowParts>) => FlowParts;

/** Where a task runs. F is what names a file: a path in Node, in a page the File itself. */
export interface Ground<F> {
  open: Open<F>;
  /** Other threads, for so many bytes of files; how many in all, where someone has asked. */
  hands(bytes: number, asked: number | undefined): Hand[];
  /** Whether rows to rank may be dealt out as they come; a page does without what does that. */
  dealsRows?: true;
  /** Where there can be streams: the parts that come by them. */
  flowParts?: MakeFlowParts;
}
