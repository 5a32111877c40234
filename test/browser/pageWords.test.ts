import { expect, test } from 'vitest';
import { pageWords } from '../../web/ui/pageWords.js';

/** Messages are the library's; a page has no options to type. */
test.each([
  [
    'a.csv:1: no column is called label; the columns are x, y. Say which with --truth.',
    'a.csv:1: no column is called label; the columns are x, y. Say which in Columns and settings: “True classes”.',
  ],
  ['the true class is taken from the column "y" (--truth says otherwise)', 'the true class is taken from the column "y"'],
  ['a.csv:3: "c" is no class. Check --truth and --probs.', 'a.csv:3: "c" is no class. Check “True classes” and “Estimates” in Columns and settings.'],
  [
    'row 2: the estimates sum to 1.4; expected 1 within 0.000001. Set a larger tolerance, or have rows divided by their sums, and counted.',
    'row 2: the estimates sum to 1.4; expected 1 within 0.000001. Columns and settings can have rows divided by their sums, and counted.',
  ],
  [
    'a.csv: one column of estimates, "p", needs --positive CLASS to say whose probability it is',
    'a.csv: one column of estimates, "p", needs a “Positive class” in Columns and settings, to say whose probability it is',
  ],
  ['5000000 rows of 3 classes are too many to be kept and sorted; give more --memory', '5000000 rows of 3 classes are too many to be kept and sorted'],
  ['30 of the 90 points that are drawn; fairbits curves --csv prints them.', '30 of the 90 points that are drawn.'],
  // What speaks of something that the page does not have is left out.
  ['The rows differ. Where a column tells them apart, fairbits compare --id COLUMN brings them together.', 'The rows differ.'],
  ['nothing to say otherwise', 'nothing to say otherwise'],
])('%s', (message, said) => {
  expect(pageWords(message)).toBe(said);
});
