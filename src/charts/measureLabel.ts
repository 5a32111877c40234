/** Names of measures that fit on an axis or into a legend; the registry's are for tables, and their ids for code. */
const LABELS: Record<string, string> = {
  bayesianReward: 'Bayesian reward',
  generalizedReward: 'Generalized reward',
  modalReward: 'Modal reward',
  goodReward: 'Good’s reward',
  kononenkoBratko: 'Kononenko & Bratko',
  informationLoss: 'Informational loss',
  logLoss: 'Log loss',
  quadraticLoss: 'Quadratic loss',
  accuracy: 'Accuracy',
  klDivergence: 'KL divergence',
};

export const measureLabel = (id: string): string => LABELS[id] ?? id;

/** The same within a sentence. */
export const measureWords = (id: string): string => measureLabel(id).replace(/^(?!Bayesian|Good|Kononenko|KL)./, (letter) => letter.toLowerCase());
