import { placesByName } from '../../base/places.js';
import type { RowsPart } from '../../columns/ranking/keptRows.js';
import { type WholeRows, wholeRows } from '../../columns/wholeRows.js';
import { positiveClass } from '../../core/treatment.js';

/** Rows of one file that wait for those of the other. */
interface Waiting extends WholeRows {
  done: number;
  usedUp(): void;
}

type SideNumber = 0 | 1;

/**
 * Takes the rows of two files as they are read, and hands over as many as both have, side by side: what waits is one part
 * of a file at most. Rows that do not go together end it, and the rest is let pass.
 */
export class InStep {
  private readonly waiting: (Waiting | undefined)[] = [undefined, undefined];
  private readonly ended = [false, false];
  private readonly whole: ((part: RowsPart) => WholeRows)[] = [];
  private readonly rows = [0, 0];
  private readonly began: Promise<readonly string[]>;
  private begin: (classes: readonly string[]) => void = () => {};
  /** Why the rows are not those of one test set. */
  reason: string | undefined;
  /** Whether a file was begun anew after some of its rows had been handed over. */
  again = false;

  constructor(
    private readonly take: (classes: readonly string[], first: Float64Array, second: Float64Array, labels: Uint16Array) => void,
    private readonly positive: string | undefined,
  ) {
    this.began = new Promise((begin) => {
      this.begin = begin;
    });
  }

  private classes: readonly string[] = [];

  /** A file begins, with rows of these classes. The first's order is the one that rows are handed over in. */
  async restart(side: SideNumber, classes: readonly string[]): Promise<void> {
    if (this.rows[side] > 0) {
      this.again = true;
      this.letPass();
    }
    if (side === 0) {
      this.classes = classes;
      this.begin(classes);
    } else if ([...(await this.began)].sort().join('\n') !== [...classes].sort().join('\n')) this.refuse('the files have different classes');
    this.whole[side] = this.inOrder(classes);
  }

  /** Rows in the first file's order of classes. One column stays one where it is of the same class: what it leaves over would be rounded. */
  private inOrder(classes: readonly string[]): (part: RowsPart) => WholeRows {
    const { positive, classes: order } = this;
    const whole = wholeRows(classes, positive, order);
    const [own, wanted] = [classes, order].map((names) => names[positiveClass(names, positive === undefined ? {} : { positive })]);
    const places = placesByName(order);
    const labelOf = Uint16Array.from(classes, (name) => places.get(name) ?? -1);
    return (part) => {
      const { estimates, labels, rows } = part as Required<RowsPart>;
      return estimates.length === rows && own === wanted ? { estimates, labels: labels.map((label) => labelOf[label]) } : whole(part);
    };
  }

  /** Takes some rows; they are used up, or let pass, when this comes back. */
  async add(side: SideNumber, part: RowsPart): Promise<void> {
    this.rows[side] += part.rows;
    if (this.isOver || part.rows === 0) return;
    if (this.ended[1 - side]) {
      this.refuse('the files have different numbers of rows');
      return;
    }
    await new Promise<void>((usedUp) => {
      this.waiting[side] = { ...this.whole[side](part), done: 0, usedUp };
      this.handOver();
    });
  }

  /** A file has ended. */
  end(side: SideNumber): void {
    this.ended[side] = true;
    // Where the first could not even be begun, the second need not wait for its classes.
    if (side === 0) this.begin(this.classes);
    if (this.waiting[1 - side]) this.refuse('the files have different numbers of rows');
  }

  private get isOver(): boolean {
    return this.again || this.reason !== undefined;
  }

  private handOver(): void {
    const [first, second] = this.waiting;
    if (!first || !second) return;
    const rows = Math.min(first.labels.length - first.done, second.labels.length - second.done);
    const truths = [first, second].map(({ labels, done }) => labels.subarray(done, done + rows));
    if (truths[0].some((label, r) => label !== truths[1][r])) {
      this.refuse('the files have different true classes');
      return;
    }
    const [a, b] = [first, second].map(({ estimates, labels, done }) => {
      const width = estimates.length / labels.length;
      return estimates.subarray(done * width, (done + rows) * width);
    });
    this.take(this.classes, a, b, truths[0]);
    for (const side of [0, 1]) {
      const each = this.waiting[side] as Waiting;
      each.done += rows;
      if (each.done < each.labels.length) continue;
      this.waiting[side] = undefined;
      each.usedUp();
    }
  }

  private refuse(reason: string): void {
    this.reason ??= reason;
    this.letPass();
  }

  /** Nobody waits any longer. */
  letPass(): void {
    this.begin(this.classes);
    for (const side of [0, 1]) {
      this.waiting[side]?.usedUp();
      this.waiting[side] = undefined;
    }
  }
}
