/** Places in two sorted arrays. */
interface MergePlace {
  i: number;
  j: number;
}

/**
 * Where two sorted arrays can be cut, so that all before a cut is below all behind it, in both: from the beginning to the end, about so many numbers from one
 * cut to the next, unless more of them are equal.
 */
export function mergeSteps(a: Float64Array, b: Float64Array, step: number): MergePlace[] {
  const cuts: MergePlace[] = [{ i: 0, j: 0 }];
  for (let done = step; done < a.length + b.length; done += step) {
    // So many of `a` are among the first `done` of both.
    const among = firstMergePlace(Math.max(0, done - b.length), Math.min(done, a.length), (i) => !(a[i] < b[done - i - 1]));
    const next = Math.min(a[among] ?? Infinity, b[done - among] ?? Infinity);
    const [i, j] = [a, b].map((x) => firstMergePlace(0, x.length, (at) => x[at] >= next));
    const last = cuts[cuts.length - 1];
    if (i + j > last.i + last.j) cuts.push({ i, j });
  }
  cuts.push({ i: a.length, j: b.length });
  return cuts;
}

/** The first place in [from, to) where something holds that holds from there on. */
function firstMergePlace(from: number, to: number, holds: (at: number) => boolean): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
