/** "rows 3, 5", "lines 4, 6", "a.csv:4, b.csv:6". */
export function placesText(places: readonly string[]): string {
  for (const word of ['row ', 'line '])
    if (places.length > 1 && places.every((place) => place.startsWith(word)))
      return `${word.trim()}s ${places.map((place) => place.slice(word.length)).join(', ')}`;
  return places.join(', ');
}
