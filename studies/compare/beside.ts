import type { FoldTable, StudyMeasure } from '../runs/foldRuns.js';
import type { PointFigure, StudyCell, StudyTable } from '../study.js';
import { correlation, mean, median } from './figures.js';
import type { PaperTable } from './paperTable.js';

/** A figure of ours for a data set and learner; undefined where there is none. */
export type Ours = (set: string, learner: string) => number | undefined;

/** Means over folds. */
export function foldMeans(table: FoldTable, measure: StudyMeasure, factor = 1): Ours {
  return (set, learner) => {
    const values = table.get(set)?.get(learner)?.[measure];
    return values && values.length > 0 ? mean(values) * factor : undefined;
  };
}

interface Beside {
  title: string;
  about?: string;
  sets: readonly string[];
  learners: readonly string[];
  paper: PaperTable;
  ours: Ours;
  digits?: number;
}

const orNull = (value: number | null | undefined): number | null => (value === undefined || value === null || !Number.isFinite(value) ? null : value);

/** A paper’s table beside ours, with the differences. */
export function besideTable({ title, about, sets, learners, paper, ours, digits = 3 }: Beside): StudyTable {
  return {
    title,
    ...(about === undefined ? {} : { about }),
    groups: learners.map((name) => ({ name, columns: 3 })),
    columns: ['data', ...learners.flatMap(() => ['paper', 'ours', 'diff.'])],
    rows: sets.map((set) => [
      set,
      ...learners.flatMap((learner): StudyCell[] => {
        const [theirs, own] = [orNull(paper.get(set)?.[learner]), orNull(ours(set, learner))];
        return [theirs, own, theirs === null || own === null ? null : own - theirs];
      }),
    ]),
    digits,
  };
}

export interface Agreement {
  learner: string;
  sets: number;
  meanDifference: number;
  medianDifference: number;
  correlation: number | null;
  largest: { set: string; difference: number };
}

/** How far our figures are from a paper’s. */
export function agreement({ sets, learners, paper, ours }: Pick<Beside, 'sets' | 'learners' | 'paper' | 'ours'>): Agreement[] {
  return learners.flatMap((learner) => {
    const pairs = sets.flatMap((set) => {
      const [theirs, own] = [orNull(paper.get(set)?.[learner]), orNull(ours(set, learner))];
      return theirs === null || own === null ? [] : [{ set, theirs, own, difference: own - theirs }];
    });
    if (pairs.length === 0) return [];
    const sizes = pairs.map(({ difference }) => Math.abs(difference));
    const { set, difference } = pairs[sizes.indexOf(Math.max(...sizes))];
    return [
      {
        learner,
        sets: pairs.length,
        meanDifference: mean(sizes),
        medianDifference: median(sizes),
        correlation: correlation(
          pairs.map(({ theirs }) => theirs),
          pairs.map(({ own }) => own),
        ),
        largest: { set, difference },
      },
    ];
  });
}

/** How close we are, a row for each measure and learner. */
export function agreementTable(title: string, measures: readonly (readonly [name: string, found: readonly Agreement[]])[]): StudyTable {
  return {
    title,
    about: 'Differences are ours minus the paper’s; mean and median are of their sizes; r is Pearson’s, over data sets.',
    columns: ['measure', 'learner', 'data sets', 'mean', 'median', 'r', 'largest', 'on'],
    rows: measures.flatMap(([name, found]) =>
      found.map(({ learner, sets, meanDifference, medianDifference, correlation: r, largest }) => [
        name,
        learner,
        sets,
        meanDifference,
        medianDifference,
        r,
        largest.difference,
        largest.set,
      ]),
    ),
    digits: 3,
  };
}

/** Ours against the paper’s: on the line they are the same. */
export function besideFigure({ title, about, sets, learners, paper, ours }: Beside, unit: string): PointFigure {
  const series = learners.map((name) => ({
    name,
    points: sets.flatMap((set): [number, number][] => {
      const [theirs, own] = [orNull(paper.get(set)?.[name]), orNull(ours(set, name))];
      return theirs === null || own === null ? [] : [[theirs, own]];
    }),
  }));
  const all = series.flatMap(({ points }) => points.flat());
  const ends = all.length === 0 ? [0, 1] : [Math.min(...all), Math.max(...all)];
  return {
    kind: 'points',
    title,
    ...(about === undefined ? {} : { about }),
    x: `the paper’s ${unit}`,
    y: `our ${unit}`,
    series,
    curves: [{ name: 'the same', points: ends.map((end): [number, number] => [end, end]) }],
  };
}
