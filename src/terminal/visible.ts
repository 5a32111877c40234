/** What a terminal obeys instead of showing it: control characters, escape sequences by their first, and signs that turn the direction of text. */
const OBEYED = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

const CONTROL_NAMES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A line of text as any terminal shows it: what it would obey is written out. Text that is so already stays as it is. */
export function visible(line: string): string {
  return line.replace(OBEYED, (character) => CONTROL_NAMES[character] ?? writtenOut(character));
}

/** Lines of text likewise; they stay lines. */
export function visibleLines(text: string): string {
  return text.replace(OBEYED, (character) => (character === '\n' ? character : (CONTROL_NAMES[character] ?? writtenOut(character))));
}

/** JSON likewise, with the same meaning. */
export function visibleJson(json: string): string {
  return json.replace(OBEYED, (character) => (character === '\n' ? character : `\\u${hexadecimal(character, 4)}`));
}

function writtenOut(character: string): string {
  return character < '\u0100' ? `\\x${hexadecimal(character, 2)}` : `\\u${hexadecimal(character, 4)}`;
}

const hexadecimal = (character: string, digits: number): string => character.charCodeAt(0).toString(16).padStart(digits, '0');
