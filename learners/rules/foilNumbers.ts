const single = Math.fround;

/** ln 2, with as many digits as FOIL has. */
const LN2 = 693_147 / 1_000_000;

/** How much longer than the naming of the rows that it explains a clause may be. */
const LONGER = 1.1;

/**
 * FOIL's figures as the program has them: logarithms with an ln 2 of six digits, kept in single precision. Gains tie often, and which literal comes first is then
 * a matter of the last bit, so that any other arithmetic makes other clauses.
 */
export class FoilNumbers {
  private readonly logs: Float64Array;
  private readonly logFactorials: Float32Array;

  constructor(rows: number) {
    this.logs = new Float64Array(rows + 2);
    this.logFactorials = new Float32Array(rows + 1);
    for (let i = 1; i < rows + 2; i++) this.logs[i] = foilLog2(i);
    for (let i = 1; i <= rows; i++) this.logFactorials[i] = this.logFactorials[i - 1] + this.logs[i];
  }

  /** Bits to say of a row that it is positive, where so many of so many are. */
  information(positives: number, total: number): number {
    return single(this.logs[total + 1] - this.logs[positives + 1]);
  }

  /** What is gained by keeping so many positives among so many rows, where each took `before` bits. */
  gain(positives: number, total: number, before: number): number {
    return single(positives * single(before - this.information(positives, total)));
  }

  /** How many negatives may be kept beside the positives if the gain is to be `wanted`. */
  mostNegatives(positives: number, before: number, wanted: number): number {
    return positives <= 0 ? 0 : single((positives + 1) * (Math.exp(LN2 * single(before - single(wanted / positives))) - 1));
  }

  /** Bits that a clause may take if it explains so many of so many rows. */
  allowance(positives: number, total: number): number {
    const { logFactorials } = this;
    const ways = single(single(logFactorials[total] - logFactorials[positives]) - logFactorials[total - positives]);
    return LONGER * (this.logs[total] + ways);
  }
}

export const foilLog2 = (x: number): number => Math.log(x) / LN2;
