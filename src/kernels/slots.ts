/**
 * Where the products of a two-class tally lie (assembly/slots.ts is the same table). A row's side says what would be
 * predicted: 0 only class 0 has ½ or more, 1 only class 1 has, 2 and 3 both have, 4 and 5 neither has; of the last
 * four the even ones have class 0 as the modal class, the odd ones class 1, and so have 0 and 1.
 */
export const SIDES = 6;

/** Rows given as two columns: the factor of class i, p where it is the label and 1 − p where it is not. */
export const pairSlot = (side: number, label: number, i: number): number => (side * 2 + label) * 2 + i;

/** Rows given as one column; each has two products, of even and of odd rows. */
export const columnSlot = (side: number, label: number): number => 12 + side * 2 + label;

/** How many products there are, and where in `zeros` the counts of whole rows follow. */
export const BINARY_PRODUCTS = 48;
export const IMPOSSIBLE = 48;
export const TIES = 49;

/** Where in a call's counts, after the rows of each side and label, it says whether an estimate was exactly 1. */
export const ONES = SIDES * 2;

/** The modal class of a side. */
export const modalOfSide = (side: number): number => side & 1;

/** Whether class i has ½ or more. */
export const atLeastHalf = (side: number, i: number): boolean => side === i || side === 2 || side === 3;
