// Where the products of a two-class tally lie. A row's side says what would be predicted:
//   0 only class 0 has ½ or more · 1 only class 1 has
//   2, 3 both have (2: class 0 is modal, 3: class 1 is) · 4, 5 neither has (likewise)
// Sides 2 to 5 are exact ties and rows whose estimates do not quite sum to 1.
// src/slots.ts is the same table for TypeScript.

/** Products of rows given as two columns, of the factor of class i: p where it is the label, 1 − p where it is not. */
// @ts-ignore: decorator
@inline
export function pairSlot(side: i32, label: i32, i: i32): i32 {
  return (((side << 1) | label) << 1) | i;
}

/** Products of rows given as one column, each for even rows and for odd ones. */
// @ts-ignore: decorator
@inline
export function columnSlot(side: i32, label: i32): i32 {
  return 12 + ((side << 1) | label);
}

/** After the 48 products: rows whose truth was called impossible, counted once a row, and rows that tie. */
export function countImpossible(zeros: usize): void {
  store<i32>(zeros + (48 << 2), load<i32>(zeros + (48 << 2)) + 1);
}

/** After the rows of each side and label: that an estimate is exactly 1. */
export function noteOne(counts: usize): void {
  store<i32>(counts, 1, 12 << 2);
}

export function countTie(zeros: usize): void {
  store<i32>(zeros + (49 << 2), load<i32>(zeros + (49 << 2)) + 1);
}
