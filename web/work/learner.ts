import type { Costs } from '../../src/decisions/costs.js';
import { Decider, type Decisions } from '../../src/decisions/decide.js';
import { FairbitsError } from '../../src/errors.js';
import { measures } from '../../src/measures/registry.js';
import { type BlobOptions, scoreFiles } from '../../src/score/scoreBlobs.js';
import { scoreJson } from '../../src/score/scoreJson.js';
import { wholeRows } from '../../src/score/wholeRows.js';
import type { Options, Outcome, PlacedRow, PostedRows, Progress } from './jobs.js';
import { KeptColumns } from './keptColumns.js';
import { place } from './place.js';

/** Points of a curve: more are not seen. */
const CURVES = { points: 300 };
const EVERY_MS = 80;

/** As on the command line, where neither compare nor decide takes weights: better nothing than figures of other rows. */
function unweighed(what: string): FairbitsError {
  return new FairbitsError('option', `${what} does not take weights: expected rows that count once each.`, {
    expected: 'no weights',
  });
}

/** One learner's files, and what is known of them. */
export class LearnerFiles {
  private readonly kept = new KeptColumns();
  private outcome: Outcome | undefined;

  constructor(
    private readonly files: File[],
    private readonly labels: File[] | undefined,
    private readonly options: Options,
  ) {}

  private get blobOptions(): BlobOptions {
    return { ...(this.options as BlobOptions), ...(this.labels ? { labels: this.labels } : {}) };
  }

  async score(signal: AbortSignal, heard: (progress: Progress) => void): Promise<Outcome> {
    const began = performance.now();
    let told = 0;
    const scored = await scoreFiles(this.files, {
      ...this.blobOptions,
      columns: this.kept,
      curves: CURVES,
      signal,
      onProgress: ({ step, bytes, totalBytes, rows }) => {
        const now = performance.now();
        if (now - told < EVERY_MS) return;
        told = now;
        // Counting the classes is a first, quicker way through.
        const passes = this.options.prior === undefined || this.options.prior === 'test' ? 2 : 1;
        const before = step === 'counting' || passes === 1 ? 0 : 1;
        const share = totalBytes > 0 ? (before + bytes / totalBytes) / passes : 0;
        heard({ share, rows, megabytesPerSecond: ((before * totalBytes + bytes) / 1e6 / (now - began)) * 1e3, step });
      },
    });
    // The curves are for the page's charts; the command prints none unless asked to.
    const { curves = {}, ...rest } = scored;
    const { tally, scores } = rest;
    this.outcome = {
      json: scoreJson(rest),
      tally: tally.toJSON(),
      summaries: scores.map(({ summary }) => summary),
      curves,
      worst: this.kept.worst(tally.classes),
      seconds: (performance.now() - began) / 1e3,
      bytes: this.files.reduce((sum, { size }) => sum + size, 0),
    };
    return this.outcome;
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

  postedRows(name: string): PostedRows {
    const { outcome } = this;
    if (this.options.weights) throw unweighed('The comparison of learners');
    if (!outcome || !this.kept.whole)
      throw new FairbitsError(
        'length',
        `${outcome?.json.rows.toLocaleString('en-US')} rows are more than a page can compare: fairbits compare has no such limit`,
        {
          expected: 'fewer rows',
        },
      );
    return { name, json: outcome.json, summaries: outcome.summaries, columns: this.kept.columns() };
  }

  async worst(): Promise<PlacedRow[]> {
    return place(this.outcome?.worst ?? [], this.files, (this.outcome?.json.skipped ?? 0) === 0);
  }

  /** The lines that `score --rewards` writes. */
  async rewards(signal: AbortSignal): Promise<Blob> {
    const head = `truth,${measures.map(({ id }) => id).join(',')}${this.options.weights ? ',weight' : ''}\n`;
    let parts: Blob[] = [];
    await scoreFiles(this.files, {
      ...this.blobOptions,
      ranking: false,
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
