/** A pattern as an expression: * for any text, which is captured, ? for a character, [a-c] for one of some, [!a-c] for another. */
export function globPattern(pattern: string): RegExp {
  const source = pattern.replace(/\[(!?)((?:[^\]\\/]|\\.)+)\]|[\s\S]/g, (char, not?: string, set?: string) => {
    if (set !== undefined) return `[${not ? '^' : ''}${set.replace(/[[\]^\\]/g, '\\$&')}]`;
    return char === '*' ? '(.*)' : char === '?' ? '.' : literally(char);
  });
  return new RegExp(`^${source}$`, 's');
}

/** The same with stars alone: all else is as it is written. */
export function starPattern(pattern: string): RegExp {
  return new RegExp(`^${pattern.split('*').map(literally).join('(.*)')}$`, 's');
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
