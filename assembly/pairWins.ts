// How often numbers are above others, both sorted, without a branch where they differ: nobody can predict which is next. Each step has to wait for the one
// before it, so two places are worked on at a time.

// How far a tie has taken them.
let nextA: u32 = 0;
let nextB: u32 = 0;

/**
 * Twice how often, of all pairs, one of `a` is above one of `b`, ties counting one half: for [i, iEnd) of `a`, among which [j, jEnd) of `b` lie and
 * above all before, and for [p, pEnd) and [q, qEnd) as well. Adds to `below`, for each of `a`, how many of `b` are, unless it is 0.
 * Numbers are not below 0.
 */
export function pairWins(
  a: usize, b: usize, i: u32, iEnd: u32, j: u32, jEnd: u32, p: u32, pEnd: u32, q: u32, qEnd: u32, below: usize,
): f64 {
  const counted = below != 0;
  let wins: u64 = 0;
  for (let safe = steps(i, iEnd, j, jEnd, p, pEnd, q, qEnd); safe > 0; safe = steps(i, iEnd, j, jEnd, p, pEnd, q, qEnd)) {
    // Each step takes one number, so that so many lead to no end.
    for (; safe > 0; safe--) {
      const x = bitsAt(a, i);
      const y = bitsAt(b, j);
      const u = bitsAt(a, p);
      const w = bitsAt(b, q);
      if (x == y || u == w) break;
      const less = u32(y < x);
      const more = u32(w < u);
      const placed = j & (less - 1);
      const put = q & (more - 1);
      wins += <u64>(placed + put) << 1;
      if (counted) {
        count(below, i, placed);
        count(below, p, put);
      }
      j += less;
      i += 1 - less;
      q += more;
      p += 1 - more;
    }
    if (safe == 0) continue;
    if (bitsAt(a, i) == bitsAt(b, j)) {
      wins += tie(a, b, i, iEnd, j, jEnd, below);
      i = nextA;
      j = nextB;
    } else {
      wins += tie(a, b, p, pEnd, q, qEnd, below);
      p = nextA;
      q = nextB;
    }
  }
  return <f64>(wins + alone(a, b, i, iEnd, j, jEnd, below) + alone(a, b, p, pEnd, q, qEnd, below));
}

// @ts-ignore: decorator
@inline
function steps(i: u32, iEnd: u32, j: u32, jEnd: u32, p: u32, pEnd: u32, q: u32, qEnd: u32): u32 {
  return min(min(iEnd - i, jEnd - j), min(pEnd - p, qEnd - q));
}

/** One place alone. */
function alone(a: usize, b: usize, i: u32, iEnd: u32, j: u32, jEnd: u32, below: usize): u64 {
  const counted = below != 0;
  let wins: u64 = 0;
  while (i < iEnd && j < jEnd) {
    const x = bitsAt(a, i);
    const y = bitsAt(b, j);
    if (x == y) {
      wins += tie(a, b, i, iEnd, j, jEnd, below);
      i = nextA;
      j = nextB;
      continue;
    }
    const less = u32(y < x);
    const placed = j & (less - 1);
    wins += <u64>placed << 1;
    if (counted) count(below, i, placed);
    j += less;
    i += 1 - less;
  }
  for (; i < iEnd; i++) {
    wins += <u64>j << 1;
    if (counted) count(below, i, j);
  }
  return wins;
}

/** Those of `a` that are level with some of `b`. */
function tie(a: usize, b: usize, i: u32, iEnd: u32, j: u32, jEnd: u32, below: usize): u64 {
  const x = bitsAt(a, i);
  const first = j;
  let wins: u64 = 0;
  while (j < jEnd && bitsAt(b, j) == x) j++;
  for (; i < iEnd && bitsAt(a, i) == x; i++) {
    wins += <u64>(first + j);
    if (below == 0) continue;
    count(below, i, first);
  }
  nextA = i;
  nextB = j;
  return wins;
}

// @ts-ignore: decorator
@inline
function bitsAt(x: usize, i: u32): u64 {
  return load<u64>(x + ((<usize>i) << 3));
}

// @ts-ignore: decorator
@inline
function count(counts: usize, i: u32, more: u32): void {
  const at = counts + ((<usize>i) << 2);
  store<u32>(at, load<u32>(at) + more);
}
