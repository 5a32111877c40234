/** Walker's alias method, in the form of Vose (1991): one random word draws from any distribution over a few entries. */
export interface AliasTable {
  /** Of 2^53: below it an entry stands for itself, else for its alias. */
  limits: Float64Array;
  aliases: Uint16Array;
}

/** Writes the table of a distribution from an entry on. Probabilities are rounded to 2^-53 of an entry's share. */
export function fillAlias({ limits, aliases }: AliasTable, from: number, p: Float64Array): void {
  const share = p.map((x) => x * p.length);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < p.length; i++) {
    (share[i] < 1 ? small : large).push(i);
    limits[from + i] = 2 ** 53;
    aliases[from + i] = i;
  }
  while (small.length > 0 && large.length > 0) {
    const [a, b] = [small.pop() as number, large.pop() as number];
    limits[from + a] = Math.round(share[a] * 2 ** 53);
    aliases[from + a] = b;
    share[b] -= 1 - share[a];
    (share[b] < 1 ? small : large).push(b);
  }
  // Only rounding leaves something here; an entry without any probability must not be drawn for that.
  const likeliest = p.reduce((best, x, i) => (x > p[best] ? i : best), 0);
  for (const i of small)
    if (p[i] === 0) {
      limits[from + i] = 0;
      aliases[from + i] = likeliest;
    }
}
