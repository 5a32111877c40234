// Ranking estimates: numbers from 0 to 1 whose sign says whether the row is of the class. They are dealt out to buckets
// by their value, which spreads estimates better than their bits do, and each bucket is sorted as in sort.ts. Then two
// passes over groups of equal estimates. In short steps, with the state between them in memory; src/kernels/wasm.ts
// calls them.

/** The sizes times 2^log, without fraction: monotone, since the product is exact. 1 has a bucket of its own. */
// @ts-ignore: decorator
@inline
function bucket(x: f64, scale: f64): usize {
  return (<usize>(<i32>(abs(x) * scale))) << 2;
}

/** Counts the numbers of each bucket. */
export function rankCount(x: usize, n: i32, scale: f64, counts: usize): void {
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const at = counts + bucket(load<f64>(x), scale);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Deals numbers out to their buckets as the keys of sort.ts; `places` says where the next of each goes, in bytes. */
export function rankDeal(x: usize, n: i32, scale: f64, places: usize, to: usize): void {
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const bits = load<u64>(x);
    const at = places + bucket(load<f64>(x), scale);
    const place = load<u32>(at);
    store<u32>(at, place + 8);
    store<u64>(to + <usize>place, (bits << 1) | (bits >> 63));
  }
}

// The state: the open group's size, positives and negatives, then the positives and negatives below it, then sums.
const SIZE: usize = 0;
const POSITIVES: usize = 8;
const NEGATIVES: usize = 16;
const POSITIVES_BELOW: usize = 24;
const NEGATIVES_BELOW: usize = 32;
const SUM: usize = 40;

/**
 * Goes over sorted numbers and sums up, twice, how many negatives each positive is above, equals counting one half.
 * All are whole numbers, so nothing is rounded below 2^53. The last group is left open.
 */
export function rankWins(x: usize, n: i32, state: usize): void {
  let open = load<f64>(state, SIZE);
  let positives = load<f64>(state, POSITIVES);
  let negatives = load<f64>(state, NEGATIVES);
  let above = load<f64>(state, POSITIVES_BELOW);
  let below = load<f64>(state, NEGATIVES_BELOW);
  let wins = load<f64>(state, SUM);
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const size = abs(load<f64>(x));
    const negative = <f64>(load<u64>(x) >> 63);
    if (size != open) {
      wins += positives * (2 * below + negatives);
      above += positives;
      below += negatives;
      positives = 0;
      negatives = 0;
      open = size;
    }
    positives += 1 - negative;
    negatives += negative;
  }
  store<f64>(state, open, SIZE);
  store<f64>(state, positives, POSITIVES);
  store<f64>(state, negatives, NEGATIVES);
  store<f64>(state, above, POSITIVES_BELOW);
  store<f64>(state, below, NEGATIVES_BELOW);
  store<f64>(state, wins, SUM);
}

/**
 * The second pass, when there are known to be so many positives and negatives and what the area is: the squares of
 * placements about it (DeLong, DeLong & Clarke-Pearson 1988), of positives and of negatives, and the precision at each
 * positive. The last group is left open.
 */
export function rankSpread(x: usize, n: i32, allPositives: f64, allNegatives: f64, area: f64, state: usize): void {
  let open = load<f64>(state, SIZE);
  let positives = load<f64>(state, POSITIVES);
  let negatives = load<f64>(state, NEGATIVES);
  let positivesBelow = load<f64>(state, POSITIVES_BELOW);
  let negativesBelow = load<f64>(state, NEGATIVES_BELOW);
  let ofPositives = load<f64>(state, SUM);
  let ofNegatives = load<f64>(state, SUM + 8);
  let precision = load<f64>(state, SUM + 16);
  const perNegative = 0.5 / allNegatives;
  const perPositive = 0.5 / allPositives;
  for (const end = x + ((<usize>n) << 3); x < end; x += 8) {
    const size = abs(load<f64>(x));
    const negative = <f64>(load<u64>(x) >> 63);
    if (size != open) {
      const placement = (2 * negativesBelow + negatives) * perNegative - area;
      const positivesUp = allPositives - positivesBelow;
      const other = (2 * positivesUp - positives) * perPositive - area;
      ofPositives += positives * (placement * placement);
      ofNegatives += negatives * (other * other);
      precision += positives * (positivesUp / (positivesUp + (allNegatives - negativesBelow)));
      positivesBelow += positives;
      negativesBelow += negatives;
      positives = 0;
      negatives = 0;
      open = size;
    }
    positives += 1 - negative;
    negatives += negative;
  }
  store<f64>(state, open, SIZE);
  store<f64>(state, positives, POSITIVES);
  store<f64>(state, negatives, NEGATIVES);
  store<f64>(state, positivesBelow, POSITIVES_BELOW);
  store<f64>(state, negativesBelow, NEGATIVES_BELOW);
  store<f64>(state, ofPositives, SUM);
  store<f64>(state, ofNegatives, SUM + 8);
  store<f64>(state, precision, SUM + 16);
}
