import { FairbitsError } from '../errors.js';
import { SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../priors.js';
import { TRUTHS } from '../sources/columns.js';
import { formatOf, openTable } from '../sources/formats.js';
import { readHeader } from '../sources/header.js';
import type { TableSource } from '../sources/tableSource.js';
import { countClasses } from './countClasses.js';
import { fileAccess } from './fileAccess.js';
import { head } from './head.js';
import { Inputs } from './inputs.js';
import { overRanges } from './overRanges.js';
import { plannedFile, type ScorePlan, usualRangeBytes } from './plan.js';
import { Pool } from './pool.js';
import { countTruths } from './scoreTables.js';

/** A training file, whose class frequencies are the prior. */
export interface Training {
  train: string;
  column?: string;
}

export function isTraining(prior: Prior | Training | undefined): prior is Training {
  return prior !== undefined && typeof prior === 'object' && 'train' in prior && typeof prior.train === 'string';
}

/** The prior from the classes in a training file of any format. */
export async function trainingPrior(
  training: Training,
  plan: Pick<ScorePlan, 'classes' | 'engine' | 'skipBad'>,
  truth: string | undefined,
): Promise<ResolvedPrior> {
  const inputs = await Inputs.open([training.train]);
  try {
    const [{ path, size, name }] = inputs.files;
    const bytes = head(path);
    const format = formatOf(name, bytes);
    const wanted = training.column ?? truth;
    const counts = format === 'csv' ? await csvCounts() : await tableCounts(await openTraining(), wanted, training.train);
    return { ...resolvePrior({ counts }, plan.classes, () => []), source: 'train' };

    async function openTraining(): Promise<TableSource> {
      const access = fileAccess(path, name);
      if (format === 'npy') return (await import('../sources/npy.js')).openNpy(undefined, access, { classes: plan.classes });
      return openTable(format as Exclude<typeof format, 'csv' | 'npy'>, access);
    }

    async function csvCounts(): Promise<Float64Array> {
      const header = readHeader(bytes, path, bytes.length === size);
      const column = truthColumn(header.columns, wanted, path, `${path}:1`, training.train);
      const kinds = header.columns.map((_, i) => (i === column ? TRUTH : SKIPPED));
      const file = plannedFile(path, size, header, kinds);
      const whole: ScorePlan = {
        ...plan,
        files: [file],
        width: 1,
        treatment: {},
        keepEstimates: false,
        writeRewards: false,
        keepRewards: false,
        rangeBytes: usualRangeBytes(plan.classes.length),
      };
      const pool = await Pool.create(whole, []);
      return await overRanges(whole, (ranges, quotes) => countClasses(pool, whole, ranges, quotes, () => {}));
    }
  } finally {
    inputs.close();
  }

  async function tableCounts(source: TableSource, wanted: string | undefined, train: string): Promise<Float64Array> {
    try {
      const counts = new Float64Array(plan.classes.length);
      const column = source.given?.truth ?? truthColumn(source.columns, wanted, source.name, source.name, train);
      source.inspect(column, []);
      await countTruths(source, column, plan.classes, plan.skipBad, counts);
      return counts;
    } finally {
      source.close();
    }
  }
}

function truthColumn(columns: readonly string[], wanted: string | undefined, file: string, place: string, train: string): number {
  const name = wanted ?? TRUTHS.find((each) => columns.includes(each)) ?? '';
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  const missing = wanted ?? 'label';
  throw new FairbitsError('columns', `${place}: there is no column "${missing}"; say which holds the class: --prior train:${train}:COLUMN`, {
    file,
    ...(place === file ? {} : { line: 1 }),
    found: columns.join(', '),
    expected: missing,
  });
}
