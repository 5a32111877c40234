import type { Dialect } from './dialects/dialect.js';
import { added, type SqlColumn } from './layer.js';
import { isHeld, widthOf } from './rowLayers.js';
import type { ResolvedSpec } from './spec.js';

/** Whole sums are of multiples of 2⁻⁴³: the square of the least log of a double still fits 63 bits. */
export const SCALE_BITS = 43;

/** What groups are told apart by: status, true class, modal class (or side), how impossible, side of the prior. */
export const KEYS = ['s', 'cc', 'm', 'a', 'u'] as const;

/** What these are called in the result. */
export const KEY_NAMES = { s: 'status', cc: 'truth', m: 'modal', a: 'impossible', u: 'above' } as const;

/** What is summed up of the rows of a group. Counts are whole as they are; the others are multiples of 2⁻⁴³, or doubles. */
export interface Summed {
  counts: SqlColumn[];
  sums: SqlColumn[];
}

export function summed(spec: ResolvedSpec): Summed {
  const { crossed, weights } = spec;
  const width = widthOf(spec);
  const x = Array.from({ length: width }, (_, i) => `x${i}`);
  const weightless = weights === undefined ? '' : 'ww > 0 AND ';
  const counts: SqlColumn[] = [
    ['n', '1'],
    ['ties', weights === undefined ? 'tie' : `CASE WHEN ${weightless}tie = 1 THEN 1 ELSE 0 END`],
    ['ones', 'CASE WHEN o > 1 THEN 1 ELSE 0 END'],
    ['outside', 'outside'],
    ...(isHeld(spec) ? [['clamped', 'clamped'] as const] : []),
    ...(weights === undefined ? [] : [['zero', 'CASE WHEN s = 0 AND ww = 0 THEN 1 ELSE 0 END'] as const]),
  ];
  const logs: SqlColumn[] = crossed
    ? [...x.map((each, i): SqlColumn => [`s${i}`, each]), ...x.flatMap((a, i) => x.slice(i).map((b, j): SqlColumn => [`s${i}_${i + j}`, `${a} * ${b}`]))]
    : both('e', 'e').concat(both('t', 't'), both('d', 'd'), both('g', 'g'));
  const weight: SqlColumn[] =
    weights === undefined
      ? []
      : [
          ['w1', '1'],
          ['w2', 'ww'],
        ];
  return { counts, sums: [...weight, ...logs, ...both('b', 'b'), ...both('y', 'y')] };
}

const both = (name: string, x: string): SqlColumn[] => [
  [`${name}1`, x],
  [`${name}2`, `${x} * ${x}`],
];

/** The names of a result's columns, in their order: clients that print no header are read by it. */
export function resultColumns(spec: ResolvedSpec): string[] {
  const { counts, sums } = summed(spec);
  return ['fairbits', ...KEYS.map((key) => KEY_NAMES[key]), ...[...counts, ...sums].map(([name]) => `n_${name}`), ...(spec.crossed ? [] : ['against'])];
}

/** Whether sums are of doubles: as asked, or because weighted ones might not fit whole numbers of the engine. */
export const takesFloats = ({ floatSums, weights }: ResolvedSpec, { wideSums }: Dialect): boolean => floatSums || (weights !== undefined && !wideSums);

/** The sum of something over the rows of a group, each as often as it counts, as text. */
export function sumSql(spec: ResolvedSpec, dialect: Dialect, x: string): string {
  const times = spec.weights === undefined ? x : x === '1' ? 'ww' : `ww * (${x})`;
  if (takesFloats(spec, dialect)) return dialect.floatText(`SUM(${times})`);
  const scaled = `(${times}) * ${dialect.number(2 ** SCALE_BITS)}`;
  return dialect.sumText(spec.weights === undefined ? dialect.rounded(scaled) : dialect.roundedWide(scaled));
}

/** Of more than 16 classes: the sum, the log of the truth, that of the modal bet, and the generalized reward under the prior; and of every class but the true one, what was lost on it. */
export function manyLayer(spec: ResolvedSpec, dialect: Dialect): SqlColumn[] {
  const x = spec.classes.map((_, i) => `x${i}`);
  const pick = (key: string): string => `CASE ${x.map((each, i) => `WHEN ${key} = ${i} THEN ${each}`).join(' ')} ELSE 0 END`;
  const share = x.map((each, i) => {
    const q = spec.turnAt[i];
    return `CASE WHEN cc = ${i} THEN ${each} * ${inverse(dialect, Math.log(q))} ELSE ${each} * ${inverse(dialect, Math.log1p(-q))} END`;
  });
  return [
    ['e', `(${added(x)}) / ${spec.k}`],
    ['t', pick('cc')],
    ['d', pick('m')],
    ['g', `1 - (${added(share)}) / ${spec.k}`],
  ];
}

/** 1/l; 0 where l is, as no reward can be told then. */
const inverse = (dialect: Dialect, l: number): string => (l === 0 || !Number.isFinite(l) ? '0' : dialect.number(1 / l));
