import { modalEstimateColumn } from '../../columns/calibration/modalEstimate.js';
import type { Engine } from '../../core/engine.js';
import { measure } from '../../core/measures/registry.js';
import type { StatisticsOptions, StatisticsState } from '../../core/statistics/rewardStatistics.js';
import type { TallyJSON } from '../../core/tally.js';
import { treat } from '../../core/treatment.js';
import type { RowBlock } from '../../rows/table.js';
import { addRewards, noRewards } from '../../slices/rewardShape.js';
import { sliceNamer } from '../../slices/sliceNames.js';
import { pairName, type SlicePlan } from '../../slices/slicePlan.js';
import { calibrationsOf, modalBins } from '../../slices/sliceSums.js';
import { concatenate } from '../score/concatenate.js';

/** Slices of fewer rows are handed over as rows: statistics take more room than these. */
const FEW_SLICE_ROWS = 64;

/** Texts whose slices are known again, about. */
const MOST_KNOWN = 2 ** 16;

/** Rows as they were read. */
export interface SliceRows {
  estimates: Float64Array;
  labels: Uint16Array;
  weights?: Float64Array;
}

/** What a slice of a part comes to: statistics, or its rows where they are few. */
export interface SlicePart {
  name: string;
  rows: number;
  calibration: Float64Array;
  statistics?: { state: StatisticsState; tally: TallyJSON };
  few?: SliceRows;
}

/** What the slices of a part come to. */
export interface SlicedPart {
  /** A list for each column and pair, in the order in which slices came. */
  slices: SlicePart[][];
  /** Of all rows: what the shape of their rewards is told from. */
  rewards: Float64Array;
}

/** Slices the rows of one part, which are kept until all are there. */
export class PartSlices {
  private readonly estimates: Float64Array[] = [];
  private readonly labels: Uint16Array[] = [];
  private readonly weights: Float64Array[] = [];
  private readonly columns: ColumnCodes[];
  private weighted = false;

  constructor(
    private readonly engine: Engine,
    private readonly plan: SlicePlan,
    private readonly classes: readonly string[],
    private readonly options: StatisticsOptions,
    private readonly width: number,
  ) {
    this.columns = plan.columns.map((column) => new ColumnCodes(sliceNamer(column)));
  }

  /** Adds rows of a block that were scored; `estimates` are the block's as they were before. */
  add(block: RowBlock, estimates: Float64Array, start: number, end: number, weights: Float64Array | undefined): void {
    const { width } = this;
    this.estimates.push(estimates.subarray(start * width, end * width));
    this.labels.push(block.labels.slice(start, end));
    if (weights) this.weights.push(weights.slice(start, end));
    this.weighted ||= weights !== undefined;
    for (const [c, { codes, names }] of block.textCodes().entries()) this.columns[c].add(codes, names, start, end);
  }

  finish(): SlicedPart {
    const { engine, plan, classes, options, width } = this;
    const estimates = concatenate(this.estimates);
    const labels = new Uint16Array(estimates.length / width);
    let at = 0;
    for (const each of this.labels) {
      labels.set(each, at);
      at += each.length;
    }
    const all: SliceRows = { estimates, labels, ...(this.weighted ? { weights: concatenate(this.weights) } : {}) };
    const { modal, rewards } = this.look(all);
    const coded = this.columns.map((column) => column.all());
    const pairs = plan.pairs.map(([a, b]) => paired(coded[a], coded[b]));
    const bins = modalBins(modal);
    const room = {
      estimates: new Float64Array(estimates.length),
      labels: new Uint16Array(labels.length),
      ...(all.weights ? { weights: new Float64Array(labels.length) } : {}),
    };
    const slices = [...coded, ...pairs].map(({ codes, names }) => {
      const starts = gatherByCode(all, codes, names.length, width, room);
      const calibrations = calibrationsOf(codes, names.length, modal, bins, all.weights);
      const each = calibrations.length / names.length;
      return names.map((name, code): SlicePart => {
        const [from, to] = [starts[code], starts[code + 1]];
        const shared = { name, rows: to - from, calibration: calibrations.slice(code * each, (code + 1) * each) };
        const rows = rowsBetweenPlaces(room, from, to, width);
        if (to - from < FEW_SLICE_ROWS) return { ...shared, few: copied(rows) };
        const statistics = engine.statistics(classes, options).add(rows.estimates, rows.labels, rows.weights);
        const tally = statistics.tally.written();
        return { ...shared, statistics: { state: statistics.drain(), tally } };
      });
    });
    return { slices, rewards };
  }

  /** The modal estimate of each row, and what the shape of the rewards is told from. */
  private look({ estimates, labels, weights }: SliceRows): { modal: Float64Array; rewards: Float64Array } {
    const { engine, classes, options } = this;
    const k = classes.length;
    const modal = new Float64Array(labels.length);
    const rewards = noRewards(k);
    const treatment = treat(classes, new Float64Array(), options);
    const scoring = engine.scoring(treatment, new Float64Array(k).fill(1 / k), [measure('bayesianReward')], [modalEstimateColumn]);
    try {
      scoring.add(estimates, labels, (column, values, from) => {
        const found = values();
        if (column === 1) modal.set(found, from);
        else addRewards(rewards, k, found, labels, from, weights);
      });
    } finally {
      scoring.free();
    }
    return { modal, rewards };
  }
}

/** The slices of a column: a code to each row. */
class ColumnCodes {
  private readonly names: string[] = [];
  private readonly codeOf = new Map<string, number>();
  private readonly chunks: Uint32Array[] = [];
  private readonly known = new Map<string, number>();
  /** The codes of the names that came with the last block. */
  private last: { names: readonly string[]; codes: number[] } = { names: [], codes: [] };

  constructor(private readonly namer: (text: string) => string) {}

  add(texts: ArrayLike<number>, names: readonly string[], start: number, end: number): void {
    if (this.last.names !== names) this.last = { names, codes: [] };
    const { codes } = this.last;
    const found = new Uint32Array(end - start);
    for (let r = start; r < end; r++) {
      const text = texts[r];
      codes[text] ??= this.code(names[text]);
      found[r - start] = codes[text];
    }
    this.chunks.push(found);
  }

  private code(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const name = this.namer(text);
    const code = this.codeOf.get(name) ?? this.names.push(name) - 1;
    this.codeOf.set(name, code);
    if (this.known.size < MOST_KNOWN) this.known.set(text, code);
    return code;
  }

  all(): Coded {
    const codes = new Uint32Array(this.chunks.reduce((rows, { length }) => rows + length, 0));
    let at = 0;
    for (const chunk of this.chunks) {
      codes.set(chunk, at);
      at += chunk.length;
    }
    return { codes, names: this.names };
  }
}

interface Coded {
  codes: Uint32Array;
  names: string[];
}

/** Rows by the values of two columns. */
function paired(first: Coded, second: Coded): Coded {
  const places = new Map<number, number>();
  const names: string[] = [];
  const codes = first.codes.map((a, r) => {
    const b = second.codes[r];
    const key = a * second.names.length + b;
    const known = places.get(key);
    if (known !== undefined) return known;
    const code = names.push(pairName(first.names[a], second.names[b])) - 1;
    places.set(key, code);
    return code;
  });
  return { codes, names };
}

/** Puts rows by their codes, one code after another, each in the order of the rows; where those of each begin. */
function gatherByCode({ estimates, labels, weights }: SliceRows, codes: Uint32Array, count: number, width: number, to: SliceRows): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let r = 0; r < codes.length; r++) starts[codes[r] + 1]++;
  for (let c = 0; c < count; c++) starts[c + 1] += starts[c];
  const next = starts.slice();
  for (let r = 0; r < codes.length; r++) {
    const place = next[codes[r]]++;
    for (let j = 0, at = place * width, from = r * width; j < width; j++) to.estimates[at + j] = estimates[from + j];
    to.labels[place] = labels[r];
    if (weights && to.weights) to.weights[place] = weights[r];
  }
  return starts;
}

function rowsBetweenPlaces({ estimates, labels, weights }: SliceRows, from: number, to: number, width: number): SliceRows {
  return {
    estimates: estimates.subarray(from * width, to * width),
    labels: labels.subarray(from, to),
    ...(weights ? { weights: weights.subarray(from, to) } : {}),
  };
}

function copied({ estimates, labels, weights }: SliceRows): SliceRows {
  return { estimates: estimates.slice(), labels: labels.slice(), ...(weights ? { weights: weights.slice() } : {}) };
}
