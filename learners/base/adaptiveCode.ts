/** An adaptive code: every symbol's count starts at 1 and rises by 1 each time it is sent. Lengths in bits. */
export class AdaptiveCode {
  private readonly counts: Float64Array;
  private total: number;
  bits = 0;

  constructor(readonly symbols: number) {
    this.counts = new Float64Array(symbols).fill(1);
    this.total = symbols;
  }

  /** Sends one of the symbols; `among` says which could be sent, where not all could. */
  send(symbol: number, among?: (symbol: number) => boolean): void {
    let total = this.total;
    if (among) {
      total = 0;
      for (let s = 0; s < this.symbols; s++) if (among(s)) total += this.counts[s];
    }
    this.bits += Math.log2(total / this.counts[symbol]);
    this.counts[symbol]++;
    this.total++;
  }
}

/** log2 n! of every n up to the largest that was asked for. */
const factorials = [0, 0];

/** log2 n!; 0 below 2. */
export function log2Factorial(n: number): number {
  for (let i = factorials.length; i <= n; i++) factorials.push(factorials[i - 1] + Math.log2(i));
  return factorials[Math.max(0, n)];
}

/** log2 of the binomial coefficient. */
export function log2Choose(n: number, k: number): number {
  return log2Factorial(n) - log2Factorial(k) - log2Factorial(n - k);
}
