import {
  type BlobOptions,
  type ClassCurves,
  type LeftOut,
  type OtherWorker,
  type PartRows,
  placesOf,
  type SliceRequest,
  type SlicesJSON,
  scoreJson,
  slicesJson,
} from '../../src/files.js';
import { type Costs, type Decisions, FairbitsError } from '../../src/index.js';
import { measures } from '../../src/parts.js';
import { decideFiles, scoreFiles } from '../../src/webTasks.js';
import type { Options, Outcome, PlacedRow, PostedRows, Progress } from './jobs.js';
import { KeptColumns, MOST_ROWS } from './keptColumns.js';
import { progressOf } from './progress.js';

/** Points of a curve: more are not seen. */
const CURVES = { points: 300 };

/** As on the command line, where neither compare nor decide takes weights: better nothing than figures of other rows. */
function unweighed(what: string): FairbitsError {
  return new FairbitsError('option', `${what} does not take weights: expected rows that count once each.`, {
    expected: 'no weights',
  });
}

/** What reads files: how it is stopped, who hears how far it is, and who helps. */
export interface Context {
  signal: AbortSignal;
  heard(progress: Progress): void;
  workers?: readonly OtherWorker[];
}

/** One learner's files, and what is known of them. */
export class LearnerFiles {
  private outcome: Outcome | undefined;
  /** The rewards of every row, once they were asked for. */
  private kept: KeptColumns | undefined;
  /** Where bad rows are skipped: which they are, part by part, known from then on. */
  private parts: readonly PartRows[] = [];

  constructor(
    private readonly files: File[],
    private readonly labels: File[] | undefined,
    private readonly options: Options,
  ) {}

  private get blobOptions(): BlobOptions {
    return { ...(this.options as BlobOptions), ...(this.labels ? { labels: this.labels } : {}) };
  }

  /** Reads the files once: what is told of single rows comes later. The curves, which only charts need, come when `told` has heard the rest. */
  async score({ heard, ...context }: Context, told: (outcome: Outcome) => void): Promise<Record<string, ClassCurves>> {
    const began = performance.now();
    const options = { ...this.blobOptions, ...context, curves: CURVES, onProgress: progressOf(heard) };
    const { curves } = await scoreFiles(this.files, options, (scored, drawnLater) => {
      // The command prints no curves unless asked to.
      const { curves = {}, ...rest } = scored;
      const { statistics, scores } = rest;
      this.outcome = {
        json: scoreJson(rest),
        statistics: statistics.toJSON(),
        summaries: scores.map(({ summary }) => summary),
        drawn: [...Object.keys(curves), ...drawnLater],
        seconds: (performance.now() - began) / 1e3,
        bytes: this.files.reduce((sum, { size }) => sum + size, 0),
      };
      told(this.outcome);
    });
    return curves ?? {};
  }

  private get scored(): Outcome {
    if (!this.outcome) throw new Error('nothing was scored');
    return this.outcome;
  }

  /** For what needs each row: the prior of the report is known now, so that one reading is enough. */
  private get againOptions(): BlobOptions {
    return { ...this.blobOptions, prior: this.scored.json.prior.values, ranking: false };
  }

  /** The rewards of every row, from another reading of the files when they are first asked for. */
  private async columns({ heard, ...context }: Context): Promise<KeptColumns> {
    if (this.kept) return this.kept;
    const columns = new KeptColumns();
    const onRows = (parts: readonly PartRows[]): void => {
      this.parts = parts;
    };
    const pairing = this.options.skipBad ? { pairing: { onRows } } : {};
    await scoreFiles(this.files, { ...this.againOptions, ...context, ...pairing, keptBytes: 0, columns, onProgress: progressOf(heard) });
    this.kept = columns;
    return columns;
  }

  /** Costs need every row, so the files are read once more; nothing of them is kept. */
  async decide(costs: Costs, { signal, workers = [] }: Context): Promise<Decisions> {
    if (this.options.weights) throw unweighed('What the cheapest choice saves');
    const { files: _, guesses: __, skipped: ___, ...decisions } = await decideFiles(this.files, { ...this.blobOptions, costs, signal, workers });
    return decisions;
  }

  /** The rewards of every row, and the report of them; without some rows, where other learners have no use for them. */
  async postedRows(name: string, context: Context, leaveOut?: readonly LeftOut[]): Promise<PostedRows> {
    const { json, summaries } = this.scored;
    if (this.options.weights) throw unweighed('The comparison of learners');
    if (json.rows > MOST_ROWS)
      throw new FairbitsError('length', `${json.rows.toLocaleString('en-US')} rows are more than a page can compare: fairbits compare has no such limit`, {
        expected: 'fewer rows',
      });
    if (leaveOut) {
      const { heard, ...rest } = context;
      const columns = new KeptColumns();
      const scored = await scoreFiles(this.files, { ...this.blobOptions, ...rest, pairing: { leaveOut }, columns, onProgress: progressOf(heard) });
      return { name, json: scoreJson(scored), summaries: scored.scores.map(({ summary }) => summary), columns: columns.columns() };
    }
    const columns = (await this.columns(context)).columns();
    return { name, json, summaries, columns, ...(this.options.skipBad ? { parts: this.parts } : {}) };
  }

  async worst(context: Context): Promise<PlacedRow[]> {
    const { json } = this.scored;
    const worst = (await this.columns(context)).worst(json.classes);
    const places = await placesOf(
      this.files,
      this.labels,
      worst.map(({ row }) => row),
      json.skipped > 0,
    );
    return worst.map((row, i) => ({ ...row, ...places[i] }));
  }

  /** Rows by the values of columns, as `fairbits slices` has them: under the prior of the report. */
  async slices(by: SliceRequest, { heard, ...context }: Context): Promise<SlicesJSON> {
    return slicesJson(await scoreFiles(this.files, { ...this.blobOptions, ...context, by, ranking: false, onProgress: progressOf(heard) }));
  }

  /** The lines that `score --rewards` writes. */
  async rewards({ signal, workers = [] }: Context): Promise<Blob> {
    const head = `truth,${measures.map(({ id }) => id).join(',')}${this.options.weights ? ',weight' : ''}\n`;
    let parts: Blob[] = [];
    await scoreFiles(this.files, {
      ...this.againOptions,
      signal,
      workers,
      rewards: {
        restart: () => {
          parts = [];
        },
        // A Blob is the browser's to keep, so that many lines need not stay in memory.
        write: (text) => {
          parts.push(new Blob([text]));
        },
      },
    });
    return new Blob([head, ...parts], { type: 'text/csv' });
  }
}
