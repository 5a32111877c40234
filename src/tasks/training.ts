import { list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import type { EngineOptions } from '../core/engine.js';
import { type Prior, type ResolvedPrior, resolvePrior } from '../core/priors.js';
import type { Table, Wanted } from '../rows/table.js';
import { truthsByName } from '../rows/understand/names.js';
import type { Ground } from './ground.js';
import { RowCrew, withTables } from './rowCrew.js';
import type { Training } from './score/options.js';
import { usualPartBytes } from './sizes.js';

const TRAINING_BLOCK_ROWS = 16384;

/** Whether a prior is a file; a class may be called "train", but then it has a number. */
export function isTraining<F>(prior: Prior | Training<F> | undefined): prior is Training<F> {
  return prior !== undefined && typeof prior === 'object' && 'train' in prior && typeof prior.train !== 'number';
}

interface TrainingOptions {
  classes: readonly string[];
  engine: EngineOptions;
  /** The column of true classes, where the prior names none. */
  truth?: string | undefined;
  skipBad?: boolean | undefined;
  threads?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** The prior from the classes in a training file of any format. */
export async function trainingPrior<F>(ground: Ground<F>, training: Training<F>, options: TrainingOptions): Promise<ResolvedPrior> {
  const { classes, engine, skipBad = false, signal, threads } = options;
  return withTables(ground, [training.train], { signal, threads, npy: { classes, labelsOnly: true } }, async (rows) => {
    const wanted = rows.tables.map((table) => wantedForTraining(table, training.column ?? options.truth, classes));
    for (const [i, table] of rows.tables.entries()) table.check(wanted[i]);
    const task = { sink: 'count', of: classes.length, wanted, engine, skipBad };
    const crew = await RowCrew.create(rows, task, usualPartBytes(classes.length));
    const counts = new Float64Array(classes.length);
    const add = (part: Float64Array): void => {
      for (const [i, count] of part.entries()) counts[i] += count;
    };
    await crew.run(undefined, add, { signal });
    return { ...resolvePrior({ counts }, classes, () => []), source: 'train' };
  });
}

function wantedForTraining(table: Table, wanted: string | undefined, classes: readonly string[]): Wanted {
  const truth = table.given?.truth ?? truthColumn(table, wanted);
  const unknown = `, for which there is no column of estimates; the classes are ${list(classes)}`;
  return {
    numbers: [],
    truth,
    classes,
    about: { [truth]: { expected: list(classes), unknown, advice: 'Check --truth and --probs.' } },
    most: TRAINING_BLOCK_ROWS,
    finite: false,
  };
}

function truthColumn({ columns, name: file, place }: Table, wanted: string | undefined): number {
  const index = wanted === undefined ? truthsByName(columns)[0] : columns.indexOf(wanted);
  if (index !== undefined && index >= 0) return index;
  const missing = wanted ?? 'label';
  throw new FairbitsError('columns', `${place}: there is no column "${missing}"; say which holds the class: --prior train:${file}:COLUMN`, {
    file,
    ...(place === file ? {} : { line: 1 }),
    found: columns.join(', '),
    expected: missing,
  });
}
