import { FairbitsError } from '../errors.js';
import type { ByteAccess } from '../sources/byteAccess.js';
import { type Format, openTable } from '../sources/formats.js';
import type { TableSource } from '../sources/tableSource.js';
import { onlyNpy } from './onlyNpy.js';
import type { ScoreOptions } from './options.js';
import type { InputFile, Open, OpenFiles } from './reading.js';
import { scoreTables } from './scoreTables.js';
import type { Total } from './totals.js';
import { isTraining, trainingPrior } from './training.js';

/** Scores files that are not delimited text, as one test set. */
export async function scoreOtherFiles<F>(
  inputs: OpenFiles,
  formats: readonly Format[],
  options: ScoreOptions<F>,
  open: Open<F>,
  threads?: Parameters<typeof scoreTables>[2],
): Promise<Total & { guesses: string[] }> {
  checkFormats(inputs, formats, options);
  const { prior, threads: _, labels, classes, ...rest } = options;
  const sources: TableSource[] = [];
  let labelInputs: OpenFiles | undefined;
  try {
    if (labels) labelInputs = await open(labels);
    if (formats.includes('npy') && labelInputs?.files.length !== inputs.files.length) throw unlabelled(inputs, labelInputs?.files.length);
    for (const [i, format] of formats.entries()) sources.push(await openSource(inputs, labelInputs, i, format, classes));
    const { backend, memory } = rest;
    const engine = { ...(backend ? { backend } : {}), ...(memory ? { memory } : {}) };
    const ofTraining = isTraining(prior)
      ? (names: string[]) => trainingPrior(prior, { classes: names, engine, skipBad: rest.skipBad ?? false }, rest.truth, open)
      : prior;
    return await scoreTables(sources, { ...rest, ...(ofTraining === undefined ? {} : { prior: ofTraining }) }, threads);
  } finally {
    for (const source of sources) source.close();
    labelInputs?.close();
  }
}

async function openSource(
  inputs: OpenFiles,
  labels: OpenFiles | undefined,
  index: number,
  format: Format,
  classes: string[] | undefined,
): Promise<TableSource> {
  const access = inputs.access(index);
  let labelAccess: ByteAccess | undefined;
  try {
    if (format !== 'npy') return await openTable(format as Exclude<Format, 'csv' | 'npy'>, access);
    labelAccess = (labels as OpenFiles).access(index);
    const { openNpy } = await import('../sources/npy.js');
    return await openNpy(access, labelAccess, classes ? { classes } : {});
  } catch (error) {
    access.close();
    labelAccess?.close();
    throw error;
  }
}

/** CSV is read in ranges of bytes on many threads, the others in batches of rows: the two do not mix. */
function checkFormats<F>(inputs: OpenFiles, formats: readonly Format[], { labels, classes, weights }: ScoreOptions<F>): void {
  const names = inputs.files.map(({ name }) => name);
  const csv = formats.indexOf('csv');
  const npy = formats.indexOf('npy');
  const stray = csv >= 0 ? csv : npy >= 0 ? formats.findIndex((format) => format !== 'npy') : -1;
  if (stray >= 0) {
    const other = formats.findIndex((format) => format !== formats[stray]);
    throw new FairbitsError(
      'format',
      `${names[stray]} is ${formats[stray]} and ${names[other]} is ${formats[other]}: expected files of one format. Score them apart with --save, then fairbits merge.`,
      { file: names[stray], found: formats[stray], expected: formats[other] },
    );
  }
  if (npy >= 0 && weights !== undefined)
    throw new FairbitsError('option', '--weights names a column, and .npy files have none: expected a file of another format, such as CSV', {
      file: names[npy],
      found: '--weights',
      expected: 'a file with columns',
    });
  if (npy < 0 && (labels || classes)) throw onlyNpy(labels ? '--labels' : '--classes');
}

function unlabelled({ files }: { files: readonly InputFile[] }, labels: number | undefined): FairbitsError {
  const found = labels === undefined ? 'no labels' : `${labels} file${labels === 1 ? '' : 's'} of labels for ${files.length} of estimates`;
  return new FairbitsError('option', `${files[0].name} holds estimates only, and there are ${found}: expected --labels LABELS.npy, once for each file`, {
    file: files[0].name,
    found,
    expected: '--labels LABELS.npy',
  });
}
