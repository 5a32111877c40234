/** Numbers that gather in one array, which is kept for the next ones: fresh memory is dear to touch. */
export class Gathered {
  private room = new Float64Array(2 ** 16);
  private filled = 0;

  add(values: Float64Array): void {
    const needed = this.filled + values.length;
    if (needed > this.room.length) {
      const more = new Float64Array(2 * needed);
      more.set(this.room);
      this.room = more;
    }
    this.room.set(values, this.filled);
    this.filled = needed;
  }

  /** What has gathered, until the next is added. */
  drain(): Float64Array {
    const all = this.room.subarray(0, this.filled);
    this.filled = 0;
    return all;
  }
}
