import { libraryEntry } from '../../base/libraryWords.js';
import type { OptionNames } from '../../base/options.js';
import { calibrateFiles as calibrateFilesOf } from '../calibrateFiles.js';
import { type CompareOptions, compareFiles as compareFilesOf } from '../compare/compareFiles.js';
import type { DecideOptions } from '../decideRows.js';
import { decideFiles as decideFilesOf } from '../nodeTasks.js';
import { type ScoreOptions, scoreFiles as scoreFilesOf } from '../score/scoreFiles.js';

/** What \`fairbits/node\` has of the tasks: options that do not exist are refused, and errors name options as code does. */

const SCORE: OptionNames<ScoreOptions> = {
  backend: true,
  bins: true,
  bootstrap: true,
  by: true,
  cells: true,
  classes: true,
  columns: true,
  confidence: true,
  curves: true,
  cutoff: true,
  expectedRows: true,
  keptBytes: true,
  labels: true,
  logits: true,
  memory: true,
  module: true,
  onProgress: true,
  percent: true,
  positive: true,
  prior: true,
  probs: true,
  rangeBytes: true,
  rawText: true,
  ranking: true,
  renormalize: true,
  rewards: true,
  rows: true,
  shareRows: true,
  signal: true,
  skipBad: true,
  threads: true,
  tolerance: true,
  truth: true,
  weights: true,
};

const { bootstrap: _, rewards: __, skipBad: ___, labels: ____, classes: _____, ...COMPARED } = SCORE;
const { rows: $, ranking: $$, curves: $$$, cells: $$$$, ...CALIBRATED } = SCORE;

export const scoreFiles = libraryEntry<readonly string[], ScoreOptions, Awaited<ReturnType<typeof scoreFilesOf>>>('scoreFiles', SCORE, scoreFilesOf);

export const compareFiles = libraryEntry<readonly string[], CompareOptions, Awaited<ReturnType<typeof compareFilesOf>>>(
  'compareFiles',
  { ...COMPARED, id: true, names: true, replicates: true, seed: true, interval: true },
  compareFilesOf,
);

export const calibrateFiles = libraryEntry<
  readonly string[],
  NonNullable<Parameters<typeof calibrateFilesOf>[1]>,
  Awaited<ReturnType<typeof calibrateFilesOf>>
>('calibrateFiles', CALIBRATED, calibrateFilesOf);

export const decideFiles = libraryEntry<readonly string[], DecideOptions, Awaited<ReturnType<typeof decideFilesOf>>>(
  'decideFiles',
  { ...SCORE, costs: true, costsFrom: true, amounts: true },
  decideFilesOf,
);
