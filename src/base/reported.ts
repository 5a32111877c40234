/** A number, or what JSON has no number for; null where there is no value, beside a reason. */
export type Reported = number | 'Infinity' | '-Infinity' | null;

/** A number as JSON can hold it. */
export function reported(value: number): Reported {
  if (value === Infinity) return 'Infinity';
  if (value === -Infinity) return '-Infinity';
  return Number.isNaN(value) ? null : value;
}

/** A structure of which every number is as JSON can hold it. */
export type ReportedAll<T> = T extends number ? Reported : T extends object ? { [K in keyof T]: ReportedAll<T[K]> } : T;

export function reportedAll<T>(value: T): ReportedAll<T> {
  const all = (each: unknown): unknown => {
    if (typeof each === 'number') return reported(each);
    if (Array.isArray(each)) return each.map(all);
    return each && typeof each === 'object' ? Object.fromEntries(Object.entries(each).map(([key, own]) => [key, all(own)])) : each;
  };
  return all(value) as ReportedAll<T>;
}

/** A reported number as a number again; NaN where there is none. */
export function numberOf(value: Reported | undefined): number {
  return Number(value ?? NaN);
}
