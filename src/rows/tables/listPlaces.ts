/** A column of lists, by its place in the file, and where among the columns the places of its lists begin. It can be posted. */
export interface ListPlaces {
  field: number;
  from: number;
  length: number;
}

/** How long the lists of columns are. */
export type ListLengths = readonly Pick<ListPlaces, 'field' | 'length'>[];

/** Longer lists hold no estimates: there are no more classes than this. */
const LONGEST_LIST = 65534;
/** Places of all lists, at most: how long lists are may be no more than a claim. */
const MOST_LIST_PLACES = 2 ** 20;

/** The columns of a file with those of its lists behind them: probs[0], probs[1]. Lists that are too long for estimates stay as they are. */
export function withPlaces(fields: readonly string[], lists: readonly Pick<ListPlaces, 'field' | 'length'>[]): { columns: string[]; lists: ListPlaces[] } {
  const columns = [...fields];
  const placed = lists.flatMap(({ field, length }) => {
    const from = columns.length;
    if (length > LONGEST_LIST || from - fields.length + length > MOST_LIST_PLACES) return [];
    for (let i = 0; i < length; i++) columns.push(`${fields[field]}[${i}]`);
    return [{ field, from, length }];
  });
  return { columns, lists: placed };
}

/** The list that a column is a place of, and which place; undefined where it is a column of the file. */
export function placeIn(lists: readonly ListPlaces[], column: number): { list: ListPlaces; item: number } | undefined {
  const list = lists.find(({ from, length }) => column >= from && column < from + length);
  return list && { list, item: column - list.from };
}

/** The column of the file that a column lies in. */
export function fieldOf(lists: readonly ListPlaces[], column: number): number {
  return placeIn(lists, column)?.list.field ?? column;
}

/** How many numbers the lists of some rows have: as many as most of them do; undefined where there are no lists of two or more. */
export function usualLength(values: readonly unknown[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values)
    if (Array.isArray(value) && value.length > 1 && value.length <= LONGEST_LIST) counts.set(value.length, (counts.get(value.length) ?? 0) + 1);
  let usual: number | undefined;
  for (const [length, count] of counts) if (usual === undefined || count > (counts.get(usual) as number)) usual = length;
  return usual;
}

/** What a row should hold where its list has another length. */
export function listExpected(length: number): string {
  return `a list of ${length} numbers`;
}
