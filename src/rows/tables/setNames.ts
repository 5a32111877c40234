/** Between the classes of a set that is written as text. */
const SET_DELIMITER = '|';

/** Gives each different set a number: texts such as a|c, lists of classes, or a class alone. Null is no class at all, as an empty cell is. */
export class SetNames {
  readonly names: string[][] = [];
  private readonly codes = new Map<unknown, number>();

  /** The number of a set; −1 where it cannot be one. */
  code(value: unknown): number {
    const key = isArrayOrView(value) ? keyOf(value) : typeof value === 'string' ? `text ${value}` : value;
    if (key === undefined) return -1;
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const set = isArrayOrView(value) ? Array.from(value, String) : writtenSet(value);
    if (!set) return -1;
    this.names.push(set);
    this.codes.set(key, this.names.length - 1);
    return this.names.length - 1;
  }
}

export function isArrayOrView(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

const names = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** The same for the same lists, and for nothing else; undefined where something in a list names no class. */
function keyOf(list: ArrayLike<unknown>): string | undefined {
  const all = Array.from(list);
  return all.every(names) ? `list ${JSON.stringify(all.map(String))}` : undefined;
}

function writtenSet(value: unknown): string[] | undefined {
  if (value === null) return [];
  if (!names(value)) return undefined;
  const text = String(value);
  return text.trim() === '' ? [] : text.split(SET_DELIMITER);
}
