/** Places in the control block: bytes that have come, bytes that are done with, streams that have ended; whether the rest is of no use. */
const CAME = 0;
const DONE = 1;
const ENDED = 2;
const UNWANTED = 3;
/** Where the first stream begins, and behind it where each next one does, once that is known. */
const BEGINS = 4;

/** Places in the signals, which change whenever bytes came or are done with. */
const COMING = 0;
const LEAVING = 1;

/**
 * Bytes on their way from the thread that reads streams to those that score them, in memory that they share. Streams follow one
 * another; of all that has come only so much is here as fits. One thread writes.
 */
export class Flow {
  private constructor(
    private readonly bytes: Uint8Array,
    private readonly control: BigInt64Array,
    private readonly signals: Int32Array,
  ) {}

  static create(streams: number, capacity: number): Flow {
    const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
    return new Flow(new Uint8Array(shared(capacity)), new BigInt64Array(shared(8 * (BEGINS + streams + 1))), new Int32Array(shared(8)));
  }

  /** What another thread makes the same flow from. */
  get posted(): PostedFlow {
    return { bytes: this.bytes, control: this.control, signals: this.signals };
  }

  static from({ bytes, control, signals }: PostedFlow): Flow {
    return new Flow(bytes, control, signals);
  }

  private get(place: number): number {
    return Number(Atomics.load(this.control, place));
  }

  private set(place: number, value: number, signal: number): void {
    Atomics.store(this.control, place, BigInt(value));
    Atomics.add(this.signals, signal, 1);
    Atomics.notify(this.signals, signal);
  }

  /** Where there is room for bytes that come. Waits until there is some. */
  room(): Uint8Array {
    const { length } = this.bytes;
    const came = this.get(CAME);
    for (;;) {
      const seen = Atomics.load(this.signals, LEAVING);
      const free = this.get(UNWANTED) ? length : length - (came - this.get(DONE));
      const at = came % length;
      if (free > 0) return this.bytes.subarray(at, Math.min(length, at + free));
      Atomics.wait(this.signals, LEAVING, seen);
    }
  }

  /** So many bytes have been put there. */
  wrote(bytes: number): void {
    this.set(CAME, this.get(CAME) + bytes, COMING);
  }

  /** The stream has ended, and the next one begins. */
  end(): void {
    const ended = this.get(ENDED);
    Atomics.store(this.control, BEGINS + ended + 1, BigInt(this.get(CAME)));
    this.set(ENDED, ended + 1, COMING);
  }

  /** How much of a stream has come, and whether that is all. */
  size(stream: number): { bytes: number; ended: boolean } {
    // In this order: what has come while no later stream had begun is this one's.
    const came = this.get(CAME);
    const ended = this.get(ENDED);
    if (ended < stream) return { bytes: 0, ended: false };
    const begin = this.get(BEGINS + stream);
    return ended > stream ? { bytes: this.get(BEGINS + stream + 1) - begin, ended: true } : { bytes: came - begin, ended: false };
  }

  /** Bytes of a stream from a place on: as many as there is room for, or fewer; 0 at its end, undefined while none have come. */
  read(stream: number, into: Uint8Array, at: number): number | undefined {
    const { bytes: size, ended } = this.size(stream);
    if (at >= size) return ended ? 0 : undefined;
    const { length } = this.bytes;
    const from = (this.get(BEGINS + stream) + at) % length;
    const part = this.bytes.subarray(from, from + Math.min(into.length, size - at, length - from));
    into.set(part);
    return part.length;
  }

  /** What lies before a place of a stream is done with. */
  leave(stream: number, before: number): void {
    const { bytes } = this.size(stream);
    this.set(DONE, this.get(BEGINS + stream) + Math.min(before, bytes), LEAVING);
  }

  /** What still comes is of no use to anyone. */
  leaveAll(): void {
    this.set(UNWANTED, 1, LEAVING);
  }

  /** Changes when more has come: to be looked at before looking for that. */
  get coming(): number {
    return Atomics.load(this.signals, COMING);
  }

  /** Waits, as only a thread of its own may, until more has come than when `seen` was looked at. */
  wait(seen: number): void {
    Atomics.wait(this.signals, COMING, seen);
  }

  /** The same, without keeping the thread. */
  async later(seen: number): Promise<void> {
    await (Atomics as unknown as WithWaitAsync).waitAsync(this.signals, COMING, seen).value;
  }
}

/** TypeScript's library for ES2023 lacks it; Node 20 has it. */
interface WithWaitAsync {
  waitAsync(array: Int32Array, index: number, value: number): { value: string | Promise<string> };
}

export interface PostedFlow {
  bytes: Uint8Array;
  control: BigInt64Array;
  signals: Int32Array;
}
