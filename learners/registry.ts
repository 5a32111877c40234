import { FairbitsError } from 'fairbits';
import { type DataLearner, type LearnerKind, learnerOf } from './base/learner.js';
import { oneR } from './baselines/oneR.js';
import { stump } from './baselines/stump.js';
import { zeroR } from './baselines/zeroR.js';
import { aode } from './bayes/aode.js';
import { friedmanTan } from './bayes/friedmanTan.js';
import { naiveBayes } from './bayes/naiveBayes.js';
import { naiveBayesM } from './bayes/naiveBayesM.js';
import { superParentTan } from './bayes/superParentTan.js';
import { adaBoost } from './boosting/adaBoost.js';
import type { Dataset } from './data/dataset.js';
import { mmlGraph } from './mml/mmlGraph.js';
import { mmlTree } from './mml/mmlTree.js';
import { camml } from './network/camml.js';
import { c45 } from './quinlan/c45.js';
import { c50 } from './quinlan/c50.js';
import { c45rules } from './rules/c45rules.js';
import { foil } from './rules/foil.js';
import { inductDnf } from './rules/inductDnf.js';
import { inductRdr } from './rules/inductRdr.js';
import { j48 } from './trees/j48.js';

/**
 * Every learner there is, in the order of lists.
 *
 * @example
 * ```ts
 * import { learnerKinds } from 'fairbits/learners';
 *
 * learnerKinds[0].name; // → 'zeror'
 * learnerKinds.some(({ name }) => name === 'camml'); // → true
 * ```
 */
export const learnerKinds: readonly LearnerKind[] = [
  zeroR,
  oneR,
  stump,
  naiveBayes,
  naiveBayesM,
  j48,
  c45,
  c50,
  adaBoost,
  aode,
  superParentTan,
  friedmanTan,
  camml,
  mmlTree,
  mmlGraph,
  c45rules,
  foil,
  inductDnf,
  inductRdr,
] as unknown as readonly LearnerKind[];

/**
 * The learner of a name.
 *
 * @example
 * ```ts
 * import { learnerKind } from 'fairbits/learners';
 *
 * Object.keys(learnerKind('1r').options); // → [ 'bucket', 'estimates' ]
 * ```
 */
export function learnerKind(name: string): LearnerKind {
  const kind = learnerKinds.find((other) => other.name === name);
  if (kind) return kind;
  const names = learnerKinds.map((other) => other.name).join(', ');
  throw new FairbitsError('option', `there is no learner "${name}"; expected one of ${names}`, { found: name, expected: names });
}

/**
 * A learner of a dataset's rows, by its name: `Learner<number>`, as `evaluateLearner` takes them.
 *
 * @example
 * ```ts
 * import { evaluateLearner, kFold } from 'fairbits';
 * import { allRows, createLearner, readCsv } from 'fairbits/learners';
 *
 * const rows = Array.from({ length: 40 }, (_, i) => `${i % 20},${i % 20 < 10 ? 'no' : 'yes'}`);
 * const data = readCsv(['x,play', ...rows].join('\n'));
 * const { pooled } = await evaluateLearner(createLearner('j48', data), { rows: allRows(data), labels: data.labels, classes: data.classes }, kFold({ folds: 4 }));
 * pooled.measures.accuracy.mean; // → 0.95
 * ```
 */
export function createLearner(name: string, data: Dataset, options: Readonly<Record<string, unknown>> = {}): DataLearner {
  return learnerOf(learnerKind(name), data, options as never);
}
