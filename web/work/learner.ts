import { type Calibration, calibrate } from '../../src/calibration/calibrate.js';
import type { Costs } from '../../src/decisions/costs.js';
import { type Decisions, decide } from '../../src/decisions/decide.js';
import { FairbitsError } from '../../src/errors.js';
import { chartsOfLearners, chartsOfRows } from '../../src/html/chartsOfRows.js';
import type { RowCharts } from '../../src/html/reportData.js';
import { measures } from '../../src/measures/registry.js';
import type { Curves } from '../../src/ranking/curves.js';
import { rankingCurves } from '../../src/ranking/ranking.js';
import { type GatheredRows, gatherRows } from '../../src/score/gatherRows.js';
import { type BlobOptions, scoreFiles } from '../../src/score/scoreBlobs.js';
import { scoreJson } from '../../src/score/scoreJson.js';
import type { Options, Outcome, PlacedRow, PostedRows, Progress } from './jobs.js';
import { KeptColumns } from './keptColumns.js';
import { place } from './place.js';

/** Estimates that a page keeps of one learner, for what looks at rows more than once: 64 MB. */
const MOST_ESTIMATES = 2 ** 23;
const EVERY_MS = 80;

/** One learner's files, and what is known of them. */
export class LearnerFiles {
  private readonly kept = new KeptColumns();
  private outcome: Outcome | undefined;
  private rows: Promise<GatheredRows> | undefined;

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
    const { tally, moments } = scored;
    const numbers = tally.rows * tally.k;
    this.outcome = {
      json: scoreJson(scored),
      tally: tally.toJSON(),
      summaries: moments.map((each) => each.summary()),
      worst: this.kept.worst(tally.classes),
      rowsKept: this.kept.whole && numbers <= MOST_ESTIMATES,
      seconds: (performance.now() - began) / 1e3,
      bytes: this.files.reduce((sum, { size }) => sum + size, 0),
    };
    return this.outcome;
  }

  /** The rows themselves, read once more when first asked for. */
  private gathered(): Promise<GatheredRows> {
    if (!this.outcome?.rowsKept)
      throw new FairbitsError(
        'length',
        `${this.outcome?.json.rows.toLocaleString('en-US')} rows are more than a page keeps: the command line has no such limit`,
        {
          expected: 'fewer rows',
        },
      );
    this.rows ??= scoreFiles(this.files, { ...this.blobOptions, prior: 'uniform', keepRows: true }).then((scored) => gatherRows(scored, this.options.positive));
    return this.rows;
  }

  async calibration(): Promise<Calibration> {
    const { estimates, labels, classes } = await this.gathered();
    const { confidence, backend } = this.options;
    // The rows were checked when they were read.
    return calibrate(estimates, labels, { classes, tolerance: Infinity, ...(confidence ? { confidence } : {}), ...(backend ? { backend } : {}) });
  }

  async curves(positive: string): Promise<Curves> {
    const { estimates, labels, classes } = await this.gathered();
    return rankingCurves(estimates, labels, { classes, positive, ...(this.options.backend ? { backend: this.options.backend } : {}) });
  }

  async decide(costs: Costs): Promise<Decisions> {
    const { estimates, labels, classes } = await this.gathered();
    return decide(estimates, labels, classes, costs, this.options.confidence ? { confidence: this.options.confidence } : {});
  }

  async rowCharts(name: string, alone: boolean): Promise<RowCharts> {
    const rows = { name, ...(await this.gathered()) };
    const { confidence, backend } = this.options;
    const options = { ...(confidence ? { confidence } : {}), ...(backend ? { backend } : {}) };
    return alone ? chartsOfRows(rows, options) : chartsOfLearners([rows], options);
  }

  postedRows(name: string): PostedRows {
    const { outcome } = this;
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
    const head = `truth,${measures.map(({ id }) => id).join(',')}\n`;
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
