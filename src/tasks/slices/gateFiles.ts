import { readFileSync } from 'node:fs';
import { FairbitsError } from '../../base/errors.js';
import { wholeColumn } from '../../compare/bets.js';
import { createEngine } from '../../core/engine.js';
import { RewardStatistics } from '../../core/statistics/rewardStatistics.js';
import { judgeReport } from '../../gates/figures.js';
import { meanFigure } from '../../gates/meanFigure.js';
import { type GateVerdict, gateVerdict, type Judgement, judge, type Requirement } from '../../gates/requirement.js';
import { type SliceDifference, sliceDifferences } from '../../gates/sliceGate.js';
import { normalQuantile } from '../../math/normalQuantile.js';
import { sliceNamer } from '../../slices/sliceNames.js';
import { SLICE_LEVEL } from '../../slices/worseSlice.js';
import { readTexts } from '../compare/ids.js';
import type { FileLearner } from '../compare/learner.js';
import { scoreLearners } from '../compare/learners.js';
import { nodeGround } from '../nodeGround.js';
import type { ScoreOptions } from '../score/options.js';
import { readSaved } from '../score/saved.js';
import { scoreOnce } from '../score/scoreFiles.js';
import { columnWithEdges, sliceColumnOf } from './planSlices.js';

export interface GateOptions extends Omit<ScoreOptions, 'by' | 'rewards' | 'columns' | 'rows'> {
  /** By how many bits per prediction the new learner may be worse; 0 by default. */
  margin?: number;
  /** Columns of whose slices none may be worse by more than the margin. */
  by?: readonly string[];
  /** The column that tells instances apart; without one rows are in the same order. */
  id?: string;
  requirements?: readonly Requirement[];
}

export interface GateReport {
  file: string;
  baseline: string;
  /** Whether both were judged on the same rows, so that differences are of pairs. */
  paired: boolean;
  rows: number;
  /** Where bad rows may be skipped: how many are left out of both files, and how many are bad in each. */
  skipped?: number;
  skippedOf?: number[];
  margin: number;
  confidence: number;
  judgements: Judgement[];
  slices?: SliceDifference[];
  verdict: GateVerdict;
}

/** Whether a new learner may replace another: it is not worse by more than a margin, nor in any slice, and meets what is required of it alone. */
export async function gateFiles(file: string, baseline: string, options: GateOptions = {}): Promise<GateReport> {
  const { margin = 0, by = [], id, requirements = [], confidence = 0.95, ...scoring } = options;
  if (!(margin >= 0 && margin < Infinity))
    throw new FairbitsError('option', `--margin ${margin}: expected a number of bits, 0 or more`, { found: margin, expected: '0 or more' });
  const z = normalQuantile((1 + confidence) / 2);
  const saved = savedIn(baseline);
  const limit: Requirement = { text: `difference >= ${margin === 0 ? 0 : -margin}`, quantity: 'difference', operator: '>=', limit: margin === 0 ? 0 : -margin };
  if (saved !== undefined) {
    if (by.length > 0 || id !== undefined)
      throw new FairbitsError(
        'option',
        `${baseline} holds saved statistics, which have no rows to pair: expected a file of predictions for ${by.length > 0 ? '--by' : '--id'}`,
        {
          file: baseline,
          expected: 'a file of predictions',
        },
      );
    const { report, statistics, skipped } = await scoreOnce([file], { ...scoring, confidence });
    const { whole } = readSaved(await createEngine(), saved, baseline);
    if (!(whole instanceof RewardStatistics) || whole.classes.join('\n') !== statistics.classes.join('\n'))
      throw new FairbitsError(
        'tally',
        `${baseline}: these are not statistics of the classes ${statistics.classes.join(', ')}: expected what fairbits score --save wrote for them`,
        {
          file: baseline,
          expected: statistics.classes.join(', '),
        },
      );
    const prior = Float64Array.from(report.classes, (name) => report.prior.values[name]);
    const [ours, theirs] = [statistics, whole].map((each) => each.summary('bayesianReward', prior));
    const error = Math.hypot(ours.standardError, theirs.standardError);
    const value = ours.mean - theirs.mean;
    const known = Number.isFinite(error) && Number.isFinite(value);
    const first = judge(limit, { value, interval: known ? [value - z * error, value + z * error] : undefined });
    const judgements = [first, ...judgeReport({ report, skipped }, requirements)];
    const counted = scoring.skipBad ? { skipped, skippedOf: [skipped] } : {};
    return { file, baseline, paired: false, rows: report.rows, ...counted, margin, confidence, judgements, verdict: gateVerdict(judgements) };
  }
  let learners: FileLearner[] = [];
  try {
    const scored = await scoreLearners([file, baseline], { names: ['new', 'baseline'], scoring: { ...scoring, confidence }, id });
    const { common } = scored;
    ({ learners } = scored);
    const [ours] = learners;
    const differences = pairedDifferences(ours, learners[1]);
    const judgements = [judge(limit, meanFigure(differences, z)), ...judgeReport({ report: ours.report, skipped: ours.skipped ?? 0 }, requirements)];
    const slices = by.length > 0 ? sliceDifferences(await slicesOfRows(file, by, common?.stays[0]), differences, margin) : undefined;
    if (slices) judgements.push(sliceJudgement(slices, margin));
    return {
      file,
      baseline,
      paired: true,
      rows: differences.length,
      ...(common ? { skipped: common.skipped, skippedOf: common.skippedOf } : {}),
      margin,
      confidence,
      judgements,
      ...(slices ? { slices } : {}),
      verdict: gateVerdict(judgements),
    };
  } finally {
    for (const learner of learners) learner.close();
  }
}

/** The text of saved statistics; undefined where a file holds predictions. */
function savedIn(file: string): string | undefined {
  if (!/\.json$/i.test(file)) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    return /^\s*\{\s*"format"\s*:\s*"fairbits-/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The rewards of the first minus those of the second; both 0 where both are −∞. */
function pairedDifferences(first: FileLearner, second: FileLearner): Float64Array {
  const [ours, theirs] = [first, second].map((each) => wholeColumn(each, 'bayesianReward'));
  return ours.map((value, r) => (value === theirs[r] ? 0 : value - theirs[r]));
}

/** The slices that each row lies in, by column; `stays` says which rows there are, where some are left out. */
async function slicesOfRows(file: string, by: readonly string[], stays: Uint8Array | undefined): Promise<{ name: string; values: string[] }[]> {
  const columns: { name: string; values: string[] }[] = [];
  for (const asked of by) {
    const { name, edges } = columnWithEdges(asked);
    const all = await readTexts(nodeGround, file, name, { skipBad: stays !== undefined }, { option: '--by', mayMiss: true });
    const texts = (stays ? all.filter((_, row) => stays[row] === 1) : all) as string[];
    const namer = sliceNamer(sliceColumnOf(name, texts, 10, edges));
    const known = new Map<string, string>();
    const values = texts.map((text) => {
      const value = known.get(text) ?? namer(text);
      known.set(text, value);
      return value;
    });
    columns.push({ name, values });
  }
  return columns;
}

function sliceJudgement(slices: readonly SliceDifference[], margin: number): Judgement {
  const worse = slices.filter(({ adjustedP }) => adjustedP !== null && adjustedP < SLICE_LEVEL);
  const tested = slices.filter(({ p }) => p !== null).length;
  const named = worse.slice(0, 3).map(({ column, value }) => `${column} = ${value}`);
  return {
    requirement: `no slice worse than ${margin === 0 ? 0 : -margin} bits, adjusted p < ${SLICE_LEVEL}`,
    value: worse.length,
    interval: null,
    verdict: worse.length > 0 ? 'fail' : 'pass',
    note: `${tested} slices tested${worse.length > 0 ? `; worse: ${named.join(', ')}${worse.length > named.length ? ', …' : ''}` : ''}`,
  };
}
