/** Where two outcomes differ: the path, what was recorded, what came now. */
export function differences(recorded, found, path = '') {
  if (Object.is(recorded, found)) return [];
  const both = [recorded, found].every((value) => typeof value === 'object' && value !== null);
  if (!both || Array.isArray(recorded) !== Array.isArray(found)) return [{ path: path || '(all)', recorded, found }];
  const keys = new Set([...Object.keys(recorded), ...Object.keys(found)]);
  const inside = [...keys].flatMap((key) => differences(recorded[key], found[key], path ? `${path}.${key}` : key));
  // The same, in another order.
  if (inside.length === 0 && !Array.isArray(recorded) && Object.keys(recorded).join() !== Object.keys(found).join())
    return [{ path: `${path} (order of keys)`, recorded: Object.keys(recorded).join(), found: Object.keys(found).join() }];
  return inside;
}

const LONGEST = 160;

/** A value in one line; of long texts the part around the first difference. */
function shown(value, other) {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  if (text.length <= LONGEST) return text;
  const against = JSON.stringify(other) ?? '';
  let at = 0;
  while (at < text.length && text[at] === against[at]) at++;
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + LONGEST)}…`;
}

/** A difference in a line or two. */
export function told({ path, recorded, found }) {
  const off =
    typeof recorded === 'number' && typeof found === 'number' && recorded !== 0
      ? `  (relative ${Math.abs((found - recorded) / recorded).toExponential(1)})`
      : '';
  return `  ${path}: ${shown(recorded, found)} → ${shown(found, recorded)}${off}`;
}
