import type { OptionSpecs } from '../../learners/index.js';
import type { Settings } from '../settings.js';
import type { ChosenLearner, ChosenPlan, DataColumn, LookedData } from './learnJobs.js';

/** How data are learned from, as it was chosen; what was not has a default. */
export interface LearnChoice {
  className: string;
  learners: [ChosenLearner, ChosenLearner];
  plan: ChosenPlan;
  cutoff: string | undefined;
}

export const PLANS: readonly (readonly [string, string])[] = [
  ['10-fold', '10-fold cross-validation'],
  ['10-foldx10', '10-fold cross-validation, 10 times'],
  ['5x2cv', '2-fold cross-validation, 5 times (5×2cv)'],
];

const USUAL = ['j48', 'naive-bayes'];
const MOST_CLASSES = 100;
const CLASS_NAMES = /^(?:class|label|target|y|outcome|truth|diagnosis|species)$/i;

/** The column that is likely to be the class: the last one, unless it cannot be. */
export function likelyClass(columns: readonly DataColumn[]): string {
  const fits = ({ values }: DataColumn): boolean => values !== undefined && values > 1 && values <= MOST_CLASSES;
  const last = columns[columns.length - 1];
  const likely = fits(last) ? last : (columns.find((column) => fits(column) && CLASS_NAMES.test(column.name)) ?? columns.findLast(fits));
  return (likely ?? last).name;
}

/** What the settings say of these data. */
export function choiceOf(settings: Settings, { columns, learners: kinds }: LookedData): LearnChoice {
  const { class: given, learners = '', plan = '10-fold', seed, learnCutoff = 'mml' } = settings;
  const wanted = learners.split(',');
  const options = [settings.options1, settings.options2];
  const chosen = USUAL.map((usual, i): ChosenLearner => {
    const { name, options: specs } =
      kinds.find((kind) => kind.name === wanted[i]) ?? (kinds.find((kind) => kind.name === usual) as LookedData['learners'][number]);
    return { name, kind: name, options: readOptions(options[i], specs) };
  });
  const [a, b] = chosen;
  // Of one kind they are told apart by their options.
  if (a.kind === b.kind) for (const each of chosen) each.name = [each.kind, ...writtenOptions(each)].join(' ');
  return {
    className: given !== undefined && columns.some(({ name }) => name === given) ? given : likelyClass(columns),
    learners: [a, b],
    plan: { plan: PLANS.some(([name]) => name === plan) ? plan : '10-fold', seed: seed !== undefined && /^\d{1,9}$/.test(seed) ? Number(seed) : 1 },
    cutoff: learnCutoff === 'none' ? undefined : 'mml',
  };
}

/** Options as the address has them, name=value with commas between; those that the learner does not have, or that are what it does anyway, are left out. */
function readOptions(text: string | undefined, specs: OptionSpecs): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const part of text?.split(',') ?? []) {
    const [name, value = ''] = part.split('=');
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (!spec) continue;
    const read = typeof spec.default === 'number' ? Number(value) : typeof spec.default === 'boolean' ? value === 'true' : value;
    if (read !== spec.default && !Number.isNaN(read)) values[name] = read;
  }
  return values;
}

/** Options that are not the learner's own defaults, as one would type them. */
export const writtenOptions = ({ options }: ChosenLearner): string[] => Object.entries(options).map(([name, value]) => `${name}=${value}`);
