import { CheckedJson } from '../base/checkedJson.js';
import { type Classes, classNames } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { checkOptions, type OptionNames } from '../base/options.js';
import type { Backend, CompiledCore, Kernels } from '../kernels/kernels.js';
import { plainKernels } from '../kernels/plain.js';
import { noteWantOfMemory } from '../kernels/wantOfMemory.js';
import { wasmKernels, wasmSupported } from '../kernels/wasm.js';
import { type GivenEstimates, type GivenLabels, type GivenWeights, takeRows, takeWeights } from './given.js';
import { type Estimates, impliedClasses, type Labels, shape } from './input.js';
import { type MeasureId, measure } from './measures/registry.js';
import type { Summary } from './moments.js';
import { type Prior, type ResolvedPrior, resolvePrior } from './priors.js';
import { type BootstrapStreamOptions, ColumnBootstrap } from './resampling/columnBootstrap.js';
import { type BootstrapOptions, bootstrapColumns, differences } from './resampling/means.js';
import { type PermutationOptions, type PermutationTest, permutationTest } from './resampling/permutation.js';
import { RuleTally } from './rules/ruleTally.js';
import { type Column, Scoring, type Take } from './scoring.js';
import { noNotes, Staging } from './staging.js';
import { PairedStatistics } from './statistics/pairedStatistics.js';
import { RewardStatistics, STATISTICS_OPTIONS, type StatisticsOptions } from './statistics/rewardStatistics.js';
import { SpreadRoom } from './statistics/spreadRoom.js';
import { checkUnchanged, STATISTICS_FORMAT, type StatisticsJSON } from './statistics/statisticsJson.js';
import { Tally, type TallyJSON, tallyHeader } from './tally.js';
import { TREATMENT_OPTIONS, type Treatment, type TreatmentOptions, treat } from './treatment.js';
import { checkWeights, type Weights } from './weights.js';

/** Which backend an engine runs on, and how much memory it has. */
export interface EngineOptions {
  /** `wasm` or `plain` forces one; else wasm where the machine has it. The environment variable FAIRBITS_BACKEND sets a default. */
  backend?: Backend;
  /** Bytes of the wasm core's memory, which never grows, so that views into it stay valid. 64 MiB by default. */
  memory?: number;
  /** The core, compiled already: a thread is given another's, and with it the code that was optimized there. */
  module?: CompiledCore;
}

/** What `engine.rewards` and `engine.score` can be told: classes, prior, weights, cutoff, and where the values go. */
export interface RewardOptions extends TreatmentOptions {
  /** The number of classes or their names; by default as many as the arrays say. */
  classes?: Classes;
  prior?: Prior;
  /** How often each row counts in mean, total and standard error: 2 is the row twice, 0 no row. */
  weights?: GivenWeights;
  /** Where the values go; made if not given. */
  out?: Float64Array;
}

/** One value per instance, and what they come to. */
export interface Rewards extends Summary {
  values: Float64Array;
}

/** Arrays in the core's own memory: filled without a copy, and taken without one wherever arrays are. */
export interface Chunk<T extends Float64Array | Float32Array = Float64Array> {
  probabilities: T;
  labels: Uint16Array;
  /** Gives the memory back; the views must not be used any more. */
  free(): void;
}

export const DEFAULT_MEMORY = 64 * 1024 * 1024;

export const ENGINE_OPTIONS: OptionNames<EngineOptions> = { backend: true, memory: true, module: true };

const REWARD_OPTIONS: OptionNames<RewardOptions> = { ...TREATMENT_OPTIONS, classes: true, prior: true, weights: true, out: true };

/**
 * Makes an engine: one backend, one memory. Engines share nothing.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 *
 * const engine = await createEngine({ backend: 'plain' });
 * engine.backend; // → 'plain'
 * ```
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkOptions('createEngine', options, ENGINE_OPTIONS);
  const wanted = options.backend ?? defaultBackend();
  if (wanted !== undefined && wanted !== 'wasm' && wanted !== 'plain')
    throw new FairbitsError('backend', `unknown backend "${String(wanted)}": expected wasm or plain`, { found: wanted, expected: 'wasm or plain' });
  if (wanted === 'plain' || (wanted === undefined && !wasmSupported())) return new Engine(plainKernels());
  if (!wasmSupported())
    throw new FairbitsError('backend', 'this machine has no WebAssembly with SIMD; use backend: "plain"', { found: wanted, expected: 'WebAssembly with SIMD' });
  try {
    return new Engine(await wasmKernels(options.memory ?? DEFAULT_MEMORY, options.module));
  } catch (error) {
    // V8 sets aside far more address space than is used, and a process may be allowed little (ulimit -v): the other way gives the same bits.
    if (!(error instanceof RangeError)) throw error;
    noteWantOfMemory();
    return new Engine(plainKernels());
  }
}

function defaultBackend(): Backend | undefined {
  const env = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;
  return (env?.FAIRBITS_BACKEND || undefined) as Backend | undefined;
}

/**
 * One backend with one memory: makes tallies and statistics, scores rows, resamples columns. `createEngine` makes it.
 *
 * @example
 * ```ts
 * import { createEngine } from 'fairbits';
 *
 * const engine = await createEngine();
 * // Two rows of two classes; the second is wrong about its class.
 * const { values, mean } = engine.score('bayesianReward', [[0.8, 0.2], [0.7, 0.3]], [0, 1], { prior: 'uniform' });
 * values; // → Float64Array(2) [ 0.6781, -0.737 ]
 * mean; // → -0.02945
 * engine.bootstrapMeans(Float64Array.of(1, 2, 3), { replicates: 4, seed: 1 }); // → Float64Array(4) [ 2.333, 2.333, 1.333, 2 ]
 * ```
 */
export class Engine {
  private readonly staging: Staging;
  private spreads: SpreadRoom | undefined;

  /** @internal */
  constructor(readonly kernels: Kernels) {
    this.staging = new Staging(kernels);
  }

  get backend(): Backend {
    return this.kernels.backend;
  }

  /** An empty tally of a number of classes, or of named ones. */
  tally(classes: Classes, options?: TreatmentOptions): Tally {
    if (options) checkOptions('tally', options, TREATMENT_OPTIONS);
    return new Tally(this.kernels, this.staging, classes, options);
  }

  /**
   * Empty statistics of a number of classes, or of named ones: every measure under any prior, with its standard error. A
   * tally has the totals alone, several times as fast.
   */
  statistics(classes: Classes, options?: StatisticsOptions): RewardStatistics {
    if (options) checkOptions('statistics', options, STATISTICS_OPTIONS);
    return new RewardStatistics(this.kernels, this.staging, (k) => this.spreadRoom(k), classes, options);
  }

  /** Empty statistics of two learners on the same rows: the difference of their rewards under any prior, with its standard error. */
  pairedStatistics(classes: Classes, options?: TreatmentOptions): PairedStatistics {
    if (options) checkOptions('pairedStatistics', options, TREATMENT_OPTIONS);
    return new PairedStatistics(this.kernels, this.staging, (k) => this.spreadRoom(k), classes, options);
  }

  /** The room of the last number of classes is kept. */
  private spreadRoom(k: number): SpreadRoom {
    if (this.spreads?.k !== k) {
      this.spreads?.free();
      this.spreads = undefined;
      this.spreads = new SpreadRoom(this.kernels, k);
    }
    return this.spreads;
  }

  /** A tally from its JSON (an object, or text). */
  tallyFrom(json: TallyJSON | string): Tally {
    const found = typeof json === 'string' ? parseJson<TallyJSON>(json) : json;
    const { classes, options } = tallyHeader(found);
    return this.tally(classes, options).restore(found);
  }

  /** Statistics from their JSON (an object, or text; or both, where both are at hand). */
  statisticsFrom(json: StatisticsJSON | string, text = typeof json === 'string' ? json : undefined): RewardStatistics {
    const found = typeof json === 'string' ? parseJson<StatisticsJSON>(json) : json;
    const checked = new CheckedJson(found);
    if (checked.field('format').text() !== STATISTICS_FORMAT) checked.field('format').refuse(`"${STATISTICS_FORMAT}"`);
    // A tally of its own kind, which says what is wrong with it.
    checked.field('tally').field('format').text();
    const { tally } = found;
    const { classes, options } = tallyHeader(tally);
    const statistics = this.statistics(classes, options).restore(checked, tally);
    checkUnchanged(found, text);
    return statistics;
  }

  /** An empty tally of set-valued predictions. */
  ruleTally(classes: Classes): RuleTally {
    return new RuleTally(this.kernels, classes);
  }

  /** One value per instance. */
  rewards(id: MeasureId, estimates: GivenEstimates, labels: GivenLabels, options: RewardOptions = {}): Float64Array {
    return this.score(id, estimates, labels, options).values;
  }

  /** One value per instance, with mean, total and standard error from the same pass. */
  score(id: MeasureId, given: GivenEstimates, truths: GivenLabels, options: RewardOptions = {}): Rewards {
    checkOptions('score', options, REWARD_OPTIONS);
    const definition = measure(id);
    const { estimates, labels, classes } = takeRows(given, truths, options.classes);
    const weights = takeWeights(options.weights);
    const names = classNames(classes ?? impliedClasses(estimates, labels));
    const { rows } = shape(estimates, labels, names.length);
    const values = options.out ?? new Float64Array(rows);
    if (!(values instanceof Float64Array) || values.length !== rows)
      throw new FairbitsError('length', `out has ${values.length} places for ${rows} rows`, { found: values.length, expected: `a Float64Array of ${rows}` });
    const treatment = treat(names, estimates, options);
    const { values: prior } = definition.usesPrior ? this.resolve(options.prior, names, labels, weights) : resolvePrior('uniform', names, () => []);
    const scoring = this.scoring(treatment, prior, [definition]);
    try {
      scoring.add(estimates, labels, (_, part, from) => values.set(part(), from), weights);
      return { values, ...scoring.summaries()[0] };
    } finally {
      scoring.free();
    }
  }

  /** Scores rows chunk by chunk; see Scoring. Free it when done. @internal */
  scoring(treatment: Treatment, prior: Float64Array, measures: readonly Column[], others?: readonly Column[]): Scoring {
    return new Scoring(this.kernels, this.staging, treatment, prior, measures, others);
  }

  /** Adds rows to a tally, or to statistics, and to a scoring of the same treatment; they are looked at once. A piece that has a bad row is added to neither. @internal */
  addToBoth(
    tally: Tally | RewardStatistics,
    scoring: Scoring,
    treatment: Treatment,
    estimates: Estimates,
    labels: Labels,
    take?: Take,
    weights?: Weights,
  ): void {
    const form = shape(estimates, labels, tally.k);
    if (weights) checkWeights(weights, form.rows);
    const most = Staging.rows(tally.k, form.column);
    for (let from = 0; from < form.rows; from += most) {
      const notes = noNotes();
      const piece = this.staging.piece(estimates, labels, form, from, Math.min(most, form.rows - from), treatment, notes, 'modal');
      if (weights) piece.weights = weights.subarray(from, from + piece.rows);
      tally.addPiece(piece, form.column, treatment, notes);
      scoring.addPiece(piece, form.column, take);
    }
  }

  /** A prior; `test` counts the labels. @internal */
  resolve(prior: Prior | undefined, names: readonly string[], labels: Labels, weights?: Weights): ResolvedPrior {
    return resolvePrior(prior, names, () => {
      const counts = new Float64Array(names.length);
      for (let r = 0; r < labels.length; r++) if (labels[r] < counts.length) counts[labels[r]] += weights ? weights[r] : 1;
      return counts;
    });
  }

  /** The means of a column in bootstrap replicates; of several columns with the same draws. */
  bootstrapMeans(values: Float64Array, options?: BootstrapOptions): Float64Array;
  bootstrapMeans(columns: readonly Float64Array[], options?: BootstrapOptions): Float64Array[];
  bootstrapMeans(values: Float64Array | readonly Float64Array[], options?: BootstrapOptions): Float64Array | Float64Array[] {
    return values instanceof Float64Array ? bootstrapColumns(this.kernels, [values], options)[0] : bootstrapColumns(this.kernels, values, options);
  }

  /** The mean of a − b in bootstrap replicates of the pairs. */
  bootstrapDifferences(a: Float64Array, b: Float64Array, options?: BootstrapOptions): Float64Array {
    return this.bootstrapMeans(differences(a, b), options);
  }

  /** The bootstrap of columns that come in chunks, in one pass; see ColumnBootstrap. Free it when done. */
  bootstrapStream(options: BootstrapStreamOptions): ColumnBootstrap {
    return new ColumnBootstrap(this.kernels, options);
  }

  /** The sign-flip permutation test of paired differences. */
  permutationTest(differences: Float64Array, options?: PermutationOptions): PermutationTest {
    return permutationTest(this.kernels, differences, options);
  }

  /** Arrays in the core's memory for rows of k estimates; k = 1 is one column of P(positive). */
  chunk(rows: number, k: number): Chunk;
  chunk(rows: number, k: number, type: 'float32'): Chunk<Float32Array>;
  chunk(rows: number, k: number, type?: 'float32'): Chunk<Float64Array | Float32Array> {
    if (!(Number.isInteger(rows) && rows >= 0 && Number.isInteger(k) && k >= 1))
      throw new FairbitsError('option', `a chunk of ${rows} rows and ${k} estimates each: expected whole numbers`, {
        found: [rows, k],
        expected: 'whole numbers',
      });
    const { kernels } = this;
    const probabilities = type === 'float32' ? kernels.float32(rows * k) : kernels.float64(rows * k);
    try {
      const labels = kernels.uint16(rows);
      let freed = false;
      return {
        probabilities,
        labels,
        free() {
          // Once: the place may be another chunk's by the second time.
          if (freed) return;
          freed = true;
          kernels.free(probabilities);
          kernels.free(labels);
        },
      };
    } catch (error) {
      kernels.free(probabilities);
      throw error;
    }
  }
}

function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FairbitsError('tally', `this is no tally: ${(error as Error).message}`, { expected: 'JSON as a tally’s toJSON gives it' });
  }
}
