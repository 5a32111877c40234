import { counted, listed, mean, shown } from '../compare/figures.js';
import type { ClaimResult, ClaimTable } from '../runs/claimRuns.js';
import type { StudyTable } from '../study.js';

/** I(D|Q) − I(D|T,Q) − I(T) of each split. */
export const left = ({ without, withTheory, theory }: ClaimResult): number[] => without.map((bits, i) => bits - withTheory[i] - theory[i]);

export interface Pay {
  table: StudyTable;
  verdict: string;
  /** Data sets on which some scheme pays on average. */
  paying: string[];
  /** Of all data sets and schemes, how many save bits, and how many save more than the theory costs. */
  saves: number;
  pays: number;
  cells: number;
}

/** Does the theory pay for itself? A row for each data set, with what is left in bits for each scheme. */
export function payTable(table: ClaimTable, sets: readonly string[], learners: readonly string[]): Pay {
  const cells = sets.flatMap((set) =>
    [...(table.get(set) ?? [])].map(([name, result]) => ({ set, name, saved: mean(result.significance), left: mean(left(result)) })),
  );
  const pays = cells.filter((cell) => cell.left > 0);
  const saves = cells.filter((cell) => cell.saved > 0);
  const paying = sets.filter((set) => pays.some((cell) => cell.set === set));
  return {
    verdict: `On the test half ${counted(saves.length, 'theory', 'theories')} of ${cells.length} save bits on average, and ${pays.length} save more than they cost to say: ${paying.length === 0 ? 'none of the data sets has a theory that pays for itself' : `theories pay for themselves on ${listed(paying)}`}.`,
    paying,
    saves: saves.length,
    pays: pays.length,
    cells: cells.length,
    table: {
      title: 'Does the theory pay for itself? I(D|Q) − I(D|T,Q) − I(T), bits',
      about:
        'What is left of the bits that a theory saves on the test half when the theory itself has been sent: above 0 it pays. Means of 25 halves; with how many of the 25 it pays behind each.',
      groups: [{ name: '', columns: 1 }, ...learners.map((name) => ({ name, columns: 2 }))],
      columns: ['data', 'I(D|Q)', ...learners.flatMap(() => ['left', 'pays'])],
      rows: sets.map((set) => {
        const ofSet = table.get(set);
        const first = ofSet?.values().next().value;
        return [
          set,
          first ? mean(first.without) : null,
          ...learners.flatMap((name) => {
            const found = ofSet?.get(name);
            if (!found) return [null, null];
            const all = left(found);
            return [mean(all), `${all.filter((bits) => bits > 0).length}/${all.length}`];
          }),
        ];
      }),
      digits: 1,
    },
  };
}

/** All of I(T), I(D|T,Q) and I(D|Q) on one data set. */
export function theoryTable(set: string, schemes: ReadonlyMap<string, ClaimResult>): StudyTable {
  return {
    title: `${set}: what theories cost and save, bits`,
    columns: ['scheme', 'I(T)', 'I(D|T,Q)', 'I(T) + I(D|T,Q)', 'I(D|Q)', 'left', 'pays'],
    rows: [...schemes].map(([name, result]) => {
      const all = left(result);
      const paid = all.filter((bits) => bits > 0).length;
      return [
        name,
        mean(result.theory),
        mean(result.withTheory),
        mean(result.theory) + mean(result.withTheory),
        mean(result.without),
        mean(all),
        `${paid}/${all.length}`,
      ];
    }),
    digits: 1,
  };
}

/** The scheme that leaves most, on a data set. */
export function bestLeft(set: string, table: ClaimTable): string {
  const all = [...(table.get(set) ?? [])].map(([name, result]) => ({ name, bits: mean(left(result)) })).sort((a, b) => b.bits - a.bits);
  return all.length === 0 ? 'none' : `${all[0].name} (${shown(all[0].bits, 0)} bits)`;
}
