import type { CheckedJson } from '../base/checkedJson.js';
import { type Reported, reported } from '../base/reported.js';
import { exp } from '../math/exp.js';
import { LN2, ln } from '../math/log.js';
import { Stakes } from '../significance/stakes.js';

/** Rows between two looks. Looking less often keeps what an e-process promises. */
const LOOK_ROWS = 10;
/** Rows between two places that a change may be said to begin at, how many of them are known, and how many of them bets begin at. */
const PLACE_ROWS = 64;
const MOST_PLACES = 512;
/** The centre forgets rows that are so many behind, about. */
const CENTRE_ROWS = 1000;

/** Evidence that a mean is above 0 since some time, valid however often one looks. */
export interface DetectorEvidence {
  /** log2 of the e-value now, and of the largest so far. */
  bits: Reported;
  mostBits: Reported;
  /** 1 over the largest e-value so far, at most 1. */
  p: number;
}

export interface Alarm {
  /** How many rows there were, and after how many of them the change is estimated to have begun. */
  row: number;
  changePoint: number;
}

interface Place {
  row: number;
  total: number;
  squares: number;
  /** ln of what a bet that began here may lose of all. */
  log: number;
}

/**
 * Watches differences d, which are never below −`least`, for a change of their mean to above 0. Against "no conditional expectation is above 0" a bet
 * that begins at any row is an e-process (eProcess.ts); here bets begin again and again, the b-th with 1/(b(b + 1)) of the wealth, so that all together are
 * one e-process from the first row on: the chance that it is ever 1/α or more is at most α, however often one looks and for however long. A bet that
 * began before the change has to make good what it lost before; one that began after it has not. Bets are kept at ages that about double, so
 * that there are few (giving one up only makes the e-value smaller), and all share one centre γ, so that a row costs the same however many there are.
 * It is the mean of late rows, but never above 0, so that d − γ ≥ −`least`, which is all that Fan's inequality asks for.
 */
export class Detector {
  private readonly stakes: Stakes;
  private rows = 0;
  private total = 0;
  private squares = 0;
  private centre = 0;
  private begun = 0;
  private most = 0;
  alarm: Alarm | undefined;
  private bets: Place[] = [];
  /** The last places. */
  private places: Place[] = [];

  constructor(
    least: number,
    private readonly alpha: number,
  ) {
    this.stakes = new Stakes(least / 2);
  }

  add(difference: number): void {
    if (this.rows % PLACE_ROWS === 0) this.begin();
    this.total += difference;
    this.squares += (difference - Math.min(0, this.centre)) ** 2;
    this.rows++;
    this.centre += (difference - this.centre) / Math.min(this.rows, CENTRE_ROWS);
    if (this.rows % LOOK_ROWS === 0) this.look();
  }

  /** A place that a change may begin at, and a bet. */
  private begin(): void {
    const { rows, total, squares } = this;
    this.begun++;
    const place = { row: rows, total, squares, log: -ln(this.begun * (this.begun + 1)) };
    if (this.places.length === MOST_PLACES) this.places.shift();
    this.places.push(place);
    this.bets.push(place);
    // Of three in a row whose first and last are of ages less than double, the middle one is given up.
    for (let i = this.bets.length - 3; i >= 0; i--) {
      const [older, newer] = [rows - this.bets[i].row, rows - this.bets[i + 2].row];
      if (older < 1.5 * newer + 2 * PLACE_ROWS) this.bets.splice(i + 1, 1);
    }
  }

  /** Looks whether the e-value is larger than ever; a mixture is no larger than its largest part, so mostly that need not be found out. */
  private look(): void {
    const { stakes, total, squares, bets } = this;
    if (this.alarm) return;
    const enough = this.most - ln(bets.length);
    if (!bets.some((bet) => total > bet.total && bet.log + stakes.largest(total - bet.total, squares - bet.squares) > enough)) return;
    this.most = Math.max(this.most, this.log());
    if (this.most >= -ln(this.alpha)) this.alarm = { row: this.rows, changePoint: this.changePoint() };
  }

  /** ln of the e-value: of what all bets have together. */
  private log(): number {
    const { stakes, total, squares } = this;
    const logs = this.bets.map((bet) => bet.log + stakes.log(total - bet.total, squares - bet.squares));
    const largest = logs.reduce((most, log) => Math.max(most, log), -Infinity);
    let sum = 0;
    for (const log of logs) if (log - largest > -42) sum += exp(log - largest);
    return largest + ln(sum);
  }

  /** The place after which the rows speak loudest for a change. */
  private changePoint(): number {
    let [row, best] = [0, -Infinity];
    for (const place of [...this.bets, ...this.places]) {
      const loud = this.stakes.largest(this.total - place.total, this.squares - place.squares);
      if (loud > best) [row, best] = [place.row, loud];
    }
    return row;
  }

  evidence(): DetectorEvidence {
    const now = this.bets.length === 0 ? 0 : this.log();
    const most = Math.max(this.most, now);
    return { bits: reported(now / LN2), mostBits: reported(most / LN2), p: Math.min(1, exp(-most)) };
  }

  toJSON(): object {
    const { rows, total, squares, centre, begun, most, alarm } = this;
    const numbers = (all: readonly Place[]): number[][] => all.map((place) => [place.row, place.total, place.squares, place.log]);
    return { rows, total, squares, centre, begun, most, ...(alarm ? { alarm } : {}), bets: numbers(this.bets), places: numbers(this.places) };
  }

  restore(json: CheckedJson): this {
    const places = (name: string): Place[] =>
      json
        .field(name)
        .list()
        .map((each) => {
          const [row, total, squares, log] = each.numbers(4);
          return { row, total, squares, log };
        });
    this.rows = json.field('rows').count();
    for (const name of ['total', 'squares', 'centre', 'most'] as const) this[name] = json.field(name).number();
    this.begun = json.field('begun').count();
    const alarm = json.field('alarm');
    this.alarm = alarm.missing ? undefined : { row: alarm.field('row').count(), changePoint: alarm.field('changePoint').count() };
    this.bets = places('bets');
    this.places = places('places');
    return this;
  }
}
