/** Figures of a paper: by row (a data set) and column; null where our copy of the paper has none. */
export type PaperTable = ReadonlyMap<string, Readonly<Record<string, number | null>>>;

/** A table as text: a name, then a number for each column; – where there is none. */
export function paperTable(columns: readonly string[], text: string): PaperTable {
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [name, ...cells] = line.trim().split(/\s+/);
        return [
          name,
          Object.fromEntries(columns.map((column, i) => [column, cells[i] === undefined || cells[i] === '–' ? null : Number(cells[i].replace('−', '-'))])),
        ];
      }),
  );
}

/** Verdicts of a paper: for each data set who beats whom, as “winner: loser loser; winner: …”. */
export type PaperVerdicts = ReadonlyMap<string, readonly (readonly [winner: string, loser: string])[]>;

export function paperVerdicts(text: string): PaperVerdicts {
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const space = line.trim().indexOf(' ');
        const [name, rest] = space < 0 ? [line.trim(), ''] : [line.trim().slice(0, space), line.trim().slice(space + 1)];
        const pairs = rest
          .split(';')
          .filter((part) => part.includes(':'))
          .flatMap((part) => {
            const [winner, losers] = part.split(':');
            return losers
              .split(/[\s,]+/)
              .filter(Boolean)
              .map((loser) => [winner.trim(), loser] as const);
          });
        return [name, pairs];
      }),
  );
}

/** Verdicts of a paper that turn round between two of its tables. */
export function paperReversals(first: PaperVerdicts, second: PaperVerdicts): string[] {
  return [...first].flatMap(([set, pairs]) =>
    pairs
      .filter(([winner, loser]) => second.get(set)?.some(([other, behind]) => other === loser && behind === winner))
      .map(([winner, loser]) => `${set} (${winner}, then ${loser})`),
  );
}

/** How many verdicts of a paper each learner wins. */
export const paperWins = (verdicts: PaperVerdicts, learners: readonly string[]): string =>
  learners.map((name) => `${name} ${[...verdicts.values()].flat().filter(([winner]) => winner === name).length}`).join(', ');
