/** What a visitor chose, as it stands behind the # of the address. Never anything of the data but names of columns and classes. */
export interface Settings {
  prior?: 'uniform' | 'test' | Record<string, number>;
  cutoff?: string;
  confidence?: number;
  truth?: string;
  probs?: string;
  positive?: string;
  /** The column that says how often each row counts. */
  weights?: string;
  /** The column of sets of classes, where it is not the one that looks like it. */
  sets?: string;
  /** NPY: the names of the classes. Sets: all that could have been predicted. */
  classes?: string;
  /** What the estimates are written as, where it is not told by looking at them. */
  scale?: 'percent' | 'logits';
  /** A row to an instance and class: the columns of ids, classes and estimates, with commas between. */
  long?: string;
  renormalize?: boolean;
  skip?: boolean;
  /** Data to learn from: the class, the learners with a comma between, their options (name=value, with commas between), how rows are split, and what holds estimates from 0 and 1. */
  class?: string;
  learners?: string;
  options1?: string;
  options2?: string;
  plan?: string;
  seed?: string;
  learnCutoff?: string;
  /** Several files: learners on one test set, or its parts. */
  as?: 'learners' | 'parts';
  /** cost[actual][predicted] as decide takes it. */
  costs?: string;
  tab?: string;
  theme?: 'light' | 'dark';
}

const TEXTS = [
  'cutoff',
  'truth',
  'probs',
  'positive',
  'weights',
  'sets',
  'classes',
  'long',
  'costs',
  'tab',
  'class',
  'learners',
  'options1',
  'options2',
  'plan',
  'seed',
  'learnCutoff',
] as const;

export function readSettings(hash: string): Settings {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const settings: Settings = {};
  for (const key of TEXTS) {
    const value = given.get(key);
    if (value) settings[key] = value;
  }
  const prior = given.get('prior');
  if (prior === 'uniform' || prior === 'test') settings.prior = prior;
  else if (prior) {
    const values = prior
      .split(',')
      .map((part) => [decodeURIComponent(part.slice(0, part.lastIndexOf(':'))), Number(part.slice(part.lastIndexOf(':') + 1))] as const);
    if (values.every(([name, value]) => name !== '' && value >= 0 && value <= 1)) settings.prior = Object.fromEntries(values);
  }
  const confidence = Number(given.get('confidence'));
  if (confidence > 0 && confidence < 1) settings.confidence = confidence;
  const scale = given.get('scale');
  if (scale === 'percent' || scale === 'logits') settings.scale = scale;
  if (given.get('renormalize') === '1') settings.renormalize = true;
  if (given.get('skip') === '1') settings.skip = true;
  const as = given.get('as');
  if (as === 'learners' || as === 'parts') settings.as = as;
  const theme = given.get('theme');
  if (theme === 'light' || theme === 'dark') settings.theme = theme;
  return settings;
}

export function writeSettings(settings: Settings): string {
  const out = new URLSearchParams();
  for (const key of TEXTS) if (settings[key]) out.set(key, settings[key]);
  const { prior, confidence, scale, renormalize, skip, as, theme } = settings;
  if (typeof prior === 'string') out.set('prior', prior);
  else if (prior)
    out.set(
      'prior',
      Object.entries(prior)
        .map(([name, value]) => `${encodeURIComponent(name)}:${value}`)
        .join(','),
    );
  if (confidence !== undefined) out.set('confidence', String(confidence));
  if (scale) out.set('scale', scale);
  if (renormalize) out.set('renormalize', '1');
  if (skip) out.set('skip', '1');
  if (as) out.set('as', as);
  if (theme) out.set('theme', theme);
  const text = out.toString();
  return text === '' ? '' : `#${text}`;
}
