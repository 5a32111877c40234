import type { Training } from '../base/training.js';
import { type Condition, fires } from './conditions.js';
import { foilAccuracy, type Literal, LiteralSearch, NEARLY, type Standing, type Stop } from './foilLiterals.js';
import { FoilNumbers } from './foilNumbers.js';
import { FoilRows } from './foilRows.js';

const single = Math.fround;

/** Clauses to go back to that are kept at a time. */
const MOST_KEPT = 20;

/** Finds clauses as FOIL 6 does (Quinlan & Cameron-Jones 1993). */
export class Foil {
  private readonly numbers: FoilNumbers;
  private readonly literals: LiteralSearch;
  private readonly leastAccuracy: number;

  constructor(
    private readonly training: Training,
    accuracy: number,
  ) {
    this.leastAccuracy = single(accuracy);
    this.numbers = new FoilNumbers(training.n);
    this.literals = new LiteralSearch(training, this.numbers, this.leastAccuracy);
  }

  /** The clauses of one class. */
  clauses(target: number): Condition[][] {
    const { n, labels, columns } = this.training;
    this.literals.best.length = 0;
    const rows = Int32Array.from({ length: n }, (_, row) => row);
    const positives = rows.filter((row) => labels[row] === target);
    const first = new Int32Array(n);
    first.set(positives);
    first.set(
      rows.filter((row) => labels[row] !== target),
      positives.length,
    );
    let state = new FoilRows(first, positives.length, this.numbers);
    const clauses: Condition[][] = [];
    while (state.positives > 0) {
      const clause = new ClauseSearch(this.training, this.numbers, this.literals, state, this.leastAccuracy).search();
      if (!clause) break;
      clauses.push(clause);
      state = state.filter((row) => labels[row] !== target || !fires(clause, columns, row));
    }
    // Clauses that no positive needs go, the latest first.
    for (let i = clauses.length - 1; i >= 0; i--) {
      const others = clauses.filter((_, j) => j !== i);
      const isNeeded = positives.some((row) => fires(clauses[i], columns, row) && !others.some((clause) => fires(clause, columns, row)));
      if (!isNeeded) clauses.splice(i, 1);
    }
    return clauses;
  }
}

class ClauseSearch {
  /** Clauses to go back to, by falling value. */
  private readonly kept: { literals: Literal[]; value: number }[] = [];
  /** The best clause to stop at that was met and passed by. */
  private saved: Stop & { literals: Literal[] } = { accuracy: 0, positives: 0, literals: [] };

  constructor(
    private readonly training: Training,
    private readonly numbers: FoilNumbers,
    private readonly literals: LiteralSearch,
    private readonly start: FoilRows,
    private readonly leastAccuracy: number,
  ) {}

  search(): Condition[] | undefined {
    let { literals, covered } = this.grown();
    const accuracy = foilAccuracy(covered.positives, covered.total);
    const { saved } = this;
    if (
      saved.literals.length > 0 &&
      (saved.accuracy > accuracy ||
        (saved.accuracy === accuracy &&
          (saved.positives > covered.positives || (saved.positives === covered.positives && saved.literals.length < literals.length))))
    ) {
      ({ literals, covered } = this.standing(saved.literals));
    }
    const conditions = this.pruned(
      literals.map(({ condition }) => condition),
      covered.total - covered.positives,
    );
    const end = this.start.filter((row) => fires(conditions, this.training.columns, row));
    return conditions.length > 0 && end.positives >= single(this.leastAccuracy * end.total) ? conditions : undefined;
  }

  /** Adds the literal of greatest gain until no negative is left, and goes back to others where there is none. */
  private grown(): Standing {
    const search = this.literals;
    let standing = this.standing([]);
    while (standing.covered.positives < standing.covered.total) {
      search.look(standing, this.start.total, this.saved);
      const next = search.best[0];
      // A clause that the next literal makes anyway needs no keeping. Where there is none, FOIL compares with the one before.
      if (search.stop && !isSame(search.stop.condition, next?.condition)) {
        const { condition, bits, weak, accuracy, positives } = search.stop;
        this.saved = { accuracy, positives, literals: [...standing.literals, { condition, bits, weak }] };
      }
      if (search.found > 0) {
        this.keepOthers(standing);
        standing = this.with(standing, next);
      } else {
        const other = this.kept.shift();
        if (!other) break;
        standing = this.standing(other.literals);
      }
    }
    return standing;
  }

  /** Keeps literals that gain nearly as much as the best one. */
  private keepOthers({ literals }: Standing): void {
    const { best, found } = this.literals;
    for (const { condition, bits, weak, gain, positives, total } of best.slice(1, found)) {
      if (gain < single(NEARLY * best[0].gain)) continue;
      const value = this.numbers.gain(positives, total, this.start.information);
      let at = this.kept.length;
      while (at > 0 && this.kept[at - 1].value < value) at--;
      this.kept.splice(at, 0, { literals: [...literals, { condition, bits, weak }], value });
      this.kept.length = Math.min(this.kept.length, MOST_KEPT);
    }
  }

  private standing(literals: readonly Literal[]): Standing {
    return literals.reduce<Standing>((standing, literal) => this.with(standing, literal), { covered: this.start, literals: [], bits: 0 });
  }

  private with({ covered, literals, bits }: Standing, { condition, bits: own, weak }: Literal): Standing {
    return { covered: covered.where(this.training, condition), literals: [...literals, { condition, bits: own, weak }], bits: single(bits + own) };
  }

  /** Drops conditions from the last but one backwards, where no more negatives are covered without. */
  private pruned(conditions: readonly Condition[], negatives: number): Condition[] {
    let kept = [...conditions];
    for (let i = kept.length - 2; i >= 0; i--) {
      const without = kept.filter((_, j) => j !== i);
      const end = this.start.filter((row) => fires(without, this.training.columns, row));
      if (end.total - end.positives <= negatives) kept = without;
    }
    return kept;
  }
}

const isSame = (a: Condition, b: Condition | undefined): boolean => b !== undefined && a.attribute === b.attribute && a.sign === b.sign && a.value === b.value;
