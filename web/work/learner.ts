import type { Costs } from '../../src/decisions/costs.js';
import { Decider, type Decisions } from '../../src/decisions/decide.js';
import { FairbitsError } from '../../src/errors.js';
import { measures } from '../../src/measures/registry.js';
import { type BlobOptions, scoreFiles } from '../../src/score/scoreBlobs.js';
import { scoreJson } from '../../src/score/scoreJson.js';
import { wholeRows } from '../../src/score/wholeRows.js';
import type { Options, Outcome, PlacedRow, PostedRows, Progress } from './jobs.js';
import { KeptColumns, MOST_ROWS } from './keptColumns.js';
import { place } from './place.js';
import { progressOf } from './progress.js';

/** Points of a curve: more are not seen. */
const CURVES = { points: 300 };

/** As on the command line, where neither compare nor decide takes weights: better nothing than figures of other rows. */
function unweighed(what: string): FairbitsError {
  return new FairbitsError('option', `${what} does not take weights: expected rows that count once each.`, {
    expected: 'no weights',
  });
}

/** One learner's files, and what is known of them. */
export class LearnerFiles {
  private outcome: Outcome | undefined;
  /** The rewards of every row, once they were asked for. */
  private kept: KeptColumns | undefined;

  constructor(
    private readonly files: File[],
    private readonly labels: File[] | undefined,
    private readonly options: Options,
  ) {}

  private get blobOptions(): BlobOptions {
    return { ...(this.options as BlobOptions), ...(this.labels ? { labels: this.labels } : {}) };
  }

  /** Reads the files once: what is told of single rows comes later. */
  async score(signal: AbortSignal, heard: (progress: Progress) => void): Promise<Outcome> {
    const began = performance.now();
    const scored = await scoreFiles(this.files, { ...this.blobOptions, curves: CURVES, signal, onProgress: progressOf(heard) });
    // The curves are for the page's charts; the command prints none unless asked to.
    const { curves = {}, ...rest } = scored;
    const { statistics, scores } = rest;
    this.outcome = {
      json: scoreJson(rest),
      statistics: statistics.toJSON(),
      summaries: scores.map(({ summary }) => summary),
      curves,
      seconds: (performance.now() - began) / 1e3,
      bytes: this.files.reduce((sum, { size }) => sum + size, 0),
    };
    return this.outcome;
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
  private async columns(signal: AbortSignal, heard: (progress: Progress) => void): Promise<KeptColumns> {
    if (this.kept) return this.kept;
    const columns = new KeptColumns();
    await scoreFiles(this.files, { ...this.againOptions, keptBytes: 0, columns, signal, onProgress: progressOf(heard) });
    this.kept = columns;
    return columns;
  }

  /** Costs need every row, so the files are read once more; nothing of them is kept. */
  async decide(costs: Costs, signal: AbortSignal): Promise<Decisions> {
    if (this.options.weights) throw unweighed('What the cheapest choice saves');
    let decider: Decider | undefined;
    let whole: ReturnType<typeof wholeRows>;
    await scoreFiles(this.files, {
      ...this.blobOptions,
      prior: 'uniform',
      keptBytes: 0,
      signal,
      rows: {
        restart: (classes) => {
          whole = wholeRows(classes, this.options.positive);
          decider = new Decider(classes, costs);
        },
        add: (part) => {
          const { estimates, labels } = whole(part);
          decider?.add(estimates, labels);
        },
      },
    });
    return (decider as unknown as Decider).finish(this.options.confidence);
  }

  async postedRows(name: string, signal: AbortSignal, heard: (progress: Progress) => void): Promise<PostedRows> {
    const { json, summaries } = this.scored;
    if (this.options.weights) throw unweighed('The comparison of learners');
    if (json.rows > MOST_ROWS)
      throw new FairbitsError('length', `${json.rows.toLocaleString('en-US')} rows are more than a page can compare: fairbits compare has no such limit`, {
        expected: 'fewer rows',
      });
    return { name, json, summaries, columns: (await this.columns(signal, heard)).columns() };
  }

  async worst(signal: AbortSignal, heard: (progress: Progress) => void): Promise<PlacedRow[]> {
    const { json } = this.scored;
    return place((await this.columns(signal, heard)).worst(json.classes), this.files, json.skipped === 0);
  }

  /** The lines that `score --rewards` writes. */
  async rewards(signal: AbortSignal): Promise<Blob> {
    const head = `truth,${measures.map(({ id }) => id).join(',')}${this.options.weights ? ',weight' : ''}\n`;
    let parts: Blob[] = [];
    await scoreFiles(this.files, {
      ...this.againOptions,
      signal,
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
