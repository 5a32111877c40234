import { placesByName } from '../base/places.js';
import { positiveClass } from '../core/treatment.js';
import type { RowsPart } from './ranking/keptRows.js';

/** Rows with an estimate for every class, in a given order. */
export interface WholeRows {
  estimates: Float64Array;
  labels: Uint16Array;
}

/** What turns rows as they were read into whole ones: a single column into two, and classes into another order where one is wanted. */
export function wholeRows(classes: readonly string[], positive: string | undefined, order: readonly string[] = classes): (part: RowsPart) => WholeRows {
  const k = classes.length;
  const of = positiveClass(classes, positive === undefined ? {} : { positive });
  const [inClasses, inOrder] = [placesByName(classes), placesByName(order)];
  const places = order.map((name) => inClasses.get(name) ?? -1);
  const labelOf = Uint16Array.from(classes, (name) => inOrder.get(name) ?? -1);
  const asTheyAre = places.every((place, i) => place === i);
  return ({ estimates, labels, rows }) => {
    const given = estimates as Float64Array;
    const truths = labels as Uint16Array;
    if (given.length === rows * k && asTheyAre) return { estimates: given, labels: truths };
    const column = given.length !== rows * k;
    const whole = new Float64Array(rows * k);
    for (let r = 0, at = 0; r < rows; r++)
      for (let i = 0; i < k; i++, at++) whole[at] = !column ? given[r * k + places[i]] : places[i] === of ? given[r] : 1 - given[r];
    return { estimates: whole, labels: truths.map((label) => labelOf[label]) };
  };
}
