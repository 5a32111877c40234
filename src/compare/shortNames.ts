/** Names of learners without what all of them begin with, up to a separator: "run7_forest" and "run7_boosting" are "forest" and "boosting". */
export function shortNames(names: readonly string[]): Map<string, string> {
  const [first = '', ...others] = names;
  let shared = 0;
  for (let i = 0; i < first.length && others.every((name) => name[i] === first[i]); i++) if (/[\s_.:/\\-]/.test(first[i])) shared = i + 1;
  const short = names.map((name) => name.slice(shared));
  const drops = others.length > 0 && short.every((name) => name !== '');
  return new Map(names.map((name, i) => [name, drops ? short[i] : name]));
}
