import type { SlicesJSON } from '../src/files.js';
import { shellQuoted } from '../src/parts.js';
import type { App } from './app.js';

/** What one would type to get the report that the page makes: the same files, the same settings. */
export function commandLine(app: App): string {
  const { learners } = app;
  return typed(app, learners.length > 1 ? 'compare' : 'score', learners);
}

/** The slices of one of the learners. */
export function slicesCommandLine(app: App, learner: number, { by }: SlicesJSON, bins: number): string {
  const single = by.filter(({ kind }) => kind !== 'pairs').map(({ column }) => (column.includes(',') ? `"${column}"` : column));
  return [
    typed(app, 'slices', [app.learners[learner]]),
    '--by',
    shellQuoted(single.join(',')),
    ...(single.length < by.length ? ['--pairs'] : []),
    ...(bins === 10 ? [] : ['--slice-bins', String(bins)]),
  ].join(' ');
}

function typed({ settings, session }: App, command: string, learners: App['learners']): string {
  const { truth, probs, positive, weights, classes, scale, long, prior, cutoff, confidence, renormalize, skip } = settings;
  const npy = session?.looked.some((each) => each.npy) ?? false;
  const option = (name: string, value: string | undefined): string[] => (value ? [name, value] : []);
  const labels = npy ? [...new Set(learners.flatMap((each) => each.labels ?? []))] : [];
  const shares = typeof prior === 'object' ? Object.entries(prior).map(([name, share]) => `${name}=${share}`) : [];
  const args = [
    command,
    ...learners.flatMap(({ files }) => files.map(({ name }) => name)),
    ...(npy ? [] : [...option('--truth', truth), ...option('--probs', probs), ...option('--weights', weights), ...option('--long', long)]),
    ...(scale ? [`--${scale}`] : []),
    ...option('--positive', positive),
    ...labels.flatMap(({ name }) => ['--labels', name]),
    ...(npy ? option('--classes', classes) : []),
    ...option('--prior', typeof prior === 'string' ? prior : shares.join(',')),
    ...option('--cutoff', cutoff),
    ...option('--confidence', confidence === undefined ? undefined : String(confidence)),
    ...(renormalize ? ['--renormalize'] : []),
    ...(skip ? ['--on-error', 'skip'] : []),
  ];
  return ['fairbits', ...args.map(shellQuoted)].join(' ');
}

export function setsCommandLine({ settings: { truth } }: App, file: string, column: string, classes: readonly string[]): string {
  return ['fairbits', 'rules', file, ...(truth ? ['--truth', truth] : []), '--predicted', column, '--classes', classes.join(',')].map(shellQuoted).join(' ');
}
