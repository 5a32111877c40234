import { FairbitsError } from '../../base/errors.js';
import { createEngine, type Engine } from '../../core/engine.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../../core/priors.js';
import type { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import { isSameNumbers } from '../../core/statistics/turningPoints.js';
import { type DatabaseUrl, isDatabaseUrl, parseDatabaseUrl } from '../../engines/clients/databaseUrl.js';
import { openClient } from '../../engines/clients/openClient.js';
import { type Histograms, histogramsFromRows } from '../../engines/histogramRows.js';
import type { ResultRow } from '../../engines/resultCells.js';
import type { ResolvedSpec, StatisticsSpec } from '../../engines/spec.js';
import { badRows, type EngineStatistics, statisticsFromRows } from '../../engines/statisticsFromRows.js';
import { isSayable } from '../../engines/statisticsSql.js';
import { buildReport, type Report, scoresOf } from '../../evaluate/report.js';
import { labelMatcher, withoutBlanks } from '../../rows/classOfLabel.js';
import { PASSED_OVER_WORDS, passedOver } from '../../rows/columns.js';
import { readerOf } from '../../rows/tableSource.js';
import { type SlicedRows, type SlicesReport, sliceReport } from '../../slices/sliceReport.js';
import { nodeGround } from '../nodeGround.js';
import { choosePredictions, type PredictionOptions, type Predictions } from '../predictions.js';
import type { OpenRows } from '../rowCrew.js';
import type { Training } from '../score/options.js';
import { checkWeight } from '../score/totals.js';
import { usualMemory } from '../sizes.js';
import type { SliceRequest } from '../slices/planSlices.js';
import { isTraining, trainingPrior } from '../training.js';
import { sliceShards } from './databaseSlices.js';
import { histogramFigures } from './histogramFigures.js';
import { type LabelCount, SampleTable } from './sampleSource.js';
import { generalizedSummary, skippedTogether } from './savedParts.js';
import { type Ask, databaseError, Shard } from './shard.js';

/** What `scoreDatabase` can be told: columns, prior, cutoff, a condition on rows, a time limit, or a function of one’s own that sends the query. */
export interface DatabaseOptions extends Omit<PredictionOptions, 'renormalize' | 'header' | 'long'> {
  prior?: Prior | Training<string>;
  confidence?: number;
  /** A condition in the words of the engine: rows that do not meet it are not looked at. */
  where?: string;
  /** Count rows that cannot be scored rather than stop. */
  skipBad?: boolean;
  floatSums?: boolean;
  /** False leaves ranking and calibration out, which take a second, larger query. */
  ranking?: boolean;
  /** Slice the rows by columns, too: [docs/slices.md](../../../docs/slices.md). */
  by?: SliceRequest;
  /** Seconds that one query may take. */
  timeout?: number;
  signal?: AbortSignal;
  /** Asks a database in the place of a client of ours: gets the query and the URL, and answers rows. */
  query?: (sql: string, url: string) => Promise<readonly ResultRow[]>;
}

/** The report of rows that lie in databases, and what it was made from. */
export interface DatabaseScore {
  report: Report;
  statistics: RewardStatistics;
  guesses: string[];
  /** The URLs without passwords. */
  files: string[];
  skipped: number;
  /** Where rows were sliced: what the slices come to, and their statistics. */
  slices?: SlicesReport;
  slicedRows?: SlicedRows;
}

/** Scores tables in databases, several as shards of one test set: each computes the statistics of its own rows. */
export async function scoreDatabase(urls: readonly string[], options: DatabaseOptions = {}): Promise<DatabaseScore> {
  const file = urls.find((url) => !isDatabaseUrl(url));
  if (file !== undefined)
    throw new FairbitsError(
      'option',
      `${file} is no database: expected URLs alone. Score files with --save, databases with --save, and merge both (fairbits merge)`,
      {
        found: file,
        expected: 'URLs of databases',
      },
    );
  const parsed = urls.map(parseDatabaseUrl);
  const shards = await openShards(parsed, urls, options);
  let ending: Promise<unknown> | undefined;
  const stop = (): void => {
    ending ??= endQueries(shards);
  };
  options.signal?.addEventListener('abort', stop);
  try {
    options.signal?.throwIfAborted();
    return await scoreShards(shards, options);
  } catch (error) {
    // What the other shards compute is of no use any more.
    stop();
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await ending;
    await within(Promise.allSettled(shards.map(({ client }) => client?.close())));
  }
}

const endQueries = (shards: readonly Shard[]): Promise<unknown> => within(Promise.allSettled(shards.map(({ client }) => client?.cancel())));

/** A server that does not answer is waited for no longer than this. */
const PATIENCE = 5000;

async function within(work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((done) => {
    timer = setTimeout(done, PATIENCE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function openShards(parsed: readonly DatabaseUrl[], urls: readonly string[], { query, where, weights, timeout }: DatabaseOptions): Promise<Shard[]> {
  const opened = await Promise.allSettled(
    parsed.map(async (url, i) => {
      if (query) return new Shard(url, where, weights, ((sql) => query(sql, urls[i])) as Ask);
      const client = await openClient(url, { timeout }).catch((error) => {
        throw databaseError(url, error);
      });
      return new Shard(url, where, weights, (sql) => client.query(sql), client);
    }),
  );
  const failed = opened.find((each) => each.status === 'rejected');
  const shards = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (!failed) return shards;
  await Promise.allSettled(shards.map(({ client }) => client?.close()));
  throw failed.reason;
}

async function scoreShards(shards: readonly Shard[], options: DatabaseOptions): Promise<DatabaseScore> {
  const tables = await sampleTables(shards);
  const rows = openSamples(tables);
  const chosen = await choosePredictions(rows, options);
  checkScale(chosen, shards[0]);
  const { classes } = chosen;
  const engine = await createEngine({ memory: usualMemory(classes.length) });
  const wanted = options.prior;
  const known = isTraining(wanted)
    ? await trainingPrior(nodeGround, wanted, { classes, engine: { memory: usualMemory(classes.length) } })
    : wanted === undefined || wanted === 'test'
      ? undefined
      : resolvePrior(wanted, classes, () => []);
  const first = known ?? (await expectedPrior(shards, tables, chosen, options));
  const found = await ask(shards, tables, chosen, options, engine, first);
  const used = known ?? testPrior(found.statistics);
  // Rows that were passed over, or came meanwhile, make another prior than was counted.
  const again = isSameNumbers(first.values, used.values) ? found : await ask(shards, tables, chosen, options, engine, used);
  const answers =
    again.statistics.rows > 0 && options.ranking !== false ? (await Promise.all(shards.map((shard, i) => shard.histograms(again.specs[i])))).flat() : [];
  const histograms = answers.length === 0 ? undefined : histogramsFromRows(answers, false);
  const whole = scored(shards, chosen, again, histograms, known ?? testPrior(again.statistics), engine, options);
  if (!options.by) return whole;
  const { sliced, notes } = await sliceShards(shards, rows, tables, chosen, again.specs, options.by, engine);
  return {
    ...whole,
    guesses: guessesBeside(chosen.guesses, sliced, tables[0], chosen),
    slicedRows: sliced,
    slices: sliceReport(sliced, again.statistics, known ?? testPrior(again.statistics), options.confidence ?? 0.95, notes),
  };
}

/** The first rows of each shard. Someone's own query answers no names of columns where there is no row: they are those of the other shards. */
async function sampleTables(shards: readonly Shard[]): Promise<SampleTable[]> {
  const samples = await Promise.all(shards.map((shard) => shard.sample()));
  const known = samples.find(({ columns }) => columns.length > 0);
  if (!known) throw noRows(shards);
  return samples.map((sample) => new SampleTable(sample.columns.length > 0 ? sample : sample.like(known)));
}

function noRows(shards: readonly Shard[]): FairbitsError {
  const file = shards.map(({ url }) => url.shown).join(', ');
  return new FairbitsError('format', `${file}: there is no row to score: expected rows of predictions`, { file, expected: 'rows of predictions' });
}

/** What was guessed; columns that rows are sliced by are not passed over. */
function guessesBeside(
  guesses: readonly string[],
  { columns }: SlicedRows,
  { columns: all }: SampleTable,
  { wanted: [{ numbers, truth, weights }] }: Predictions,
): string[] {
  const used = [...numbers, truth, weights, ...columns.map(({ name }) => all.indexOf(name))].filter((column) => column !== undefined);
  return [...guesses.filter((guess) => !guess.startsWith(PASSED_OVER_WORDS)), ...passedOver(all, used)];
}

const testPrior = ({ classes, tally }: RewardStatistics): ResolvedPrior => resolvePrior('test', classes, () => tally.confusion.actual());

/** Samples as tables that are open; nothing of them lies in files. */
function openSamples(tables: readonly SampleTable[]): OpenRows {
  const own = (file: number): Promise<number> => (tables.find(({ address }) => address.file === file) as SampleTable).next();
  const rows: OpenRows = {
    inputs: { files: [], labelsFrom: 0, read: readerOf(new Map(), own), alone: true, close() {} },
    tables,
    hands: [],
    reopen: async () => rows,
  };
  return rows;
}

function checkScale({ wanted }: Predictions, { url }: Shard): void {
  const scale = wanted.map((each) => each.scales?.[0]?.scale).find((each) => each !== undefined && each !== 'percent');
  if (scale !== undefined)
    throw new FairbitsError(
      'option',
      `${url.shown}: logits are not turned into estimates by the database: expected probabilities. Make a view that computes ${scale}, and name that.`,
      {
        file: url.shown,
        found: scale,
        expected: 'probabilities',
      },
    );
}

/** The frequencies of the classes, from the labels alone: what they are if every row can be scored. */
async function expectedPrior(
  shards: readonly Shard[],
  tables: readonly SampleTable[],
  { classes, wanted }: Predictions,
  { weights }: DatabaseOptions,
): Promise<ResolvedPrior> {
  const matching = labelMatcher(classes);
  const counts = new Float64Array(classes.length);
  const labels = await Promise.all(shards.map((shard, i) => shard.labels(tables[i].columns[wanted[i].truth as number])));
  for (const { label, rows, weight } of labels.flat()) if (matching(label) >= 0) counts[matching(label)] += weights === undefined ? rows : weight;
  return resolvePrior('test', classes, () => counts);
}

/** More spellings than this are not asked for one by one. */
const MOST_SPELLINGS = 1000;

/** Labels that are of a class, though not written like it: +1, 1e0, 2:b. */
function spellingsOf(labels: readonly LabelCount[], classes: readonly string[]): [label: string, index: number][] {
  const matching = labelMatcher(classes);
  const names = new Set(classes.map(withoutBlanks));
  const others = labels.filter(({ label }) => !names.has(withoutBlanks(label)) && matching(label) >= 0 && isSayable(label));
  return others.slice(0, MOST_SPELLINGS).map(({ label }) => [label, matching(label)]);
}

/** Has every shard compute its statistics under a prior, and adds them up. */
async function ask(
  shards: readonly Shard[],
  tables: readonly SampleTable[],
  { classes, positive, wanted, treatments }: Predictions,
  { weights, floatSums, skipBad, cutoff }: DatabaseOptions,
  engine: Engine,
  prior: ResolvedPrior,
): Promise<EngineStatistics & { specs: ResolvedSpec[] }> {
  // What one shard tells of printed or single numbers holds for all.
  const tolerances = treatments.flatMap(({ tolerance }) => (tolerance === undefined ? [] : [tolerance]));
  const labels = await Promise.all(shards.map((shard, i) => shard.labels(tables[i].columns[wanted[i].truth as number])));
  const specs = shards.map((shard, i) => {
    const { columns } = tables[i];
    const spec: Omit<StatisticsSpec, 'table'> = {
      truth: columns[wanted[i].truth as number],
      probs: wanted[i].numbers.map((column) => columns[column]),
      classes,
      ...(positive === undefined ? {} : { positive }),
      ...(weights === undefined ? {} : { weights }),
      ...(cutoff === undefined ? {} : { cutoff }),
      ...(tolerances.length === 0 ? {} : { tolerance: Math.max(...tolerances) }),
      percent: wanted[i].scales?.[0]?.scale === 'percent',
      floatSums: floatSums ?? false,
      skipBad: skipBad ?? false,
      prior: prior.values,
    };
    return { ...shard.spec(spec), spellings: spellingsOf(labels[i], classes) };
  });
  const answers = await Promise.all(shards.map((shard, i) => shard.statistics(specs[i])));
  const found = await statisticsFromRows(answers.flat(), { engine, skipBad: true });
  const bad = Object.values(found.skipped).reduce((sum, count) => sum + count, 0);
  if (bad > 0 && !skipBad) throw await badRowsError(shards, tables, specs, wanted, found, bad);
  return { ...found, specs };
}

async function badRowsError(
  shards: readonly Shard[],
  tables: readonly SampleTable[],
  specs: readonly ResolvedSpec[],
  wanted: Predictions['wanted'],
  { skipped }: EngineStatistics,
  bad: number,
): Promise<FairbitsError> {
  const first = await Promise.all(
    shards.map((shard, i) => {
      const used = new Set([wanted[i].truth, wanted[i].weights, ...wanted[i].numbers]);
      return shard.firstBad(
        specs[i],
        tables[i].columns.filter((_, column) => !used.has(column)),
      );
    }),
  );
  const all = first.flat();
  const few = all.slice(0, 5);
  const error = badRows(skipped, bad, specs[0], few.length === 0 ? '' : `; the first: ${few.join('; ')}${bad > few.length ? '; …' : ''}`);
  return new FairbitsError(error.code, error.message.replace(/^.*?: /s, `${shards.map(({ url }) => url.shown).join(', ')}: `), {
    file: shards.map(({ url }) => url.shown).join(', '),
    found: error.found,
    expected: error.expected ?? '',
    suggestion: error.suggestion ?? [],
  });
}

function scored(
  shards: readonly Shard[],
  { guesses }: Predictions,
  found: EngineStatistics,
  histograms: Histograms | undefined,
  prior: ResolvedPrior,
  engine: Engine,
  { confidence }: DatabaseOptions,
): DatabaseScore {
  const { statistics } = found;
  const { tally } = statistics;
  const files = shards.map(({ url }) => url.shown);
  if (tally.rows === 0) throw noRows(shards);
  checkWeight(tally);
  const report = buildReport({
    backend: engine.backend,
    tally,
    prior,
    scores: scoresOf(statistics, prior.values, (id) => (id === 'generalizedReward' ? generalizedSummary(found, prior.values) : undefined)),
    ...histogramFigures(histograms, tally, confidence, 'no histograms were asked for, which tell it'),
    confidence,
  });
  const { skipped, warnings } = skippedTogether([found]);
  report.warnings.unshift(...warnings);
  return { report, statistics, guesses, files, skipped };
}
