/** A word of an ARFF line, with where it begins (counted from 1) and whether it was quoted. */
export interface Token {
  text: string;
  column: number;
  quoted: boolean;
}

/** Reads words and signs from one line, from a place on. */
export class ArffTokens {
  constructor(
    readonly line: string,
    public at = 0,
  ) {}

  skipBlanks(): void {
    while (this.at < this.line.length && isBlank(this.line.charCodeAt(this.at))) this.at++;
  }

  /** The next character that is no blank, or an empty string at the end or before a comment. */
  peek(): string {
    this.skipBlanks();
    const character = this.line[this.at] ?? '';
    return character === '%' ? '' : character;
  }

  /** The next word: quoted, or up to one of the signs that end it. A quote that does not end gives undefined. */
  word(ends: string): Token | undefined {
    this.skipBlanks();
    const column = this.at + 1;
    const quote = this.line[this.at];
    if (quote === "'" || quote === '"') {
      let text = '';
      for (this.at++; this.at < this.line.length; this.at++) {
        const character = this.line[this.at];
        if (character === '\\' && this.at + 1 < this.line.length) text += unescaped(this.line[++this.at]);
        else if (character === quote) {
          this.at++;
          return { text, column, quoted: true };
        } else text += character;
      }
      return undefined;
    }
    const start = this.at;
    // A comment begins with a % behind a blank; 50% is a word.
    while (this.at < this.line.length && !ends.includes(this.line[this.at])) {
      if (this.line[this.at] === '%' && (this.at === start || isBlank(this.line.charCodeAt(this.at - 1)))) break;
      this.at++;
    }
    return { text: this.line.slice(start, this.at).trimEnd(), column, quoted: false };
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13;

function unescaped(character: string): string {
  if (character === 'n') return '\n';
  if (character === 't') return '\t';
  return character === 'r' ? '\r' : character;
}
