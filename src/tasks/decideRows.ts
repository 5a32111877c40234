import { wholeRows } from '../columns/wholeRows.js';
import { type Costs, parseCosts, zeroOne } from '../decisions/costs.js';
import { Decider, type Decisions } from '../decisions/decide.js';
import { eachRow } from './eachRow.js';
import type { Ground } from './ground.js';
import type { Scored, ScoreOptions } from './score/options.js';

/** What `decideFiles` can be told: the options of `scoreFiles`, the costs, and the column of amounts. */
export interface DecideOptions<F = string> extends ScoreOptions<F> {
  /** By actual and predicted class, or as they are written; every error costs 1 by default. */
  costs?: string | Costs;
  /** What messages call them. */
  costsFrom?: string;
  /** A column of numbers that each row's costs are multiplied by. */
  amounts?: string;
}

/** What the predictions in files are worth where errors cost differently: exact, in one pass and in memory that does not grow. */
export async function decideRows<F>(
  ground: Ground<F>,
  files: readonly F[],
  options: DecideOptions<F> = {},
): Promise<Decisions & Pick<Scored, 'files' | 'guesses' | 'skipped'>> {
  const { costs, costsFrom = 'the costs', amounts, confidence, ...rest } = options;
  let decider: Decider | undefined;
  let whole: ReturnType<typeof wholeRows>;
  const found = await eachRow(
    ground,
    files,
    rest,
    {
      restart(classes) {
        whole = wholeRows(classes, rest.positive);
        decider = new Decider(classes, typeof costs === 'string' ? parseCosts(costs, classes, costsFrom) : (costs ?? zeroOne(classes.length)));
      },
      add(part) {
        const { estimates, labels } = whole(part);
        decider?.add(estimates, labels, part.weights);
      },
    },
    amounts === undefined ? undefined : { column: amounts, option: '--amounts' },
  );
  return { ...(decider as unknown as Decider).finish(confidence), ...found };
}
