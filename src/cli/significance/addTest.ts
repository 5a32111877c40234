import type { Command } from 'commander';
import { quotedList } from '../../base/quoted.js';
import { MARKDOWN, number, onError, parseCutoff } from '../options.js';
import type { TestFlags } from './significanceFlags.js';

export function addTest(program: Command): void {
  program
    .command('test')
    .description('test whether a difference between learners is more than chance: from scores per fold or data set, or from predictions')
    .argument(
      '<name>',
      'paired-t, corrected-t, bayesian-t, 5x2cv-t, 5x2cv-f, wilcoxon, friedman, anova-rm (a table of scores); mcnemar, delong, bet (two files of predictions)',
    )
    .argument('[files...]', 'CSV or TSV with a header (also .gz), or - for standard input; predictions may have any format that score reads')
    .option('--columns <names>', 'the columns to use, separated by commas (default: see docs/significance.md)', quotedList)
    .option('--test-train-ratio <r>', 'corrected-t, bayesian-t: size of the test set divided by size of the training set, such as 1/9 for 10 folds', parseRatio)
    .option('--rope <width>', 'bayesian-t: differences up to this size count as practically equal', number('--rope', 0, Number.MAX_VALUE))
    .option('--counts <b,c>', 'mcnemar: instead of files, how many instances only the first learner and only the second got right')
    .option('--control <column>', 'friedman: compare the other learners with this one only')
    .option('--ties <which>', 'wilcoxon: which differences count as equal: exact, or rounding (those that may differ only by rounding)')
    .option('--alternative <side>', 't tests and wilcoxon: two-sided, greater (the first is better) or less (default: two-sided)')
    .option('--truth <column>', 'mcnemar, delong, bet: as in score')
    .option('--probs <columns>', 'mcnemar, delong, bet: as in score')
    .option('--positive <class>', 'mcnemar, delong, bet: as in score; delong: the class that is ranked against the others')
    .option('--cutoff <cutoff>', 'mcnemar, delong, bet: as in score; bounds the log ratios of the bet', parseCutoff)
    .option('--on-error <what>', 'mcnemar, delong, bet: stop at a bad row, or skip it in both files and count it (default: stop)', onError)
    .option('--confidence <share>', 'the confidence of intervals and of the critical difference (default: 0.95)', number('--confidence', 0.000001, 0.999999))
    .option('--markdown', MARKDOWN)
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  fairbits test corrected-t folds.csv --test-train-ratio 1/9\n  fairbits test friedman datasets.csv\n  fairbits test mcnemar --counts 121,59\n  fairbits test bet examples/forecasters/calibrated.csv examples/forecasters/timid.csv',
    )
    // Loaded when it is asked for: scoring, the usual command, needs none of it.
    .action(async (name: string, files: string[], flags: TestFlags) => (await import('./ofTables.js')).test(name, files, flags));
}

/** A number, or a fraction such as 1/9. Whether it makes sense is for the test to say. */
function parseRatio(text: string): number {
  const [above, below, ...rest] = text.split('/').map((part) => (part.trim() === '' ? NaN : Number(part)));
  return rest.length > 0 ? NaN : below === undefined ? above : above / below;
}
