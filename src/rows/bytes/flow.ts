/** Places in the control block: bytes that have come, bytes that are done with, streams that have ended; whether the rest is of no use. */
const CAME = 0;
const DONE = 1;
const ENDED = 2;
const UNWANTED = 3;
/** What had come when somebody last waited for more. */
const AWAITED = 4;
/** Where the first stream begins, and behind it where each next one does, once that is known. */
const BEGINS = 5;

/** Places in the signals, which change whenever bytes came, and whenever more may come. */
const COMING = 0;
const GOING = 1;

/** Bytes that are worth waking somebody for. */
const ENOUGH = 2 ** 17;

/** Bytes that are read at once, at most. */
const MOST_READ = 2 ** 17;

/** Bytes to a block of memory. */
const BLOCK = 2 ** 18;

/**
 * Bytes on their way from the thread that reads streams to those that score them, in memory that they share. Streams follow one
 * another; of all that has come only so much is here as is not done with. One thread writes, and takes the block that was given
 * back last: it is still in the cache. It does not get far ahead, for the same reason, unless somebody waits for more.
 */
export class Flow {
  /** Blocks that are free, and those with what is not done with: for the thread that writes. */
  private readonly free: number[];
  private readonly used: { number: number; block: number }[] = [];
  /** Where bytes are copied to first: for threads that read. */
  private scratch: Uint8Array | undefined;
  /** Bytes that nobody has been told of. */
  private untold = 0;

  private constructor(
    private readonly bytes: Uint8Array,
    /** Which block of memory holds which block of what flows; the numbers come round again. */
    private readonly blocks: Int32Array,
    private readonly control: BigInt64Array,
    private readonly signals: Int32Array,
    private readonly ahead: number,
    private readonly block: number,
  ) {
    this.free = Array.from(blocks.keys()).reverse();
  }

  /** Room for so many bytes, of which so many are used unless more are waited for. */
  static create(streams: number, capacity: number, ahead: number, block = BLOCK): Flow {
    const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
    const blocks = Math.ceil(capacity / block);
    const control = new BigInt64Array(shared(8 * (BEGINS + streams + 1)));
    return new Flow(new Uint8Array(shared(blocks * block)), new Int32Array(shared(4 * blocks)), control, new Int32Array(shared(8)), ahead, block);
  }

  /** What another thread makes the same flow from. */
  get posted(): PostedFlow {
    const { bytes, blocks, control, signals, ahead, block } = this;
    return { bytes, blocks, control, signals, ahead, block };
  }

  static from({ bytes, blocks, control, signals, ahead, block }: PostedFlow): Flow {
    return new Flow(bytes, blocks, control, signals, ahead, block);
  }

  private get(place: number): number {
    return Number(Atomics.load(this.control, place));
  }

  private set(place: number, value: number, signal: number): void {
    Atomics.store(this.control, place, BigInt(value));
    this.signal(signal);
  }

  private signal(signal: number): void {
    Atomics.add(this.signals, signal, 1);
    Atomics.notify(this.signals, signal);
  }

  /** Where there is room for bytes that come. Waits until there is some. */
  room(): Uint8Array {
    const { block: length } = this;
    const came = this.get(CAME);
    const number = Math.floor(came / length);
    const { block } = this.used.at(-1)?.number === number ? (this.used.at(-1) as { block: number }) : this.take(number, came);
    return this.bytes.subarray(block * length + (came % length), (block + 1) * length);
  }

  /** Takes a free block for what comes next. */
  private take(number: number, came: number): { block: number } {
    for (;;) {
      const seen = Atomics.load(this.signals, GOING);
      const done = this.get(UNWANTED) ? came : this.get(DONE);
      while (this.used.length > 0 && (this.used[0].number + 1) * this.block <= done) this.free.push((this.used.shift() as { block: number }).block);
      const wanted = came - done < this.ahead || this.get(AWAITED) >= came;
      if (wanted && this.free.length > 0) {
        const taken = { number, block: this.free.pop() as number };
        this.used.push(taken);
        Atomics.store(this.blocks, number % this.blocks.length, taken.block);
        return taken;
      }
      this.tell();
      Atomics.wait(this.signals, GOING, seen);
    }
  }

  /** So many bytes have been put there. Who waits hears of it when there is enough to work on, or by `tell`. */
  wrote(bytes: number): void {
    const came = this.get(CAME);
    Atomics.store(this.control, CAME, BigInt(came + bytes));
    this.untold += bytes;
    if (this.untold >= ENOUGH) this.tell();
  }

  /** Tells those who wait what has come. */
  tell(): void {
    if (this.untold === 0) return;
    this.untold = 0;
    this.signal(COMING);
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
    const { block: length, blocks } = this;
    const position = this.get(BEGINS + stream) + at;
    const from = Atomics.load(blocks, Math.floor(position / length) % blocks.length) * length + (position % length);
    const got = Math.min(into.length, size - at, length - (position % length), MOST_READ);
    // From memory that is shared V8 copies words only between places that are aligned alike, and else one byte after another.
    const aligned = from - (from % 8);
    this.scratch ??= new Uint8Array(MOST_READ + 8);
    this.scratch.set(this.bytes.subarray(aligned, from + got));
    into.set(this.scratch.subarray(from - aligned, from - aligned + got));
    return got;
  }

  /** What lies before a place of a stream is done with. */
  leave(stream: number, before: number): void {
    const { bytes } = this.size(stream);
    this.set(DONE, this.get(BEGINS + stream) + Math.min(before, bytes), GOING);
  }

  /** What still comes is of no use to anyone. */
  leaveAll(): void {
    this.set(UNWANTED, 1, GOING);
  }

  get unwanted(): boolean {
    return this.get(UNWANTED) === 1;
  }

  /** The stream that comes now, or has come last. */
  get current(): number {
    return this.get(ENDED);
  }

  /** Changes when more has come: to be looked at before looking for that. */
  get coming(): number {
    return Atomics.load(this.signals, COMING);
  }

  /** Waits, as only a thread of its own may, until more has come than when `seen` was looked at. */
  wait(seen: number): void {
    this.set(AWAITED, this.get(CAME), GOING);
    Atomics.wait(this.signals, COMING, seen);
  }

  /** The same, without keeping the thread. */
  async later(seen: number): Promise<void> {
    this.set(AWAITED, this.get(CAME), GOING);
    await (Atomics as unknown as WithWaitAsync).waitAsync(this.signals, COMING, seen).value;
  }
}

/** TypeScript's library for ES2023 lacks it; Node 20 has it. */
interface WithWaitAsync {
  waitAsync(array: Int32Array, index: number, value: number): { value: string | Promise<string> };
}

export interface PostedFlow {
  bytes: Uint8Array;
  blocks: Int32Array;
  control: BigInt64Array;
  signals: Int32Array;
  ahead: number;
  block: number;
}
