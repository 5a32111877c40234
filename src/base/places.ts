/** Where each name, or number, stands first, so that to look up all of many takes no more than to read them. */
export function placesByName<T extends string | number>(names: readonly T[]): Map<T, number> {
  const places = new Map<T, number>();
  for (const [i, name] of names.entries()) if (!places.has(name)) places.set(name, i);
  return places;
}
