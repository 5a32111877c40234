import { FairbitsError } from './errors.js';

/** Every option of a function, by name: a type that has one more does not compile. */
export type OptionNames<O> = Record<keyof O & string, true>;

/** Refuses options that do not exist, naming the nearest that does. */
export function checkOptions<O extends object>(where: string, options: O, names: OptionNames<Required<O>>): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const known = Object.keys(names).sort();
    const near = nearest(name, known);
    const meant = near === undefined ? '' : `, did you mean "${near}"?`;
    throw new FairbitsError(
      'option',
      `${where} has no option "${name}"${meant === '' ? ';' : meant} its options are ${known.join(', ')}`.replace('? its', '? Its'),
      {
        found: name,
        expected: near ?? known.join(', '),
      },
    );
  }
}

/** The name that is fewest letters away, if that is near enough to have been meant. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names.map((other) => ({ other, away: distance(name.toLowerCase(), other.toLowerCase()) })).sort((a, b) => a.away - b.away);
  return best && best.away <= Math.max(1, Math.floor(name.length / 3)) ? best.other : undefined;
}

/** Letters to add, to leave out or to change (Levenshtein 1966). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row[b.length];
}

/** Those of some options that have one of these names, for a function that would refuse the others. */
export function only<O extends object>(options: O, names: OptionNames<O>): O {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(names, name))) as O;
}
