/** Words and digits for no and yes. */
const ANSWERS: Readonly<Record<string, 0 | 1>> = { '0': 0, '1': 1, false: 0, true: 1, f: 0, t: 1, no: 0, yes: 1, n: 0, y: 1 };

/** What stands where there is no class. */
const NO_CLASS_WRITTEN = /^(?:|nan|na|n\/a|null|none|<na>|\?|-)$/i;

/** A label without spaces and tabs around it; all else belongs to it, as in the core. */
export function withoutBlanks(label: string): string {
  return label.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
}

/** Whether a label says that there is none. */
export function isMissing(label: string): boolean {
  return NO_CLASS_WRITTEN.test(label.trim());
}

/** The number that a text is, written in any way; undefined where it is none, or too large to be told from its neighbours. */
export function numberIn(text: string): number | undefined {
  if (!/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** 0 for no, 1 for yes, whichever words say so; undefined for anything else. */
export function answerIn(text: string): 0 | 1 | undefined {
  const word = text.trim().toLowerCase();
  if (Object.hasOwn(ANSWERS, word)) return ANSWERS[word];
  const number = numberIn(word);
  return number === 0 || number === 1 ? number : undefined;
}

/**
 * What finds the class that a label names: the one that is written so, blanks aside; else, of 2:b, the second, where that is b; else the one that is the same number (1.0 is 1); else, where
 * the two classes are a no and a yes, the one that says the same (True is 1). −1 where there is none, or more than one.
 */
export function labelMatcher(classes: readonly string[]): (label: string) => number {
  const texts = new Map(classes.map((name, i) => [name, i]));
  const numbers = placesBy(classes.map(numberIn));
  const answers = classes.length === 2 ? placesBy(classes.map(answerIn)) : new Map<number, number>();
  const both = answers.has(0) && answers.has(1);
  return (label) => {
    const text = texts.get(label) ?? texts.get(withoutBlanks(label));
    if (text !== undefined) return text;
    const counted = /^(\d+):(.+)$/s.exec(label);
    if (counted) {
      const place = Number(counted[1]) - 1;
      if (classes[place] === counted[2] || classes[place] === `class ${place + 1}`) return place;
    }
    const number = numberIn(label);
    if (number !== undefined && numbers.has(number)) return numbers.get(number) as number;
    const answer = both ? answerIn(label) : undefined;
    return answer === undefined ? -1 : (answers.get(answer) as number);
  };
}

/** Where each number is; what is there twice is not told from the other. */
function placesBy(numbers: readonly (number | undefined)[]): Map<number, number> {
  const places = new Map<number, number>();
  numbers.forEach((number, i) => {
    if (number !== undefined) places.set(number, places.has(number) ? -1 : i);
  });
  return places;
}
