/** What columns of true classes are called, the likeliest first. */
export const TRUTH_NAMES = ['label', 'truth', 'target', 'class', 'actual', 'y', 'y_true', 'outcome'];

/** And less often, or in other words. */
const MORE_TRUTHS = [
  'labels',
  'true_label',
  'true_labels',
  'true_class',
  'class_label',
  'actual_class',
  'actual_label',
  'actuals',
  'ground_truth',
  'groundtruth',
  'y_test',
  'y_actual',
  'ytrue',
  'targets',
  'gold',
  'gold_label',
  'gt',
  'true',
  'response',
  'obs',
  'observed',
];

/** A name without what people vary: capitals, blanks, points and dashes. */
export function plainName(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** Columns that may hold the true classes by what they are called, the likeliest first. */
export function truthsByName(columns: readonly string[]): number[] {
  const names = columns.map(plainName);
  return [...TRUTH_NAMES, ...MORE_TRUTHS].flatMap((truth) => names.flatMap((name, i) => (name === truth ? [i] : [])));
}

const PREDICTED =
  /^(?:(?:y_)?pred(?:s|icted|iction|ictions)?|(?:y_?)?hat|predicted_(?:class|label|y)|pred_(?:class|label|y)|(?:class|label)_pred(?:icted)?|argmax|top1|error|correct|is_correct|hit)$/;
const NUMBERING =
  /^(?:|unnamed.*|id|ids|.*_id|index|idx|level_0|row|rows|row_?(?:id|number|nr|num|names?)|nr|no|num|number|#|inst#?|instance|sample|case|fold|split|seed|time|date|timestamp|weight|weights|sample_weight)$/;

/** Whether a column holds what was predicted, by its name. */
export const isPrediction = (name: string): boolean => PREDICTED.test(plainName(name));

/** Whether a column may hold true classes, as far as its name goes: it is none of predictions, however these are called. */
export const mayBeTruth = (name: string): boolean => !isPrediction(name) && !/^_?(?:pred(?:icted|iction|ict)?(?:_|$|\()|scored_)/.test(plainName(name));

/** Whether a column tells rows apart or says something else of them, by its name. */
export const isNumbering = (name: string): boolean => NUMBERING.test(plainName(name));

/** What single columns of P(positive) are called, the likeliest first. */
const ALONE = [
  'p',
  'prob',
  'proba',
  'probability',
  'y_prob',
  'y_proba',
  'y_score',
  'score',
  'confidence',
  'probs',
  'probas',
  'y_pred_proba',
  'y_pred_prob',
  'pred_proba',
  'pred_prob',
  'predict_proba',
  'predicted_proba',
  'predicted_prob',
  'predicted_probability',
  'p_hat',
  'phat',
  'p1',
  'y_scores',
  'scores',
  'probability_positive',
  'positive_probability',
  'p_positive',
  'prob_positive',
  'p_pos',
  'prob_pos',
  'output_margin',
  'raw_score',
  'raw_prediction',
  'logit',
  'logits',
  'margin',
  'decision_function',
  'y_hat',
  'yhat',
  'y_pred',
  'prediction',
  'predictions',
  'preds',
  'pred',
  'predicted',
];

/** Columns that may hold P(positive) by what they are called, the likeliest first. */
export function lonesByName(columns: readonly string[]): number[] {
  const names = columns.map(plainName);
  return ALONE.flatMap((alone) => names.flatMap((name, i) => (name === alone ? [i] : [])));
}

/** Columns of estimates that are called alike, and what each is called beside that. */
export interface Family {
  /** p_*, *_prob, P(…). */
  pattern: string;
  indices: number[];
  classes: string[];
}

const WORD_PATTERN =
  'p|pr|prob|probs|proba|probas|probability|probabilities|predict_proba|pred_probas?|pred_probs?|predicted_probs?|predicted_probas?|predicted_probability|predicted_probabilities|y_probs?|y_probas?|y_pred_probas?|y_pred|y_scores?|y_hat|yhat|scores?|conf|confidence|likelihood|posterior|softmax|sigmoid|logits?|log_probs?|log_probas?|logprobs?|pred|preds|prediction|predictions|outputs?|out|vote|votes';
const BEFORE = new RegExp(`^\\.?(${WORD_PATTERN})(?:([_.:\\-/ =]+)(.+)|(\\()(.+)\\)|(\\[)(.+)\\]|(\\d+))$`, 'is');
/** Longer names are not taken apart. */
const MAX_NAME_LENGTH = 256;
/** What every name has that is taken apart. */
const TWO_PARTS = /[_.:\-/ =([%\d]/;
const NUMBERED = /^(class|cls|category|c|k|y)([_.:\- ]*)(\d+)$/i;
const BEHIND = new RegExp(`^(.+?)(?:([_.:\\-/ ]+)(${WORD_PATTERN})|( ?\\()(${WORD_PATTERN})\\)|( ?%))$`, 'is');

/** Columns that are called alike, in the order of their first ones; those that are called as in the examples of every manual come first. */
export function familiesIn(columns: readonly string[]): Family[] {
  const families = new Map<string, Family>();
  const add = (pattern: string, index: number, name: string): void => {
    const family = families.get(pattern.toLowerCase()) ?? { pattern, indices: [], classes: [] };
    families.set(pattern.toLowerCase(), family);
    family.indices.push(index);
    family.classes.push(name);
  };
  const named = new Set(columns);
  columns.forEach((name, i) => {
    // What lies in a list under a key has a name of its own.
    const place = listPlace(name);
    if (place && /[.]/.test(place.list) && named.has(place.list)) return;
    const usual = /^(p_|prob_|proba_)(.+)$/s.exec(name);
    // The others are long, and to prepare them takes longer than a small test set.
    if (usual) {
      add(`${usual[1]}*`, i, usual[2]);
      return;
    }
    if (name.length > MAX_NAME_LENGTH || !TWO_PARTS.test(name)) return;
    const before = BEFORE.exec(name);
    if (before) {
      const [, word, between, after, round, inRound, square, inSquare, digits] = before;
      if (round) add(`${word}(…)`, i, ofClass(inRound));
      else if (square) add(`${word}[…]`, i, inSquare);
      else add(`${word}${between ?? ''}*`, i, after ?? digits);
    } else {
      const numbered = NUMBERED.exec(name);
      if (numbered) add(`${numbered[1]}${numbered[2]}*`, i, numbered[3]);
    }
    const behind = BEHIND.exec(name);
    if (behind) {
      const [, own, between, word, , inRound] = behind;
      add(word ? `*${between}${word}` : inRound ? `* (${inRound})` : '*%', i, own);
    }
  });
  const rank = ({ pattern }: Family): number => (['p_*', 'prob_*', 'proba_*'].includes(pattern) ? ['p_*', 'prob_*', 'proba_*'].indexOf(pattern) : 3);
  for (const family of families.values()) family.classes = withoutEquals(family.classes);
  return [...families.values()].sort((a, b) => rank(a) - rank(b));
}

/** (species=a) and (species=b) are of a and b. */
function withoutEquals(classes: string[]): string[] {
  const parts = classes.map((name) => /^\(?([^=()]*)=\s*(.+?)\)?$/s.exec(name));
  const [first] = parts;
  return first && parts.every((part) => part?.[1] === first[1]) ? parts.map((part) => (part as RegExpExecArray)[2]) : classes;
}

/** P(y = 1) and P(1 | x) are of the class 1. */
function ofClass(text: string): string {
  return (/^(?:y|class|label|c|target)\s*==?\s*(.+)$/is.exec(text)?.[1] ?? text).replace(/\s*\|\s*x\s*$/i, '');
}

/** What names have in common before and behind what differs, up to a sign that ends a word. */
export function withoutCommon(names: readonly string[]): string[] {
  if (names.length < 2) return [...names];
  const shared = (all: readonly string[]): string => {
    let length = 0;
    while (all.every((name) => length < name.length - 1 && name[length] === all[0][length])) length++;
    return all[0].slice(0, length);
  };
  const before = /^.*[_.:\-/ ([=]/s.exec(shared(names))?.[0].length ?? 0;
  const backwards = names.map((name) => [...name].reverse().join(''));
  const behind = /^.*[_.:\-/ )\]=]/s.exec(shared(backwards))?.[0].length ?? 0;
  const bare = names.map((name) => name.slice(before, name.length - behind));
  return bare.every((name) => name.trim() !== '') && new Set(bare).size === names.length ? bare : [...names];
}

/** What a place in a list is called: the list, and which place; undefined for any other name. */
export function listPlace(name: string): { list: string; place: number } | undefined {
  const match = /^(.+)\[(\d+)\]$/s.exec(name);
  return match ? { list: match[1], place: Number(match[2]) } : undefined;
}

/** The columns that are places in lists, list by list, in the order of the places. */
export function listsIn(columns: readonly string[]): Map<string, number[]> {
  const named = new Set(columns);
  const lists = new Map<string, number[]>();
  columns.forEach((name, i) => {
    const found = listPlace(name);
    if (!found || !named.has(found.list)) return;
    const places = lists.get(found.list) ?? [];
    lists.set(found.list, places);
    if (places.length === found.place) places.push(i);
  });
  for (const [list, places] of lists) if (places.length < 2) lists.delete(list);
  return lists;
}
