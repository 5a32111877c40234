import { CheckedJson } from '../base/checkedJson.js';
import { FairbitsError } from '../base/errors.js';
import { type Reported, reported } from '../base/reported.js';
import { log2 } from '../math/log.js';
import { type Alarm, Detector, type DetectorEvidence } from './detector.js';

/** What predictions are held against: always quoting the prior, a second learner's estimates, or a mean quadratic loss that is known. */
export type WatchBaseline = 'prior' | 'learner' | { loss: number };

export interface WatchOptions {
  classes: readonly string[];
  prior: Float64Array;
  baseline: WatchBaseline;
  /** Rows of the window. */
  window: number;
  /** The chance of any false alarm, ever. */
  alpha: number;
}

export type AlarmKind = 'worse' | 'overconfident' | 'underconfident';

/** What is known after some rows. */
export interface WatchLine {
  rows: number;
  skipped: number;
  /** Rows that called impossible what then happened; the rewards are of the others. */
  impossible: number;
  reward: { all: Reported; window: Reported };
  accuracy: { all: Reported; window: Reported };
  confidence: { all: Reported; window: Reported };
  /** Quadratic loss, and that of the baseline. */
  quadraticLoss: { all: Reported; window: Reported; baseline: Reported };
  evidence: Record<AlarmKind, DetectorEvidence>;
  alarms: ({ kind: AlarmKind } & Alarm)[];
}

const STATE_FORMAT = 'fairbits-watch';
const STATE_VERSION = 1;
/** What estimates that do not quite sum to 1 may add to a quadratic loss. */
const LOSS_ROUNDING = 0.01;
const ALARM_KINDS: readonly AlarmKind[] = ['worse', 'overconfident', 'underconfident'];
/** Columns of the window: reward, hit, confidence, loss. */
const WINDOW_WIDTH = 4;

/** Keeps what a stream of predictions comes to, row by row, in constant memory. */
export class Watcher {
  rows = 0;
  skipped = 0;
  private impossible = 0;
  /** Rewards, hits, confidences, losses; and losses of the baseline. */
  private readonly sums = new Float64Array(WINDOW_WIDTH + 1);
  private readonly ring: Float64Array;
  private readonly windowSums = new Float64Array(WINDOW_WIDTH);
  private readonly detectors: Record<AlarmKind, Detector>;
  private readonly stakes: { on: Float64Array; against: Float64Array };

  constructor(private readonly options: WatchOptions) {
    const { prior, alpha, window, baseline } = options;
    const k = prior.length;
    // The most that the baseline can lose in a row is the most that these can be better.
    const most = typeof baseline === 'object' ? baseline.loss : baseline === 'learner' ? 2 : Math.max(...prior.map((_, c) => squaredLoss(prior, c)));
    // Half of the chance of a false alarm for being worse, half for calibration, by either side.
    this.detectors = {
      worse: new Detector(most + LOSS_ROUNDING, alpha / 2),
      overconfident: new Detector(1 - 1 / k + LOSS_ROUNDING, alpha / 4),
      underconfident: new Detector(1 + LOSS_ROUNDING, alpha / 4),
    };
    this.stakes = { on: prior.map((q) => log2(q)), against: prior.map((q) => log2(1 - q)) };
    this.ring = new Float64Array(WINDOW_WIDTH * window);
  }

  /** Adds a row: its estimates, its true class, and the estimates of the baseline where that is a learner. */
  add(p: ArrayLike<number>, label: number, other?: ArrayLike<number>): void {
    const { stakes, detectors } = this;
    const k = p.length;
    let [modal, reward, loss] = [0, 0, 0];
    for (let i = 0; i < k; i++) {
      if (p[i] > p[modal]) modal = i;
      reward += i === label ? log2(p[i]) - stakes.on[i] : log2(1 - p[i]) - stakes.against[i];
      loss += (p[i] - Number(i === label)) ** 2;
    }
    reward /= k;
    const hit = Number(modal === label);
    const theirs = this.lossOfBaseline(label, other);
    const known = reward > -Infinity;
    if (!known) this.impossible++;
    this.note([known ? reward : 0, hit, p[modal], loss], theirs);
    this.rows++;
    detectors.worse.add(loss - theirs);
    detectors.overconfident.add(p[modal] - hit);
    detectors.underconfident.add(hit - p[modal]);
  }

  private lossOfBaseline(label: number, other: ArrayLike<number> | undefined): number {
    const { baseline, prior } = this.options;
    if (typeof baseline === 'object') return baseline.loss;
    return squaredLoss(other ?? prior, label);
  }

  private note(values: readonly number[], theirs: number): void {
    const { ring, sums, windowSums, rows } = this;
    const { window } = this.options;
    const at = WINDOW_WIDTH * (rows % window);
    for (let i = 0; i < WINDOW_WIDTH; i++) {
      sums[i] += values[i];
      windowSums[i] += values[i] - ring[at + i];
      ring[at + i] = values[i];
    }
    sums[WINDOW_WIDTH] += theirs;
    // Once round, the sums are made anew, so that what rounding leaves does not add up.
    if (at === WINDOW_WIDTH * (window - 1)) {
      windowSums.fill(0);
      for (let r = 0; r < ring.length; r++) windowSums[r % WINDOW_WIDTH] += ring[r];
    }
  }

  line(): WatchLine {
    const { rows, skipped, impossible, sums, windowSums, detectors } = this;
    const inWindow = Math.min(rows, this.options.window);
    const both = (i: number): { all: Reported; window: Reported } => ({ all: reported(sums[i] / rows), window: reported(windowSums[i] / inWindow) });
    return {
      rows,
      skipped,
      impossible,
      reward: both(0),
      accuracy: both(1),
      confidence: both(2),
      quadraticLoss: { ...both(3), baseline: reported(sums[WINDOW_WIDTH] / rows) },
      evidence: { worse: detectors.worse.evidence(), overconfident: detectors.overconfident.evidence(), underconfident: detectors.underconfident.evidence() },
      alarms: this.alarms(),
    };
  }

  alarms(): WatchLine['alarms'] {
    return ALARM_KINDS.flatMap((kind) => {
      const { alarm } = this.detectors[kind];
      return alarm ? [{ kind, ...alarm }] : [];
    }).sort((a, b) => a.row - b.row);
  }

  /** How many alarms there are, without looking at more. */
  get alarmed(): number {
    return ALARM_KINDS.reduce((count, kind) => count + Number(this.detectors[kind].alarm !== undefined), 0);
  }

  /** What must be as it was for a state to be taken up. */
  private settings(): object {
    const { classes, prior, baseline, window, alpha } = this.options;
    return { classes, prior: [...prior], baseline, window, alpha };
  }

  /** The state as text, with what else is to be kept. */
  saved(more: object): string {
    const { rows, skipped, impossible, sums, ring, windowSums, detectors } = this;
    const own = {
      rows,
      skipped,
      impossible,
      sums: [...sums],
      windowSums: [...windowSums],
      ring: [...ring.subarray(0, WINDOW_WIDTH * Math.min(rows, this.options.window))],
    };
    return `${JSON.stringify({ format: STATE_FORMAT, version: STATE_VERSION, settings: this.settings(), ...more, ...own, detectors })}\n`;
  }

  /** Takes up a state, of the same settings; gives the rest of it. */
  restore(text: string, file: string): CheckedJson {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new FairbitsError('tally', `${file} is not a saved state: ${(error as Error).message}. Remove it to begin anew`, {
        file,
        expected: 'what fairbits watch --state wrote',
      });
    }
    const json = new CheckedJson(value);
    if (json.field('format').text() !== STATE_FORMAT || json.field('version').count() !== STATE_VERSION)
      json.field('format').refuse(`"${STATE_FORMAT}", version ${STATE_VERSION}`);
    const found = JSON.stringify((value as { settings?: unknown }).settings);
    const expected = JSON.stringify(this.settings());
    if (found !== expected)
      throw new FairbitsError('option', `${file} was saved with other settings: ${found}, expected ${expected}. Use those, or another --state`, {
        file,
        found,
        expected,
      });
    this.rows = json.field('rows').count();
    this.skipped = json.field('skipped').count();
    this.impossible = json.field('impossible').count(this.rows);
    this.sums.set(json.field('sums').numbers(this.sums.length));
    this.windowSums.set(json.field('windowSums').numbers(this.windowSums.length));
    this.ring.set(json.field('ring').numbers(WINDOW_WIDTH * Math.min(this.rows, this.options.window)));
    for (const kind of ALARM_KINDS) this.detectors[kind].restore(json.field('detectors').field(kind));
    return json;
  }
}

function squaredLoss(p: ArrayLike<number>, label: number): number {
  let loss = 0;
  for (let i = 0; i < p.length; i++) loss += (p[i] - Number(i === label)) ** 2;
  return loss;
}
