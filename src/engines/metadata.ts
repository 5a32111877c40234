import { FairbitsError } from '../base/errors.js';
import type { Cutoff } from '../core/cutoff.js';
import type { ResolvedSpec, StatisticsSpec, TableLayout } from './spec.js';

/** What the metadata of a result begin with. They are written as the part of a URL behind its "?", which every client prints as it is. */
export const MARK = 'fairbits-statistics=1&';
/** And those of histograms. */
export const HISTOGRAMS_MARK = 'fairbits-histograms=1&';

/** Whether a text holds the metadata of a result, of either kind. */
export const isMarked = (text: string): boolean => /fairbits-(?:statistics|histograms)=1/.test(text);

/** What a result must say of itself: its classes, and how rows were treated. */
export function metadataText(spec: ResolvedSpec, sums: 'whole' | 'float', mark = MARK): string {
  const values: [string, string][] = [
    ['layout', spec.single ? 'column' : spec.layout],
    ['sums', sums],
    ...(spec.k === 2 ? ([['positive', spec.classes[spec.positive]]] as [string, string][]) : []),
    ...(spec.cutoff.name === 'none' ? [] : ([['cutoff', spec.cutoff.name]] as [string, string][])),
    ['tolerance', String(spec.tolerance - spec.k * Number.EPSILON)],
    ...(spec.weights === undefined ? [] : ([['weights', spec.weights]] as [string, string][])),
    ...(spec.skipBad ? ([['skip', '1']] as [string, string][]) : []),
    ['table', spec.parquet ?? spec.table.join('.')],
    ['turn', isUniform(spec.turnAt) ? 'uniform' : Array.from(spec.turnAt).join(' ')],
    ...spec.classes.map((name): [string, string] => ['class', name]),
  ];
  return mark + values.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
}

const isUniform = (prior: Float64Array): boolean => prior.every((q) => q === 1 / prior.length);

/** Nothing but letters, digits and a few signs that no client quotes. */
const encoded = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The metadata of two shards may differ by the table's name. */
export const withoutTable = (text: string): string => text.replace(/&table=[^&]*/, '');

/** The spec that a result was made by, as far as it matters for what its numbers mean. */
export function readMetadata(text: string): { spec: StatisticsSpec; sums: 'whole' | 'float' } {
  const found = new URLSearchParams(text.slice(text.indexOf('&') + 1));
  const one = (name: string): string | undefined => found.get(name) ?? undefined;
  const classes = found.getAll('class');
  const layout = one('layout');
  const sums = one('sums');
  const turn = one('turn') ?? 'uniform';
  if (classes.length < 2 || (sums !== 'whole' && sums !== 'float') || !['column', 'wide', 'array', 'long'].includes(layout ?? ''))
    throw new FairbitsError('tally', 'the metadata of this result cannot be read: expected classes, sums and layout. Were they cut short or edited?', {
      found: text.slice(0, 200),
      expected: `${MARK}layout=…&sums=…&class=…&class=…`,
    });
  const positive = one('positive');
  const cutoff = one('cutoff');
  const weights = one('weights');
  return {
    sums,
    spec: {
      table: one('table') ?? '',
      layout: (layout === 'column' ? 'wide' : layout) as TableLayout,
      truth: '',
      probs: layout === 'wide' ? classes.map(() => '') : '',
      ...(layout === 'long' ? { id: '', classColumn: '' } : {}),
      classes,
      ...(positive === undefined ? {} : { positive }),
      ...(cutoff === undefined ? {} : { cutoff: cutoff as Cutoff }),
      ...(weights === undefined ? {} : { weights }),
      tolerance: Number(one('tolerance') ?? NaN),
      skipBad: one('skip') === '1',
      prior: turn === 'uniform' ? 'uniform' : turn.split(' ').map(Number),
    },
  };
}
