/** Every number of a report, by its path, but those that are about the rows that were read. */
export function numbers(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value)
    .filter(([key]) => !['rows', 'weights', 'infiniteRows', 'warnings'].includes(key))
    .flatMap(([key, each]) => numbers(each, `${path}.${key}`));
}
