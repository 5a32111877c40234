import { type Batch as ArrowBatch, Column, type DataType, type Field, Type } from '@uwdata/flechette';
import type { Reading } from '../bytes/reading.js';
import type { ArrowBuffers } from './arrowBuffers.js';
import { readBuffers } from './arrowBytes.js';
import { columnOver } from './arrowColumn.js';
import type { FoundMessages } from './arrowFind.js';
import { childrenOf, dictionariesIn, layOut } from './arrowLayout.js';
import { batchMetadata } from './arrowMetadata.js';

/** A dictionary: the messages that are of it, and for each of them which one it begins with, all before being replaced. */
interface Chain {
  type: DataType;
  messages: number[];
  starts: number[];
  /** What was read last, of messages [start, end) of these. */
  held?: { start: number; end: number; batches: ArrowBatch<unknown>[]; column: Column<unknown> };
  /** Whether it is being read: one that needs itself makes no sense. */
  coming: boolean;
}

/** The dictionaries of a file, each read when first needed, and as it is where it is needed. */
export class Dictionaries {
  private readonly chains = new Map<number, Chain>();

  constructor(
    private readonly found: FoundMessages,
    fields: readonly Field[],
    private readonly buffers: ArrowBuffers,
  ) {
    const note = ({ type }: Field): void => {
      if (type.typeId === Type.Dictionary) this.chains.set(type.id, { type: type.dictionary, messages: [], starts: [], coming: false });
      for (const field of childrenOf(type.typeId === Type.Dictionary ? type.dictionary : type)) note(field);
    };
    for (const field of fields) note(field);
    for (const [i, { kind, id, delta }] of found.messages.entries()) {
      const chain = kind === 'dictionary' ? this.chains.get(id) : undefined;
      if (!chain) continue;
      chain.starts.push(delta && chain.starts.length > 0 ? (chain.starts.at(-1) as number) : chain.messages.length);
      chain.messages.push(i);
    }
  }

  /** Reads those that columns refer to, as they are at a message. No more is read at once than up to byte `end`. */
  *load(types: readonly DataType[], at: number, end: number): Reading<(id: number) => Column<unknown>> {
    for (const id of new Set(types.flatMap(dictionariesIn))) yield* this.read(id, at, end);
    return (id) => {
      const held = this.chains.get(id)?.held;
      if (!held) throw new Error(`dictionary ${id} is missing`);
      return held.column;
    };
  }

  private *read(id: number, at: number, upTo: number): Reading<void> {
    const chain = this.chains.get(id);
    // In a file all hold for all of it; in a stream those that have come.
    const end = chain ? (this.found.whole ? chain.messages.length : below(chain.messages, at)) : 0;
    if (!chain || end === 0) throw new Error(`dictionary ${id} is missing`);
    const { type, messages, held } = chain;
    const start = chain.starts[end - 1];
    if (held?.start === start && held.end === end) return;
    if (chain.coming) throw new Error(`dictionary ${id} needs itself`);
    chain.coming = true;
    try {
      const dictionary = yield* this.load([type], at, upTo);
      // What was read already is there; only what adds to it is not.
      const more = held && held.start === start && held.end < end && dictionariesIn(type).length === 0;
      const batches = more ? held.batches : [];
      for (let i = more ? held.end : start; i < end; i++) {
        const message = this.found.messages[messages[i]];
        const metadata = batchMetadata(yield* this.buffers.metadata(message, Math.max(upTo, message.to)));
        const [laid] = layOut([type], metadata);
        batches.push(columnOver(laid, yield* readBuffers(this.buffers, message, [laid], metadata.codec), dictionary));
        this.buffers.release();
      }
      chain.held = { start, end, batches, column: new Column(batches, type) as Column<unknown> };
    } finally {
      chain.coming = false;
    }
  }
}

/** How many of some rising numbers are below another. */
function below(numbers: readonly number[], limit: number): number {
  let low = 0;
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
