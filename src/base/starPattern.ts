/**
 * A pattern with * for any text, as it is matched against a name: undefined where it does not match, else what the first star stands for, which is
 * as much as it can be. Without a star nothing is captured. Every part between stars is looked for once, from the end on, so nothing is tried again.
 */
export function starMatcher(pattern: string): (name: string) => { captured: string | undefined } | undefined {
  const [first, ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (name) => (name === first ? { captured: undefined } : undefined);
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return undefined;
    let end = name.length - last.length;
    for (let i = others.length - 1; i >= 0; i--) {
      const from = end - others[i].length;
      end = from < first.length ? -1 : name.lastIndexOf(others[i], from);
      if (end < first.length) return undefined;
    }
    return { captured: name.slice(first.length, end) };
  };
}
