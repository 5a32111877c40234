const DAY = 864e5;

/** A time in milliseconds since 1970 as ISO 8601 has it, in UTC; a day alone where it is one. Not a date that a calendar has: as a number. */
export function isoTime(milliseconds: number, day: boolean): string {
  const time = new Date(Math.floor(milliseconds));
  if (Number.isNaN(time.getTime())) return String(milliseconds);
  const text = time.toISOString();
  if (day && milliseconds % DAY === 0) return text.slice(0, text.indexOf('T'));
  // What is finer than a millisecond stays: times may tell rows apart.
  const rest = milliseconds - Math.floor(milliseconds);
  return rest > 0 ? `${text.slice(0, -1)}${String(rest.toFixed(6)).slice(2).replace(/0+$/, '')}Z` : text;
}
