import { isGzipped } from '../../src/sources/blobAccess.js';

/** A line of a text file; where a quoted field runs on, several. */
export interface TextRecord {
  text: string;
  /** Counted from 1. */
  line: number;
}

/** The lines of a text file, unpacked where it is gzipped, a piece at a time. */
export async function* recordsOf(file: File, quotes: boolean): AsyncGenerator<TextRecord> {
  const bytes = (await isGzipped(file)) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>).getReader();
  let rest = '';
  let line = 1;
  let began = 1;
  let open = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const pieces = (rest + (value ?? '')).split('\n');
      rest = done ? '' : (pieces.pop() as string);
      for (const piece of pieces) {
        const text = open === '' ? piece : `${open}\n${piece}`;
        line++;
        if (quotes && odd(text) && !done) {
          open = text;
          continue;
        }
        open = '';
        yield { text: text.replace(/\r$/, ''), line: began };
        began = line;
      }
      if (done) return;
    }
  } finally {
    void reader.cancel();
  }
}

function odd(text: string): boolean {
  let found = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) found = !found;
  return found;
}
