/** What the page calls the settings that the command line has options for. */
const NAMES: Record<string, string> = {
  truth: '“True classes”',
  probs: '“Estimates”',
  positive: '“Positive class”',
  weights: '“Weights”',
  classes: '“Classes”',
  predicted: '“Sets of classes”',
  cutoff: '“Cutoff”',
  confidence: '“Confidence”',
  renormalize: '“divide rows by their sums”',
  class: '“Class”',
  percent: '“Estimates are: percentages”',
  logits: '“Estimates are: logits”',
  long: '“Long rows”',
  'on-error': '“skip bad rows”',
};

/** What is said in other words here, where there are no options to type. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // Asides such as (--truth says otherwise), and commands that print more.
  [/ \((?:--[\w-]+)(?: [^)]*)?\)/g, ''],
  [/; (?:give|or) more --memory/g, ''],
  [/, or more --memory/g, ''],
  [/; fairbits [^;.]*--[^;.]*/g, ''],
  [/needs --positive CLASS to say/g, 'needs a “Positive class” in Columns and settings, to say'],
  [/expected --labels LABELS\.npy, once for each file/g, 'expected an array of labels to be chosen together with it'],
  [/Set a larger tolerance, or have rows divided by their sums, and counted\./g, 'Columns and settings can have rows divided by their sums, and counted.'],
  [/Say which with (--[\w-]+)\./g, 'Say which in Columns and settings: $1.'],
  [/Check (--[^.]*)\./g, 'Check $1 in Columns and settings.'],
];

/** A message of the library in the page's words: settings are named as the page names them, and nothing is to be typed. */
export function pageWords(message: string): string {
  let text = message;
  for (const [found, said] of PHRASES) text = text.replace(found, said);
  text = text.replace(/--([a-z-]+)(?: [A-Z]+\b)?/g, (option, name: string) => NAMES[name] ?? option);
  if (!/--[a-z]/.test(text)) return text;
  // What is left speaks of something that the page does not have.
  return text
    .split(/(?<=[.!?]) (?=[A-Z])/)
    .filter((sentence) => !/--[a-z]/.test(sentence))
    .join(' ');
}
