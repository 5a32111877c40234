import { FairbitsError } from 'fairbits';
import type { LearnerKind } from '../base/learner.js';
import type { OptionSpecs } from '../base/options.js';
import type { Training } from '../base/training.js';
import { mostFrequent } from '../bayes/friedmanTan.js';
import { type Binned, binnedTraining } from '../data/binned.js';
import { entropyCuts } from '../data/discretise.js';
import { NetworkPredictor } from './networkPredictor.js';
import { NodeCosts } from './nodeCosts.js';
import { searchNetwork } from './search.js';

/** With more nodes the search takes hours: its steps grow with their cube. */
const MOST_NODES = 104;

const OPTIONS = {
  seed: { default: 1, least: 0, most: Number.MAX_SAFE_INTEGER, whole: true, about: 'of the search' },
  effort: { default: 1, least: 1e-6, most: 1000, about: 'steps of the search, as a multiple of what CaMML takes: max(n³, 1000) to a stretch' },
  missing: { default: 'sum', of: ['sum', 'mode'], about: 'missing values to predict from: summed out (up to 4), or the most frequent value' },
} satisfies OptionSpecs;

/** CaMML (Wallace & Korb 1999): the Bayesian network with the shortest message, found by annealing. Numeric attributes in bins by entropy (better encoding), gaps filled with the most frequent value. */
export const camml: LearnerKind<typeof OPTIONS> = {
  name: 'camml',
  about: 'Bayesian network of the shortest message (CaMML)',
  options: OPTIONS,
  fit(training, { seed, effort, missing }) {
    const { binned, codes: all, sizes, modes } = nodesOf(training);
    // The class is the last node.
    const target = sizes.length - 1;
    if (sizes.length > MOST_NODES)
      throw new FairbitsError('columns', `camml: ${target} attributes; expected ${MOST_NODES - 1} at most: leave some out, or take tan-friedman or aode`, {
        found: target,
        expected: `${MOST_NODES - 1} at most`,
      });
    const { network, cost } = searchNetwork(new NodeCosts(all, sizes, training.n), training.random(seed), effort);
    const parents = network.parentLists();
    const predictor = new NetworkPredictor(all, sizes, parents, target, modes, missing === 'sum');
    const name = (node: number) => (node === target ? training.data.className : binned.name(node));
    return {
      predict: (rows) => predictor.predict(binned.codes(rows), rows.length),
      describe: () =>
        [
          'Bayesian network',
          '',
          ...parents.map(
            (list, node) => `${name(node)}: ${list.length === 0 ? 'no parents' : list.map(name).join(', ')} (${network.nodeCost[node].toFixed(6)} nats)`,
          ),
          '',
          `message: ${cost.toFixed(6)} nats`,
        ].join('\n'),
      complexity: () => null,
    };
  },
};

/** The nodes of the network, the class the last of them: what training rows have, gaps filled, how many values there are, and which is the most frequent. */
export function nodesOf(training: Training): { binned: Binned; codes: Int32Array[]; sizes: number[]; modes: number[] } {
  const { binned, codes } = binnedTraining(training, entropyCuts(training, 'better'));
  const modes = codes.map((column, a) => mostFrequent(column, binned.sizes[a]));
  for (const [a, column] of codes.entries()) for (let i = 0; i < column.length; i++) if (column[i] < 0) column[i] = modes[a];
  return {
    binned,
    codes: [...codes, Int32Array.from(training.labels)],
    sizes: [...binned.sizes, training.k],
    modes: [...modes, training.majority],
  };
}
