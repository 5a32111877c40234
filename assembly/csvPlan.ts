// What to do with the columns of a CSV, as src/kernels/csvPlan.ts lays it out: words of 32 bits, then tables whose
// places are told relative to the plan's own.

/**
 * What a column holds, if not an estimate. For an estimate: its place in the row, and in the upper 16 bits how many
 * columns follow that hold the next places, one after the other.
 */
export const SKIPPED: i32 = -1;
export const TRUTH: i32 = -2;
/** From here down: text, of which only the place is kept; −3 is the first such column, −4 the next. */
export const TEXT: i32 = -3;

// @ts-ignore: decorator
@inline
export function delimiterOf(plan: usize): u32 {
  return load<u32>(plan);
}
// @ts-ignore: decorator
@inline
export function quoteOf(plan: usize): u32 {
  return load<u32>(plan, 4);
}
/** 0xffffffff, which is no byte, where lines cannot be comments. */
// @ts-ignore: decorator
@inline
export function commentOf(plan: usize): u32 {
  return load<u32>(plan, 8);
}
/** How many columns a line has. */
// @ts-ignore: decorator
@inline
export function columnsOf(plan: usize): i32 {
  return load<i32>(plan, 12);
}
/** How many estimates a row has. */
// @ts-ignore: decorator
@inline
export function widthOf(plan: usize): i32 {
  return load<i32>(plan, 16);
}
/** The column of the true class; −1 where there is none. */
// @ts-ignore: decorator
@inline
export function truthOf(plan: usize): i32 {
  return load<i32>(plan, 20);
}
/** The length of the longest class name. */
// @ts-ignore: decorator
@inline
export function longestOf(plan: usize): i32 {
  return load<i32>(plan, 24);
}
/** One less than the number of slots for class names. */
// @ts-ignore: decorator
@inline
export function maskOf(plan: usize): i32 {
  return load<i32>(plan, 28);
}
/** The slots: key u64, length i32 (−1: empty), class i32, place of the name i32. */
// @ts-ignore: decorator
@inline
export function slotsOf(plan: usize): usize {
  return plan + load<u32>(plan, 32);
}
/** Room for one more name than the longest, where "" is taken for ". */
// @ts-ignore: decorator
@inline
export function roomOf(plan: usize): usize {
  return plan + load<u32>(plan, 36);
}
// @ts-ignore: decorator
@inline
export function powersOf(plan: usize): usize {
  return plan + load<u32>(plan, 40);
}
/** Where the places of texts go: the start and end of each, two u32 for each column of text, row by row. */
// @ts-ignore: decorator
@inline
export function textsOf(plan: usize): usize {
  return plan + load<u32>(plan, 44);
}
/** How many columns of text there are. */
// @ts-ignore: decorator
@inline
export function textCountOf(plan: usize): i32 {
  return load<i32>(plan, 48);
}
/** What each column is: one i32 for each. */
// @ts-ignore: decorator
@inline
export function kindsOf(plan: usize): usize {
  return plan + 64;
}
