import { WEIGHT_RANGE } from '../core/weights.js';
import type { Dialect } from './dialects/dialect.js';
import { added, all, any, flag, type Layer, type SqlColumn } from './layer.js';
import type { ResolvedSpec } from './spec.js';

/** What is wrong with a row, by its status; 0 is a good one. */
export const BAD_KINDS = [
  'good',
  'no true class',
  'an unknown class',
  'a missing estimate',
  'an estimate outside 0 to 1',
  'estimates that do not sum to 1',
  'a bad weight',
] as const;

/** A good row with an estimate that rounding put outside 0 to 1, before it is held to that. */
const ROUGH = -1;

const each = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));

/** How many estimates a row has. */
export const widthOf = ({ single, k }: ResolvedSpec): number => (single ? 1 : k);

/** The status of a row, or ROUGH. A number that is none (NaN) is above 0 and above 1 in some engines, so both ends are asked for. */
export function statusLayer(spec: ResolvedSpec, dialect: Dialect): Layer {
  const { tolerance, single, weights } = spec;
  const width = widthOf(spec);
  const [low, high] = [dialect.number(-tolerance), dialect.number(tolerance)];
  const inside = all(each(width, (i) => `r${i} >= ${low} AND r${i} - 1 <= ${high}`));
  const sum = added(each(width, (i) => `CASE WHEN r${i} < 0 THEN 0 WHEN r${i} > 1 THEN 1 ELSE r${i} END`));
  const [least, most] = WEIGHT_RANGE.map((x) => dialect.number(x));
  const plain = [
    'c >= 0',
    ...each(width, (i) => `r${i} >= 0 AND r${i} <= 1`),
    ...(single || tolerance === Infinity ? [] : [`abs(${added(each(width, (i) => `r${i}`))} - 1) <= ${high}`]),
    ...(weights === undefined ? [] : [`w >= ${least} AND w <= ${most}`]),
  ];
  const cases = [
    // What nearly every row is comes first.
    `WHEN ${all(plain)} THEN 0`,
    'WHEN v = 1 THEN 1',
    'WHEN c < 0 THEN 2',
    `WHEN ${any(each(width, (i) => `r${i} IS NULL`))} THEN 3`,
    `WHEN NOT (${inside}) THEN 4`,
    ...(single || tolerance === Infinity ? [] : [`WHEN NOT (abs(${sum} - 1) <= ${high}) THEN 5`]),
    ...(weights === undefined ? [] : [`WHEN w IS NULL OR NOT (w = 0 OR (w >= ${least} AND w <= ${most})) THEN 6`]),
  ];
  return { keep: [...weightColumn(spec), 'c', ...each(width, (i) => `r${i}`)], columns: [['z', `CASE ${cases.join('\n      ')} ELSE ${ROUGH} END`]] };
}

const weightColumn = ({ weights }: ResolvedSpec): string[] => (weights === undefined ? [] : ['w']);

/** Estimates of good rows, held to the cutoff; those of bad ones are 0. What rounding put outside, and what the cutoff changed, is counted. */
export function heldLayer(spec: ResolvedSpec, dialect: Dialect): Layer {
  const { low, high } = spec.cutoff;
  const width = widthOf(spec);
  const [from, to] = [low, high].map((x) => (Number.isInteger(x) ? String(x) : dialect.number(x)));
  const bad = 'z > 0';
  // Without a cutoff nearly every row is left as it is. Where layers are aliases, all that is said twice is computed twice, and its text becomes long.
  const first = isHeld(spec) || dialect.flat(spec.k) ? (_: number): string => '' : (i: number): string => `WHEN z = 0 THEN r${i} `;
  const held = each(
    width,
    (i): SqlColumn => [`p${i}`, `CASE ${first(i)}WHEN ${bad} THEN 0 WHEN r${i} < ${from} THEN ${from} WHEN r${i} > ${to} THEN ${to} ELSE r${i} END`],
  );
  const beyond = (a: string, b: string): string => added(each(width, (i) => flag(`r${i} < ${a} OR r${i} > ${b}`)));
  const columns: SqlColumn[] = [
    ['s', dialect.larger('z', '0')],
    ['cc', `CASE WHEN ${bad} THEN ${dialect.index(-1)} ELSE c END`],
    ...(spec.weights === undefined ? [] : [['ww', `CASE WHEN ${bad} THEN 0 ELSE w END`] as const]),
    ...held,
    ['outside', `CASE WHEN z >= 0 THEN 0 ELSE ${beyond('0', '1')} END`],
    ...(isHeld(spec) ? [['clamped', `CASE WHEN ${bad} THEN 0 ELSE ${beyond(low > 0 ? from : '0', high < 1 ? to : '1')} END`] as const] : []),
  ];
  return { keep: [], columns };
}

export const isHeld = ({ cutoff: { low, high } }: ResolvedSpec): boolean => low > 0 || high < 1;

/** The value of the true class, of one for each class. */
const atTruth = (values: readonly string[]): string =>
  new Set(values).size === 1
    ? values[0]
    : `CASE ${values.map((value, i) => (i === values.length - 1 ? `ELSE ${value}` : `WHEN cc = ${i} THEN ${value}`)).join(' ')} END`;

/** The largest estimate of a row. */
export function largestEstimate(spec: ResolvedSpec, dialect: Dialect): string {
  if (spec.single) return 'CASE WHEN p0 > 0.5 THEN p0 ELSE 1 - p0 END';
  return inPairs(
    each(spec.k, (i) => `p${i}`),
    dialect.larger,
  );
}

/** The modal class and its estimate; of one column, what is left over counts for the other class. */
export function modalLayer(spec: ResolvedSpec, dialect: Dialect): Layer[] {
  const { k, single, positive } = spec;
  const p = each(widthOf(spec), (i) => `p${i}`);
  const keep = ['s', 'cc', ...(spec.weights === undefined ? [] : ['ww']), ...p];
  const most: SqlColumn = ['mx', largestEstimate(spec, dialect)];
  if (single) return [{ keep, columns: [most, ['mc', `CASE WHEN p0 ${positive === 0 ? '>=' : '>'} 0.5 THEN ${positive} ELSE ${1 - positive} END`]] }];
  const firstOf = `CASE ${p.map((x, i) => (i === k - 1 ? `ELSE ${i}` : `WHEN ${x} = mx THEN ${i}`)).join(' ')} END`;
  return [
    { keep, columns: [most] },
    { keep: [...keep, 'mx'], columns: [['mc', firstOf]] },
  ];
}

/** The factors of a row: p of the true class, 1 − p of the others, which is the sum of the others where p is 1 by rounding. And what is counted of it. */
export function factorLayers(spec: ResolvedSpec, dialect: Dialect): Layer[] {
  const { k, single } = spec;
  const kept = ['s', 'cc', ...(spec.weights === undefined ? [] : ['ww']), 'outside', ...(isHeld(spec) ? ['clamped'] : [])];
  const turn: SqlColumn = ['q', atTruth(Array.from(spec.turnAt, (x) => dialect.number(x)))];
  if (single) return [{ keep: kept, columns: [...ofColumn(spec, dialect), turn] }];
  const p = each(k, (i) => `p${i}`);
  const without = (i: number): string[] => p.filter((_, j) => j !== i);
  const ones = `CASE WHEN ${all(p.map((x) => `${x} < 1`))} THEN 0 ELSE ${added(p.map((x) => flag(`${x} > 0`)))} END`;
  const factor = (i: number, rest: string): SqlColumn => [`f${i}`, `CASE WHEN cc = ${i} THEN p${i} WHEN p${i} = 1 THEN ${rest} ELSE 1 - p${i} END`];
  const loss = added(p.map((x, i) => `CASE WHEN cc = ${i} THEN ${dialect.square(`(1 - ${x})`)} ELSE ${dialect.square(x)} END`));
  const shared: SqlColumn[] = [['o', ones], ['pt', atTruth(p)], ['b', loss], turn];
  if (spec.crossed) return [{ keep: kept, columns: [...modal(k, dialect.flat(k)), ...shared, ...each(k, (i) => factor(i, added(without(i))))] }];
  // Of many classes the largest estimate, and the sum of those below 1, are found first.
  const largest = p.length > 1 ? inPairs(p, dialect.larger) : p[0];
  const below: SqlColumn[] = [
    ['mx', largest],
    ['rest', added(p.map((x) => `CASE WHEN ${x} < 1 THEN ${x} ELSE 0 END`))],
    ['ones', added(p.map((x) => flag(`${x} = 1`)))],
  ];
  const first: SqlColumn = ['m', `CASE ${p.map((x, i) => (i === k - 1 ? `ELSE ${i}` : `WHEN ${x} = mx THEN ${i}`)).join(' ')} END`];
  const tie: SqlColumn = ['tie', flag(`${added(p.map((x) => flag(`${x} = mx`)))} > 1`)];
  return [
    { keep: [...kept, ...p], columns: below },
    { keep: kept, columns: [first, tie, ...shared, ...each(k, (i) => factor(i, 'rest + (ones - 1)'))] },
  ];
}

function inPairs(terms: readonly string[], join: (a: string, b: string) => string): string {
  if (terms.length === 1) return terms[0];
  const half = Math.ceil(terms.length / 2);
  return join(inPairs(terms.slice(0, half), join), inPairs(terms.slice(half), join));
}

/** The modal class, the first of several, and whether there are several; of two classes the side (kernels/slots.ts), which tells Lemma 1 more. */
function modal(k: number, isFlat: boolean): SqlColumn[] {
  if (k === 2)
    return [
      ['m', 'CASE WHEN p0 >= 0.5 THEN CASE WHEN p1 < 0.5 THEN 0 WHEN p1 > p0 THEN 3 ELSE 2 END WHEN p1 >= 0.5 THEN 1 WHEN p1 > p0 THEN 5 ELSE 4 END'],
      ['tie', flag('p0 = p1')],
    ];
  const later = (i: number): number[] => each(k - 1 - i, (j) => i + 1 + j);
  const isFirst = (i: number): string => (i === k - 1 ? 'ELSE' : `WHEN ${all(later(i).map((j) => `p${i} >= p${j}`))} THEN`);
  const isTied = (i: number): string => (i === k - 1 ? '0' : flag(any(later(i).map((j) => `p${i} = p${j}`))));
  // Of few classes it is quicker to ask first whether no two estimates are the same.
  const unequal = k > 4 || isFlat ? '' : `WHEN ${all(each(k, (i) => later(i).map((j) => `p${i} <> p${j}`)).flat())} THEN 0 `;
  // Where an earlier class had as much as all later ones it was taken; so what is left need only be compared with those behind it.
  return [
    ['m', `CASE ${each(k, (i) => `${isFirst(i)} ${i}`).join(' ')} END`],
    ['tie', `CASE ${unequal}${each(k, (i) => `${isFirst(i)} ${isTied(i)}`).join(' ')} END`],
  ];
}

/** One column of P(positive): a row has one factor, what was given to its true class. */
function ofColumn({ positive }: ResolvedSpec, dialect: Dialect): SqlColumn[] {
  const factor = `CASE WHEN cc = ${positive} THEN p0 ELSE 1 - p0 END`;
  return [
    ['m', `CASE WHEN p0 > 0.5 THEN ${positive} WHEN p0 < 0.5 THEN ${1 - positive} ELSE 2 END`],
    ['tie', flag('p0 = 0.5')],
    ['o', `CASE WHEN p0 > 0 AND p0 < 1 THEN 0 ELSE 1 END`],
    ['pt', factor],
    ['f0', factor],
    ['b', `2 * (CASE WHEN cc = ${positive} THEN ${dialect.square('(1 - p0)')} ELSE ${dialect.square('p0')} END)`],
  ];
}

/** The logs. a: 0 where the true class has more than 0, 1 where it has 0, 2 where the bet on the modal class was lost at certainty, too; u: on which side of the prior the truth is. */
export function logLayer(spec: ResolvedSpec, dialect: Dialect): Layer {
  const { single, tolerance, weights } = spec;
  const counts = weights === undefined ? '' : 'ww = 0 OR ';
  const nothing = tolerance >= 1 && !single ? ' OR (cc = 0 AND b = 1)' : '';
  const log = (x: string): string => dialect.ln(`CASE WHEN ${x} > 0 THEN ${x} ELSE 1 END`);
  return {
    keep: ['s', 'cc', ...(weights === undefined ? [] : ['ww']), 'outside', ...(isHeld(spec) ? ['clamped'] : []), 'm', 'tie', 'o', 'b'],
    columns: [
      ['a', `CASE WHEN ${counts}pt > 0 OR s <> 0 THEN 0 WHEN o = 1${nothing} THEN 2 ELSE 1 END`],
      ['u', flag('pt >= q')],
      ['y', `CASE WHEN pt >= q THEN 0 ELSE ${dialect.ln('CASE WHEN pt < 1 THEN 1 - pt ELSE 1 END')} END`],
      ...each(widthOf(spec), (i): SqlColumn => [`x${i}`, log(`f${i}`)]),
    ],
  };
}
