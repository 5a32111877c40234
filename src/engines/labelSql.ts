import { FairbitsError } from '../base/errors.js';
import { answerIn, numberIn, withoutBlanks } from '../rows/classOfLabel.js';
import type { Dialect } from './dialects/dialect.js';
import type { ResolvedSpec } from './spec.js';

/** Words for no and yes, as labels say them. */
const ANSWER_WORDS = [
  ['0', 'false', 'f', 'no', 'n'],
  ['1', 'true', 't', 'yes', 'y'],
];

/** A number as it is written without the zeros behind its point. */
const shortest = (name: string): string => (name.includes('.') ? name.replace(/0+$/, '').replace(/\.$/, '') : name);

/**
 * The index of the class that a column names, −1 where it is none: as for files (rows/classOfLabel.ts), blanks around it do not count, 1.0 is 1, and
 * True is 1 where the two classes are a no and a yes. `spellings`: labels that are there and are of a class, too.
 */
export function classOfLabelSql(dialect: Dialect, column: string, classes: readonly string[], spellings: ResolvedSpec['spellings'] = []): string {
  const plain = dialect.text(column);
  const text = dialect.trimmed(plain);
  const names = classes.map(withoutBlanks);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined && names.length <= 1000)
    throw new FairbitsError('class-names', `two classes are called "${twice}", blanks aside: expected different names`, { class: twice, found: twice });
  const entries = [...names.entries(), ...spellings.map(([label, i]): [number, string] => [i, withoutBlanks(label)])];
  const trimmed = cases(dialect, text, entries, numberCases(dialect, text, names, answerCases(dialect, text, names)));
  // What nearly every label is comes first: a name as it is.
  return dialect.compared === undefined ? trimmed : cases(dialect, dialect.compared(plain), entries, trimmed);
}

function cases(dialect: Dialect, operand: string, entries: readonly [index: number, name: string][], otherwise: string | undefined): string {
  const whens = entries.map(([i, name]) => `WHEN ${dialect.literal(name)} THEN ${dialect.index(i)}`).join(' ');
  return `CASE ${operand} ${whens} ELSE ${otherwise ?? dialect.index(-1)} END`;
}

function numberCases(dialect: Dialect, text: string, names: readonly string[], otherwise: string | undefined): string | undefined {
  const numbers = names.map(numberIn);
  const told = [...names.entries()].filter(([i]) => numbers[i] !== undefined && numbers.indexOf(numbers[i]) === numbers.lastIndexOf(numbers[i]));
  if (told.length === 0) return otherwise;
  return cases(
    dialect,
    dialect.withoutZeros(text),
    told.map(([i, name]) => [i, shortest(name)]),
    otherwise,
  );
}

function answerCases(dialect: Dialect, text: string, names: readonly string[]): string | undefined {
  if (names.length !== 2) return undefined;
  const answers = names.map(answerIn);
  if (!answers.includes(0) || !answers.includes(1)) return undefined;
  const words = answers.flatMap((answer, i) => ANSWER_WORDS[answer as 0 | 1].map((word): [number, string] => [i, word]));
  return cases(dialect, dialect.lower(dialect.withoutZeros(text)), words, undefined);
}
