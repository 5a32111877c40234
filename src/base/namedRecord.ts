/** A record whose keys are names from files or options: nothing is in it by nature, so that a class may be called constructor or __proto__. */
export function namedRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}
