/** Any text; all else stands for one character. */
const STAR = Symbol('*');
type Sign = typeof STAR | ((char: string) => boolean);

function signsOf(part: string): Sign[] {
  const signs: Sign[] = [];
  /** From where on no bracket closes. */
  let closed = part.length;
  for (let at = 0; at < part.length; at++) {
    const char = part[at];
    if (char === '[' && at < closed) {
      const from = at + (part[at + 1] === '!' ? 2 : 1);
      let to = from;
      while (to < part.length && part[to] !== ']') to += part[to] === '\\' ? 2 : 1;
      if (to >= part.length) closed = at;
      else if (to > from) {
        signs.push(setSign(part.slice(from, to), from > at + 1));
        at = to;
        continue;
      }
    }
    signs.push(char === '*' ? STAR : char === '?' ? () => true : (other) => other === char);
  }
  return signs;
}

/** One of some characters, or none of them. */
function setSign(set: string, not: boolean): Sign {
  try {
    const pattern = new RegExp(`^[${not ? '^' : ''}${set.replace(/[[\]^\\]/g, '\\$&')}]$`, 's');
    return (char) => pattern.test(char);
  } catch {
    // From a later letter to an earlier one lies nothing.
    return () => not;
  }
}

/**
 * What tells whether a name fits a part of a path with *, ? and [a-c]. Where something does not fit, the last star takes one character more: a star
 * before it need never be tried again, so the work is no more than the lengths of both multiplied.
 */
export function partMatcher(part: string): (name: string) => boolean {
  const signs = signsOf(part);
  return (name) => {
    let at = 0;
    let sign = 0;
    let star = -1;
    let taken = 0;
    while (at < name.length) {
      const wanted = signs[sign];
      if (wanted === STAR) {
        star = sign++;
        taken = at;
      } else if (wanted?.(name[at])) {
        at++;
        sign++;
      } else if (star >= 0) {
        at = ++taken;
        sign = star + 1;
      } else return false;
    }
    while (signs[sign] === STAR) sign++;
    return sign === signs.length;
  };
}
