import { FairbitsError } from '../errors.js';
import { NumberColumn } from '../score/numberColumn.js';
import { type Scored, type ScoreOptions, scoreFiles } from '../score/scoreFiles.js';
import { type WholeRows, wholeRows } from '../score/wholeRows.js';
import { type Costs, parseCosts, zeroOne } from './costs.js';
import { Decider, type Decisions } from './decide.js';

export interface DecideOptions extends ScoreOptions {
  /** By actual and predicted class, or as they are written; every error costs 1 by default. */
  costs?: string | Costs;
  /** What messages call them. */
  costsFrom?: string;
  /** A column of numbers that each row's costs are multiplied by. */
  amounts?: string;
}

/** What the predictions in files are worth where errors cost differently: exact, in one pass and in memory that does not grow. */
export async function decideFiles(files: readonly string[], options: DecideOptions = {}): Promise<Decisions & Pick<Scored, 'files' | 'guesses' | 'skipped'>> {
  const { costs, costsFrom = 'the costs', amounts, confidence, ...rest } = options;
  if (amounts !== undefined && rest.skipBad)
    throw new FairbitsError('option', '--amounts takes every row, so --on-error skip does not go with it: expected files without bad rows', {
      found: '--on-error skip',
      expected: '--on-error stop',
    });
  let decider: Decider | undefined;
  let numbers: NumberColumn | undefined;
  let whole: ReturnType<typeof wholeRows>;
  const decide = async ({ estimates, labels }: WholeRows): Promise<void> =>
    decider?.add(estimates, labels, numbers ? await numbers.take(labels.length) : undefined);
  try {
    const {
      files: read,
      guesses,
      skipped,
    } = await scoreFiles(files, {
      prior: 'uniform',
      ...rest,
      // Calibration is not looked at, so nothing need be kept for it.
      keptBytes: 0,
      rows: {
        async restart(classes) {
          await numbers?.close();
          numbers = amounts === undefined ? undefined : new NumberColumn(files, amounts, '--amounts');
          whole = wholeRows(classes, rest.positive);
          decider = new Decider(classes, typeof costs === 'string' ? parseCosts(costs, classes, costsFrom) : (costs ?? zeroOne(classes.length)));
        },
        add: (part) => decide(whole(part)),
      },
    });
    return { ...(decider as Decider).finish(confidence), files: read, guesses, skipped };
  } finally {
    await numbers?.close();
  }
}
