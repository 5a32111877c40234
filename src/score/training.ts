import { FairbitsError } from '../errors.js';
import { SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../priors.js';
import { TRUTHS } from '../sources/columns.js';
import { openTable } from '../sources/formats.js';
import { readHeader } from '../sources/header.js';
import type { TableSource } from '../sources/tableSource.js';
import { countClasses } from './countClasses.js';
import { formatsOf } from './formatsOf.js';
import type { Training } from './options.js';
import { cutIntoRanges, plannedFile, type ScorePlan, usualRangeBytes } from './plan.js';
import { head, type Open } from './reading.js';
import { serialRunner } from './runner.js';
import { countTruths } from './tableScorer.js';

/** Whether a prior is a file; a class may be called "train", but then it has a number. */
export function isTraining<F>(prior: Prior | Training<F> | undefined): prior is Training<F> {
  return prior !== undefined && typeof prior === 'object' && 'train' in prior && typeof prior.train !== 'number';
}

/** The prior from the classes in a training file of any format. */
export async function trainingPrior<F>(
  training: Training<F>,
  plan: Pick<ScorePlan, 'classes' | 'engine' | 'skipBad'>,
  truth: string | undefined,
  open: Open<F>,
): Promise<ResolvedPrior> {
  const inputs = await open([training.train]);
  try {
    const [input] = inputs.files;
    const { name } = input;
    const [format] = await formatsOf(inputs);
    const wanted = training.column ?? truth;
    const counts = format === 'csv' ? await csvCounts() : await tableCounts(await openTraining(), wanted);
    return { ...resolvePrior({ counts }, plan.classes, () => []), source: 'train' };

    async function openTraining(): Promise<TableSource> {
      const access = inputs.access(0);
      if (format === 'npy') return (await import('../sources/npy.js')).openNpy(undefined, access, { classes: plan.classes });
      return openTable(format as Exclude<typeof format, 'csv' | 'npy'>, access);
    }

    async function csvCounts(): Promise<Float64Array> {
      const bytes = await inputs.read(head(0, input.size));
      const header = readHeader(bytes, name, bytes.length === input.size);
      const column = truthColumn(header.columns, wanted, name, `${name}:1`);
      const kinds = header.columns.map((_, i) => (i === column ? TRUTH : SKIPPED));
      const file = plannedFile(input, header, kinds);
      const whole: ScorePlan = {
        ...plan,
        files: [file],
        width: 1,
        weighted: false,
        treatment: {},
        keepEstimates: false,
        writeRewards: false,
        keepRewards: false,
        rangeBytes: usualRangeBytes(plan.classes.length),
      };
      const runner = await serialRunner(whole, inputs.read);
      return await countClasses(runner, whole, cutIntoRanges(whole));
    }
  } finally {
    inputs.close();
  }

  async function tableCounts(source: TableSource, wanted: string | undefined): Promise<Float64Array> {
    try {
      const counts = new Float64Array(plan.classes.length);
      const column = source.given?.truth ?? truthColumn(source.columns, wanted, source.name, source.name);
      source.inspect(column, []);
      await countTruths(source, column, plan.classes, plan.skipBad, counts);
      return counts;
    } finally {
      source.close();
    }
  }
}

function truthColumn(columns: readonly string[], wanted: string | undefined, file: string, place: string): number {
  const name = wanted ?? TRUTHS.find((each) => columns.includes(each)) ?? '';
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  const missing = wanted ?? 'label';
  throw new FairbitsError('columns', `${place}: there is no column "${missing}"; say which holds the class: --prior train:${file}:COLUMN`, {
    file,
    ...(place === file ? {} : { line: 1 }),
    found: columns.join(', '),
    expected: missing,
  });
}
