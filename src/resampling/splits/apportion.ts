import type { Random } from '../../core/resampling/random.js';

/**
 * How many rows of each class go into each part: class c and part p are due counts[c]·sizes[p]/n rows, and get that
 * number rounded down or up, such that every class is used up and every part has its size. By alternating cycles through
 * the cells that still have a fraction: Cox 1987, "A constructive procedure for unbiased controlled rounding" (JASA 82,
 * 520–524). Unbiased: on average over seeds a cell gets what it is due, so every row is equally likely in every part.
 * Fractions are whole multiples of 1/n: nothing is rounded on the way.
 */
export function apportion(counts: readonly number[], sizes: readonly number[], random: Random): number[][] {
  const n = counts.reduce((a, b) => a + b, 0);
  const due = (count: number, size: number) => BigInt(count) * BigInt(size);
  const table = counts.map((count) => sizes.map((size) => Number(due(count, size) / BigInt(n))));
  const rest = counts.map((count) => sizes.map((size) => Number(due(count, size) % BigInt(n))));
  // The classes with a fraction in each part; those that lost it are taken out when they are met.
  const open = sizes.map((_, p) => [...rest.keys()].filter((c) => rest[c][p] > 0));

  /** Another class with a fraction in part p; there is one, as the fractions of a part make whole rows. */
  const another = (p: number, than: number): number => {
    for (let i = open[p].length - 1; ; i--) {
      const c = open[p][i];
      if (rest[c][p] === 0) open[p].splice(i, 1);
      else if (c !== than) return c;
    }
  };

  for (const first of rest.keys()) {
    while (rest[first].some((fraction) => fraction > 0)) {
      const cycle = findCycle(first, (c, p) => rest[c].findIndex((fraction, i) => i !== p && fraction > 0), another);
      // Every second cell may rise while the others fall by as much, until one is whole; or the other way round.
      const room = (rising: number) => Math.min(...cycle.map(([c, p], i) => (i % 2 === rising ? n - rest[c][p] : rest[c][p])));
      const [up, down] = [room(0), room(1)];
      const change = random.below(up + down) < down ? up : -down;
      for (const [i, [c, p]] of cycle.entries()) {
        rest[c][p] += i % 2 === 0 ? change : -change;
        if (rest[c][p] === n) {
          rest[c][p] = 0;
          table[c][p]++;
        }
      }
    }
  }
  return table;
}

/** Cells that share a part and a class in turn, and come back to where they began. */
function findCycle(
  first: number,
  anotherPart: (c: number, than: number) => number,
  anotherClass: (p: number, than: number) => number,
): [c: number, p: number][] {
  // Goes from class to part to class …; classes[i] and classes[i + 1] meet in parts[i].
  const classes = [first];
  const parts: number[] = [];
  for (;;) {
    const c = classes[classes.length - 1];
    const p = anotherPart(c, parts[parts.length - 1] ?? -1);
    const seenPart = parts.indexOf(p);
    parts.push(p);
    if (seenPart >= 0) return cellsOfWalk(classes, parts, seenPart + 1, true);
    const next = anotherClass(p, c);
    const seenClass = classes.indexOf(next);
    classes.push(next);
    if (seenClass >= 0) return cellsOfWalk(classes, parts, seenClass, false);
  }
}

/** The cells of the walk from classes[from] to its end, two for each class that is passed. */
function cellsOfWalk(classes: number[], parts: number[], from: number, closedInPart: boolean): [number, number][] {
  const found: [number, number][] = [];
  if (closedInPart) for (let i = from; i < classes.length; i++) found.push([classes[i], parts[i - 1]], [classes[i], parts[i]]);
  else for (let i = from; i < parts.length; i++) found.push([classes[i], parts[i]], [classes[i + 1], parts[i]]);
  return found;
}
