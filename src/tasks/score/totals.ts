import { FairbitsError } from '../../base/errors.js';
import { giveBack } from '../../base/giveBack.js';
import { BinnedModal } from '../../columns/calibration/binnedModal.js';
import type { Dealt } from '../../columns/calibration/bucketSorter.js';
import type { ClassCalibration } from '../../columns/calibration/classCalibration.js';
import type { DetailOptions, Details } from '../../columns/calibration/details.js';
import { detailsOf } from '../../columns/calibration/detailsOf.js';
import { modalCalibration } from '../../columns/calibration/miscalibration.js';
import type { ModalCalibration } from '../../columns/calibration/modalCalibration.js';
import type { SortElsewhere } from '../../columns/calibration/sortStacks.js';
import { BinnedRanks, MAX_BINNED_CLASSES } from '../../columns/ranking/binnedRanks.js';
import type { RowsPart } from '../../columns/ranking/keptRows.js';
import { drawCurves } from '../../columns/ranking/laterCurves.js';
import type { ClassCurves } from '../../columns/ranking/ranked.js';
import { type RankElsewhere, type RankInput, Ranks, rankRows } from '../../columns/ranking/ranks.js';
import { WeightedBins } from '../../columns/ranking/weightedBins.js';
import { type WeightedRanked, WeightedRanks } from '../../columns/ranking/weightedRanks.js';
import type { Engine } from '../../core/engine.js';
import type { MeasureId } from '../../core/measures/registry.js';
import { Moments } from '../../core/moments.js';
import type { ResolvedPrior } from '../../core/priors.js';
import type { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import type { Tally } from '../../core/tally.js';
import { positiveClass, type TreatmentOptions } from '../../core/treatment.js';
import { buildReport, type Report, type Score, scoresOf } from '../../evaluate/report.js';
import { type Skipped, skippedWarning } from '../../run/runRows.js';
import type { Look, ScorePart } from './partScorer.js';

/** What is kept of the rows, for calibration and ranking, takes so many bytes at most, with what sorting them takes; 128 MiB. */
export const KEPT_BYTES = 2 ** 27;
/** A number that is kept, and its place when sorted. */
const NUMBER_BYTES = 16;
/** Fewer are sorted before another thread has heard of them. */
const SHARED_ROWS = 2 ** 17;

/** What the parts of a test set come to together. */
export interface Total {
  report: Report;
  /** What every figure but ranking and calibration follows from, under any prior; its tally is `tally`. */
  statistics: RewardStatistics;
  tally: Tally;
  /** Every measure under the prior of the report, in the order of the registry. */
  scores: Score[];
  skipped: number;
  skippedFirst: string[];
  /** By class, where they were asked for. */
  curves?: Record<string, ClassCurves>;
  /** What the report's calibration is made of, where the cells of Korb, Hope & Hughes 2001 were asked for, of which there are null if more than 1,000 or known by their bins only. */
  calibration?: { modal: ModalCalibration; ofClass: ClassCalibration[] | undefined };
}

type RankAnywhere = RankElsewhere<RankInput<DetailOptions>>;

/** What else can be had of other threads at the end, or later. */
interface Elsewhere {
  /** Has classes ranked on other threads, too. */
  rank?: RankAnywhere | undefined;
  /** Has the modal estimates sorted there. */
  sort?: SortElsewhere | undefined;
  /** Leaves the curves to `draw`. */
  undrawn?: boolean | undefined;
}

/** Where rows go that are looked at one by one. */
export interface RowSink {
  /** Begins anew, with rows of these classes. */
  restart(classes: readonly string[]): void | Promise<void>;
  add(part: RowsPart): void | Promise<void>;
}

/** What becomes of rows beyond their totals: how many are kept, and for what. */
export interface KeepOptions extends DetailOptions {
  /** What the rows that are kept for calibration and ranking may take, in bytes; above, they are computed from bins and say how far they may be off. */
  keptBytes?: number | undefined;
  /** False leaves the ranking out, and of the calibration all but the measure of Korb, Hope & Hughes 2001: together they take about as long as all the rest. */
  ranking?: boolean | undefined;
  /** Gets all rows, in order, part by part; nothing is ranked then. */
  rows?: RowSink | undefined;
  /** The column that says how often each row counts. */
  weights?: string;
  /** Keep those to rank where all threads can look at them. */
  shareRows?: boolean | undefined;
}

/** That some row counts. */
export function checkWeight({ weight, rows }: Tally): void {
  if (weight === 0)
    throw new FairbitsError('weight', `all ${rows} rows have the weight 0: expected a row that counts. Is this the right column? (--weights)`, {
      found: 0,
      expected: 'a weight above 0',
    });
}

/** Parts, added up in order. */
export class Totals {
  readonly statistics: RewardStatistics;
  /** Measures that were taken row by row. */
  private readonly moments = new Map<MeasureId, Moments>();
  /** Measures for which the rows were looked at again. */
  readonly secondLook: MeasureId[] = [];
  private kept: Dealt[] = [];
  private keptRows = 0;
  private binned: BinnedModal | undefined;
  private readonly details: Details | undefined;
  private readonly detailOptions: DetailOptions;
  private readonly mostRows: number;
  private readonly ranks: Ranks | WeightedRanks | undefined;
  private readonly weighted: boolean;
  private readonly ranked: boolean;

  constructor(
    private readonly engine: Engine,
    classes: string[],
    treatment: TreatmentOptions,
    look: Look['statistics'],
    {
      keptBytes = KEPT_BYTES,
      leastRows = 0,
      rows,
      ranking = true,
      weights,
      bins,
      confidence,
      curves,
      cells,
    }: KeepOptions & { leastRows?: number | undefined } = {},
  ) {
    this.detailOptions = { bins, confidence, curves, cells };
    this.ranked = ranking && !rows;
    this.weighted = weights !== undefined && !rows;
    // The modal estimate, and what ranking takes: one of two classes, all of more; all, and the weight, where there are weights.
    const { length: k } = classes;
    const numbers = this.weighted ? k + 1 : !this.ranked ? 0 : k === 2 ? 1 : k;
    if (this.ranked || this.weighted) this.details = detailsOf(this.detailOptions);
    const room = Math.floor(keptBytes / NUMBER_BYTES / (1 + numbers));
    // Of more rows than can be kept none are, not even at first.
    this.mostRows = leastRows > room ? 0 : room;
    const positive = positiveClass(classes, treatment);
    const most = this.mostRows * numbers;
    const { backend } = engine;
    this.ranks = this.weighted
      ? new WeightedRanks(classes, positive, most, this.details, (...of) => (k <= MAX_BINNED_CLASSES ? WeightedBins.create(backend, ...of) : undefined))
      : this.ranked
        ? new Ranks(classes, positive, most, this.details, (...of) => (k <= MAX_BINNED_CLASSES ? BinnedRanks.create(backend, ...of) : undefined))
        : undefined;
    this.statistics = engine.statistics(classes, { ...treatment, ...look });
  }

  get tally(): Tally {
    return this.statistics.tally;
  }

  /** Whether so many rows will all be kept. */
  keepsAll(rows = Infinity): boolean {
    return rows <= this.mostRows;
  }

  /** Whether modal estimates are kept, at least at first: then they will be sorted. */
  get keepsModal(): boolean {
    return this.mostRows > 0;
  }

  /** Keeps modal estimates and rows to rank; above so many rows, only which bins they are in. */
  private async keep({ estimates, ranked }: Pick<ScorePart, 'estimates' | 'ranked'>): Promise<void> {
    await this.ranks?.add(ranked);
    if (!estimates) return;
    for (const { values } of estimates) this.keptRows += values.length;
    this.kept.push(...estimates);
    if (this.keptRows <= this.mostRows) return;
    this.binned ??= await BinnedModal.create(this.engine.backend, this.details);
    for (const { values } of this.kept.splice(0)) {
      this.binned.add(values);
      giveBack([values.buffer]);
    }
  }

  /** Adds what a part came to, of the rows behind those before. */
  async add(part: ScorePart, look: Look): Promise<void> {
    for (const [i, id] of look.measures.entries()) {
      const moments = this.moments.get(id) ?? new Moments(this.engine.kernels);
      this.moments.set(id, moments);
      moments.merge(part.moments[i]);
    }
    // With another look come the same rows once more.
    if (!part.statistics) return;
    this.statistics.mergeState(part.statistics, part.tally);
    await this.keep(part);
  }

  /** The modal estimates are given back before others are sorted. */
  private async modal(sort: SortElsewhere | undefined): ReturnType<typeof modalCalibration> {
    const { binned, kept } = this;
    if (binned) return binned.finish();
    this.kept = [];
    return modalCalibration(kept, this.engine.kernels, this.details, this.keptRows >= SHARED_ROWS ? sort : undefined);
  }

  /** The classes whose curves `draw` makes: of rows that are kept these take as long as all other figures. */
  get drawnLater(): string[] {
    const { details, ranks, tally } = this;
    if (!details?.curves || !(ranks instanceof Ranks) || !this.ranked || !ranks.exact) return [];
    return tally.classes.filter((_, i) => details.curves?.wanted(tally.classes, i, tally.positive));
  }

  /** The curves, where `finish` has left them out. `between` classes it can be stopped. */
  draw(confidence = 0.95, rank: RankAnywhere | undefined, between: () => Promise<void>): Promise<Record<string, ClassCurves>> {
    const elsewhere: RankElsewhere | undefined = rank && ((input) => rank({ ...input, details: this.detailOptions }));
    const input = (this.ranks as Ranks).input(this.engine.backend, confidence);
    return drawCurves({ ...input, details: this.details, again: true }, elsewhere, between);
  }

  private async ranking(confidence = 0.95, { rank, undrawn }: Pick<Elsewhere, 'rank' | 'undrawn'>): Promise<WeightedRanked | undefined> {
    const { engine } = this;
    if (this.weighted) return (this.ranks as WeightedRanks).finish(engine.backend, confidence);
    const ranks = this.ranks as Ranks | undefined;
    if (!ranks) return undefined;
    const later = undrawn && this.drawnLater.length > 0;
    const wanted: DetailOptions = later ? { ...this.detailOptions, curves: undefined } : this.detailOptions;
    const elsewhere: RankElsewhere | undefined = rank && ((input) => rank({ ...input, details: wanted }));
    if (!later) return ranks.finish(engine.backend, confidence, elsewhere);
    return rankRows({ ...ranks.input(engine.backend, confidence), again: true }, detailsOf(wanted), { elsewhere });
  }

  async finish(prior: ResolvedPrior, confidence: number | undefined, { skipped, skippedFirst }: Skipped, elsewhere: Elsewhere = {}): Promise<Total> {
    const { tally, statistics, moments, details } = this;
    const { rank, sort } = elsewhere;
    checkWeight(tally);
    const ranking = (): Promise<WeightedRanked | undefined> => this.ranking(confidence, elsewhere);
    // Others begin to sort, or to rank while this thread looks at the modal estimates; alone it does so first, and gives them back.
    const sorting = sort && this.modal(sort);
    const ahead = rank && ranking();
    // What fails first is what is thrown.
    for (const each of [sorting, ahead]) each?.catch(() => {});
    const scores = scoresOf(statistics, prior.values, (id) => moments.get(id as MeasureId)?.summary());
    const unweighted = await (sorting ?? this.modal(undefined));
    const ranked = await (ahead ?? ranking());
    const modalParts = !this.weighted || ranked?.ones ? unweighted : (ranked?.modal ?? withoutModal(ranked?.ranking.reason));
    const { miscalibration, modal } = modalParts;
    const report = buildReport({
      backend: this.engine.backend,
      tally,
      prior,
      scores,
      secondLook: this.secondLook,
      calibration: {
        ...miscalibration,
        ...(this.ranked && details && modal && ranked?.ofClass ? details.figures(modal, ranked.ofClass, tally.classes) : {}),
      },
      ranking: this.ranked ? ranked?.ranking : undefined,
      confidence,
    });
    report.warnings.unshift(...skippedWarning({ skipped, skippedFirst }));
    return {
      report,
      statistics,
      tally,
      scores,
      skipped,
      skippedFirst,
      ...(ranked?.curves ? { curves: ranked.curves } : {}),
      ...(details?.cells ? { calibration: { modal: modalParts, ofClass: ranked?.ofClass } } : {}),
    };
  }
}

/** Rows with weights that could not be kept. */
function withoutModal(reason = 'there are too many rows to keep'): ModalCalibration {
  return { miscalibration: { miscalibration: null, overconfident: null, underconfident: null, cells: 0, reason } };
}
