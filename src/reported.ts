/** A number, or what JSON has no number for; null where there is no value, beside a reason. */
export type Reported = number | 'Infinity' | '-Infinity' | null;

/** A number as JSON can hold it. */
export function reported(value: number): Reported {
  if (value === Infinity) return 'Infinity';
  if (value === -Infinity) return '-Infinity';
  return Number.isNaN(value) ? null : value;
}
