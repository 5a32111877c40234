const NEXT = 0;
const HEARD = 1;
const NEVER = 2 ** 30;

/** Parts that each thread may be ahead of what has been heard. */
export const AHEAD = 2;

/**
 * Who takes which part: a counter in memory that threads share where they can, so that none waits for a message to go on. Nobody
 * gets further ahead of what has been heard than so many parts, or results would pile up where they are slow to write.
 */
export class Claims {
  constructor(
    private readonly count: number,
    private readonly ahead: number,
    readonly shared = new Int32Array(typeof SharedArrayBuffer === 'function' ? new SharedArrayBuffer(8) : new ArrayBuffer(8)),
  ) {}

  /** What another thread makes the same claims from. */
  get posted(): PostedClaims {
    return { count: this.count, ahead: this.ahead, shared: this.shared };
  }

  static from({ count, ahead, shared }: PostedClaims): Claims {
    return new Claims(count, ahead, shared);
  }

  /** The next part, if there is one. */
  take(): number | undefined {
    if (this.over) return undefined;
    const index = Atomics.add(this.shared, NEXT, 1);
    return index < this.count ? index : undefined;
  }

  get over(): boolean {
    return Atomics.load(this.shared, NEXT) >= this.count;
  }

  /** Whether the next part is too far ahead. */
  get tooFar(): boolean {
    return Atomics.load(this.shared, NEXT) >= Atomics.load(this.shared, HEARD) + this.ahead;
  }

  /** Waits, as only a thread of its own may, until a part is not too far ahead. */
  wait(index: number): void {
    for (let heard = Atomics.load(this.shared, HEARD); index >= heard + this.ahead; heard = Atomics.load(this.shared, HEARD))
      Atomics.wait(this.shared, HEARD, heard);
  }

  heard(parts: number): void {
    Atomics.store(this.shared, HEARD, parts);
    Atomics.notify(this.shared, HEARD);
  }

  /** No more claims; nobody waits any more. */
  stop(): void {
    Atomics.store(this.shared, NEXT, this.count);
    this.heard(NEVER);
  }
}

export interface PostedClaims {
  count: number;
  ahead: number;
  shared: Int32Array;
}
