import { FairbitsError } from '../../base/errors.js';
import { RowDealer } from '../../columns/ranking/dealtRows.js';
import { MOST_RUNS } from '../../columns/ranking/keptRows.js';
import type { EngineOptions } from '../../core/engine.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../../core/priors.js';
import { expectedBand } from '../../core/statistics/turningPoints.js';
import { PASSED_OVER_WORDS, passedOver } from '../../rows/columns.js';
import type { Table, Wanted } from '../../rows/table.js';
import { letMessagesIn } from '../../run/letMessagesIn.js';
import type { RunProgress, Skipped } from '../../run/runRows.js';
import type { SlicePlan } from '../../slices/slicePlan.js';
import type { Ground } from '../ground.js';
import { arrayOptions, choosePredictions, type Predictions, shapeOptions, treatmentOf } from '../predictions.js';
import { type OpenRows, RowCrew, settledTables, withTables } from '../rowCrew.js';
import { usualMemory, usualPartBytes } from '../sizes.js';
import type { SliceTotals } from '../slices/sliceTotals.js';
import type { Slicing } from '../slices/slicing.js';
import { isTraining, trainingPrior } from '../training.js';
import { explainImpossible } from './impossible.js';
import { lookAtRows, needsTwoLooks } from './look.js';
import type { Scored, ScoreOptions } from './options.js';
import type { Look, ScoreOf, ScorePart } from './partScorer.js';
import { rankOnCrew } from './rankOnCrew.js';
import { sampleRows } from './sampleRows.js';
import { sortOnCrew } from './sortOnCrew.js';
import { KEPT_BYTES, Totals } from './totals.js';
import { addPrint, noTruths, type TruthPrint } from './truthPrint.js';

type ScoredRows = Omit<Scored, 'files'> & { names: string[] };

/** Hears all there is to say but the curves of these classes, which come later. */
export type OnFigures = (scored: ScoredRows, drawnLater: readonly string[]) => void | Promise<void>;

/**
 * Scores files of predictions, of any formats, as one test set, handing over the rewards of every row where there is a place for them. `slicing` is what
 * slices them by columns, loaded where that is asked for. Where someone waits for the figures, the curves are made when these have been told.
 */
export async function scoreRows<F>(
  ground: Ground<F>,
  files: readonly F[],
  options: ScoreOptions<F>,
  slicing?: Slicing,
  onFigures?: OnFigures,
): Promise<ScoredRows> {
  const explain = (scored: ScoredRows): Promise<void> => explainImpossible(ground, files, options, scored, scoreAll);
  if (onFigures)
    return scoreAll(ground, files, options, slicing, async (scored, drawn) => {
      await explain(scored);
      await onFigures(scored, drawn);
    });
  const scored = await scoreAll(ground, files, options, slicing);
  await explain(scored);
  return scored;
}

async function scoreAll<F>(ground: Ground<F>, files: readonly F[], options: ScoreOptions<F>, slicing?: Slicing, onFigures?: OnFigures): Promise<ScoredRows> {
  const { labels, signal, threads } = options;
  const eachRow = options.rewards !== undefined || options.columns !== undefined;
  // What comes by a pipe need not be kept where rows are read once.
  const opening = { labels, signal, threads, once: !needsTwoLooks(2, options.prior, eachRow), npy: arrayOptions(options), shape: shapeOptions(options) };
  return withTables(ground, files, opening, async (rows) => {
    const chosen = await choosePredictions(rows, options);
    // How many classes there are is known by now.
    if (needsTwoLooks(chosen.classes.length, options.prior, eachRow)) await rows.inputs.streams?.keep();
    const settled = await settledTables(rows);
    const { prior } = options;
    const engine = engineOptions(options, chosen.classes.length);
    const known = isTraining(prior) ? await trainingPrior(ground, prior, { ...options, engine, classes: chosen.classes }) : prior;
    return scoreOpen(settled, chosen, options, known as Prior | ResolvedPrior | undefined, slicing, onFigures);
  });
}

/** Scores tables that are open, under a prior that may have been found already. */
export async function scoreOpen<F>(
  rows: OpenRows,
  chosen: Predictions,
  options: Omit<ScoreOptions<F>, 'prior'>,
  prior: Prior | ResolvedPrior | undefined,
  slicing?: Slicing | undefined,
  onFigures?: OnFigures,
): Promise<ScoredRows> {
  const { tables, hands } = rows;
  const { classes } = chosen;
  const engine = engineOptions(options, classes.length);
  slicing?.registerSlicer();
  const sliced = options.by && (await slicing?.planSlices(rows, chosen, options.by, engine));
  const guesses = sliced ? withoutSliced(chosen.guesses, tables[0], sliced.wanted[0]) : chosen.guesses;
  const wanted = sliced?.wanted ?? chosen.wanted;
  const partBytes = options.rangeBytes ?? usualPartBytes(classes.length);
  const ranked = ranksElsewhere(rows, chosen, options);
  const sorts = !ranked && sortsElsewhere(rows, options);
  const of = scoredPass(chosen, tables, options, sliced?.plan, hands.every(({ shares }) => shares) && ranked);
  if (sorts) of.keepEstimates = 'shared';
  const known = knownPrior();
  const truths = tables.map(noTruths);
  options.signal?.throwIfAborted();
  // Other threads open the files while this one looks at some rows.
  const { skipBad = false, pairing } = options;
  const apart = pairing ? { listBad: pairing.onRows !== undefined, leaveOut: pairing.leaveOut } : {};
  const crew = await RowCrew.create(rows, { sink: 'score', of, wanted, engine, skipBad, ...apart }, partBytes);
  try {
    const sample = await sampleRows(rows, chosen, crew.engine);
    const statistics = { turnAt: known?.values, band: sample && !of.weighted ? expectedBand(sample.counts) : undefined };
    // All parts are dealt out, or none is; most of the memory is left to others.
    const fewClasses = chosen.width > 2 && chosen.width <= MOST_RUNS;
    const dealsRows = rows.dealsRows === true && fewClasses && 4 * RowDealer.bytes(chosen.width) <= (engine.memory ?? 0);
    const totals = new Totals(crew.engine, classes, treatmentOf(options), statistics, { ...options, leastRows: sample?.leastRows });
    const slices = sliced && (await slicing?.SliceTotals.create(crew.engine, sliced.plan, classes, { ...treatmentOf(options), ...statistics }));
    await options.rewards?.restart();
    options.columns?.restart();
    await options.rows?.restart(classes);
    let skipped: Skipped | undefined;
    const look = async (wanted: Look): Promise<void> => {
      const found = await crew.run<ScorePart>(
        { ...wanted, deals: totals.keepsModal, dealsRows: dealsRows && totals.keepsAll(sample?.expectedRows) },
        (part, { table }) => add(totals, slices, part, wanted, table),
        {
          signal: options.signal,
          onProgress: told,
        },
      );
      skipped ??= found;
    };
    const used = await lookAtRows(totals, known, of.writeRewards || of.keepRewards, statistics, !rows.inputs.streams, look);
    if (totals.tally.rows === 0) throw noRowsError(tables);
    pairing?.onRows?.(skipped?.parts ?? []);
    const rank = ranked ? rankOnCrew(crew.crew, options.signal) : undefined;
    const sort = sorts ? sortOnCrew(crew.crew) : undefined;
    // Others are done with, unless they rank or sort.
    if (!rank && !sort) for (const hand of hands.splice(0)) hand.stop();
    const total = await totals.finish(used, options.confidence, skipped as Skipped, { rank, sort, undrawn: onFigures !== undefined });
    const names = tables.map(({ name }) => name);
    const pooled = names.length > 1 ? { pooled: pooledOf(truths) } : {};
    const scored: ScoredRows = { ...total, guesses, names, ...pooled };
    if (slices && sliced && slicing) {
      scored.slicedRows = slices.finish();
      scored.slices = slicing.sliceReport(scored.slicedRows, total.statistics, used, options.confidence ?? 0.95, sliced.notes);
    }
    if (!onFigures) return scored;
    const { drawnLater } = totals;
    await onFigures(scored, drawnLater);
    if (drawnLater.length === 0) return scored;
    const between = async (): Promise<void> => {
      await letMessagesIn();
      options.signal?.throwIfAborted();
    };
    return { ...scored, curves: await totals.draw(options.confidence, rank, between) };
  } finally {
    crew.free();
  }

  async function add(totals: Totals, slices: SliceTotals | undefined, part: ScorePart, look: Look, table: number): Promise<void> {
    await totals.add(part, look);
    if (part.slices) slices?.add(part.slices, table, { ...of.treatments[table], ...look.statistics });
    if (part.truths) addPrint(truths[table], part.truths);
    if (part.ranked) await options.rows?.add(part.ranked);
    if (part.rewards !== undefined) await options.rewards?.write(part.rewards);
    if (part.columns) options.columns?.add(part.columns);
  }

  function told(progress: RunProgress): void {
    options.onProgress?.({ step: 'scoring', ...progress });
  }

  /** The prior, where it is not that of the test set. */
  function knownPrior(): ResolvedPrior | undefined {
    if (prior === undefined || prior === 'test') return undefined;
    return typeof prior === 'object' && 'values' in prior && prior.values instanceof Float64Array
      ? (prior as ResolvedPrior)
      : resolvePrior(prior as Prior, classes, () => []);
  }
}

export function engineOptions({ backend, memory }: EngineOptions, k: number): EngineOptions {
  return { ...(backend ? { backend } : {}), memory: memory ?? usualMemory(k) };
}

export function scoredPass<F>(
  { classes, width, treatments, wanted }: Predictions,
  tables: readonly Table[],
  options: Omit<ScoreOptions<F>, 'prior'>,
  slices: SlicePlan | undefined,
  shareRows: boolean,
): ScoreOf {
  const { rows, ranking = true, weights } = options;
  return {
    width,
    weighted: weights !== undefined,
    classes,
    treatments,
    columns: tables.map(({ columns }, i) => ({
      estimates: wanted[i].numbers.map((column) => columns[column]),
      weights: wanted[i].weights === undefined ? undefined : columns[wanted[i].weights],
    })),
    keepEstimates: true,
    // With weights the modal estimates are looked at beside the others.
    keepRows: rows ? 'all' : ranking || weights !== undefined ? 'ranking' : undefined,
    shareRows,
    writeRewards: options.rewards !== undefined,
    rawText: options.rawText ?? false,
    keepRewards: options.columns !== undefined,
    printTruths: tables.length > 1,
    slices,
  };
}

/**
 * Whether other threads rank classes, too: where rows are kept, and enough to be shared out. Of a larger file bins are kept and no rows; what is shared would be
 * given back late. Of a stream nobody knows.
 */
function ranksElsewhere<F>({ tables, hands }: OpenRows, { width }: Predictions, options: Omit<ScoreOptions<F>, 'prior'>): boolean {
  const { ranking, weights, keptBytes = KEPT_BYTES } = options;
  if (hands.length === 0 || ranking === false || weights !== undefined) return false;
  const bytes = tables.reduce((sum, { rows, size }) => sum + (rows === undefined ? size : rows * 16 * width), 0);
  if (bytes > 2 * keptBytes && bytes !== Infinity) return false;
  // To hands that share no memory rows must be posted, which pays where this thread has some classes to rank meanwhile.
  return hands.every(({ shares }) => shares) || width > 2;
}

/** Whether other threads sort the modal estimates: where they have nothing to rank, and there are few enough to be kept. */
function sortsElsewhere<F>({ tables, hands }: OpenRows, { weights, keptBytes = KEPT_BYTES }: Omit<ScoreOptions<F>, 'prior'>): boolean {
  if (hands.length === 0 || weights !== undefined || hands.some(({ shares }) => !shares)) return false;
  // A row of text is hardly shorter than 8 bytes.
  return tables.reduce((sum, { rows, size }) => sum + (rows === undefined ? size / 2 : rows * 16), 0) <= keptBytes;
}

/** Files that are pooled: whether they look like the predictions of several learners for the same rows. */
function pooledOf(truths: readonly TruthPrint[]): NonNullable<Scored['pooled']> {
  const [{ rows, hash }, ...others] = truths;
  return { rows: truths.map((each) => each.rows), sameTruths: rows > 1 && others.every((each) => each.rows === rows && each.hash === hash) };
}

/** The error of tables without a row. */
export function noRowsError(tables: readonly Table[]): FairbitsError {
  const names = tables.map(({ name }) => name).join(', ');
  const header = tables.every(({ text, size }) => text !== undefined && text.rowsAt > 0 && text.rowsAt >= size);
  return new FairbitsError('format', `${names}: there is ${header ? 'a header but no row' : 'no row to score'}: expected rows of predictions`, {
    file: names,
    expected: header ? 'rows' : 'rows of predictions',
  });
}

/** What was guessed; columns that rows are sliced by are not passed over. */
function withoutSliced(guesses: readonly string[], { columns }: Table, { numbers, weights, truth, texts = [] }: Wanted): string[] {
  const used = [...numbers, ...texts, ...[weights, truth].filter((column) => column !== undefined)];
  return [...guesses.filter((guess) => !guess.startsWith(PASSED_OVER_WORDS)), ...passedOver(columns, used)];
}
