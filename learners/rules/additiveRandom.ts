/**
 * The random numbers of C4.5rules: those of the C library's `random()`, which adds numbers 3 and 31 places back (Knuth, vol. 2, §3.2.2), begun as `srandom(seed)` begins.
 */
export class AdditiveRandom {
  private readonly state = new Int32Array(31);
  private at = 3;

  constructor(seed: number) {
    const first = Math.trunc(seed) | 0 || 1;
    this.state[0] = first;
    for (let i = 1; i < 31; i++) {
      const next = (16807 * this.state[i - 1]) % 2147483647;
      this.state[i] = next < 0 ? next + 2147483647 : next;
    }
    for (let i = 0; i < 310; i++) this.next();
  }

  /** From 0 up to 1, 1 left out. */
  uniform(): number {
    return this.next() / 2147483648;
  }

  private next(): number {
    const sum = (this.state[(this.at + 28) % 31] + this.state[this.at]) | 0;
    this.state[this.at] = sum;
    this.at = (this.at + 1) % 31;
    return sum >>> 1;
  }
}
