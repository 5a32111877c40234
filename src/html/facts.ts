import { count } from '../base/figures.js';
import type { Report } from '../evaluate/report.js';
import { figure, MAX_LISTED_CLASSES } from '../terminal/table.js';

export { level } from '../terminal/rewardWords.js';

export function classesFact(classes: readonly string[]): readonly [string, string] {
  return ['Classes', `${classes.length}${classes.length <= MAX_LISTED_CLASSES ? `: ${classes.join(', ')}` : ''}`];
}

export function priorFact({ source, values }: Report['prior']): readonly [string, string] {
  const all = Object.entries(values);
  const sources: Record<string, string> = {
    test: 'class frequencies of the test set',
    train: 'class frequencies of the training set',
    uniform: 'all classes equally likely',
    given: 'as given',
  };
  const shown = all.length <= MAX_LISTED_CLASSES ? all.map(([name, q]) => `${name} ${figure(q)}`).join(', ') : `${all.length} values`;
  return ['Prior', `${sources[source] ?? source}: ${shown}`];
}

/** Of several learners each has its own number of estimates that were changed, which its warnings tell. */
export function cutoffFact({ name, low, high, changed }: Report['cutoff'], counted = true): readonly [string, string] {
  return [
    'Cutoff',
    name === 'none'
      ? 'none: estimates are taken as they are'
      : `${name}: estimates held to ${figure(low, 6)} … ${figure(high, 6)}${counted ? `, ${count(changed)} changed` : ''}`,
  ];
}

export const guessFacts = (guesses: readonly string[]): (readonly [string, string])[] => (guesses.length > 0 ? [['Guessed', guesses.join('; ')]] : []);

export const fileName = (path: string): string => path.split(/[\\/]/).pop() || path;
