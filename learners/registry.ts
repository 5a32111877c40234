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
import { c45rules } from './rules/c45rules.js';
import { foil } from './rules/foil.js';
import { inductDnf } from './rules/inductDnf.js';
import { inductRdr } from './rules/inductRdr.js';
import { c45, j48 } from './trees/c45.js';

/** Every learner there is, in the order of lists. */
export const learnerKinds: readonly LearnerKind[] = [
  zeroR,
  oneR,
  stump,
  naiveBayes,
  naiveBayesM,
  j48,
  c45,
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

/** The learner of a name. */
export function learnerKind(name: string): LearnerKind {
  const kind = learnerKinds.find((other) => other.name === name);
  if (kind) return kind;
  const names = learnerKinds.map((other) => other.name).join(', ');
  throw new FairbitsError('option', `there is no learner "${name}"; expected one of ${names}`, { found: name, expected: names });
}

/** A learner of a dataset's rows, by its name: `Learner<number>`, as `evaluateLearner` takes them. */
export function createLearner(name: string, data: Dataset, options: Readonly<Record<string, unknown>> = {}): DataLearner {
  return learnerOf(learnerKind(name), data, options as never);
}
