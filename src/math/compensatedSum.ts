/** A running sum with what rounding loses beside it (Neumaier 1974): off by an ulp or so however many terms there are. */
export class CompensatedSum {
  private sum = 0;
  private lost = 0;

  add(x: number): void {
    const next = this.sum + x;
    this.lost += Math.abs(this.sum) >= Math.abs(x) ? this.sum - next + x : x - next + this.sum;
    this.sum = next;
  }

  get value(): number {
    // Beyond the largest number nothing is known of what was lost.
    return Number.isFinite(this.sum) ? this.sum + this.lost : this.sum;
  }
}
