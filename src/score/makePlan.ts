import { classNames } from '../classes.js';
import { createEngine, type EngineOptions } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { SKIPPED, TRUTH } from '../kernels/csvPlan.js';
import { type ColumnChoice, chooseColumns } from '../sources/columns.js';
import { type Header, readHeader } from '../sources/header.js';
import type { TreatmentOptions } from '../treatment.js';
import type { ScoreOptions } from './options.js';
import { otherClass } from './otherClass.js';
import { keepRows, type PlannedFile, plannedFile, type ScorePlan, usualMemory, usualRangeBytes } from './plan.js';
import { head, type InputFile, type OpenFiles } from './reading.js';
import type { FileHead } from './sampleRows.js';

/** How files of delimited text are to be scored, by their headers and what was asked for. */
export async function makePlan<F>(
  { files: found, read }: OpenFiles,
  options: ScoreOptions<F>,
): Promise<{ plan: ScorePlan; guesses: string[]; head: FileHead }> {
  const heads: { file: InputFile; header: Header; choice: ColumnChoice; bytes: Uint8Array }[] = [];
  for (const [index, file] of found.entries()) {
    const bytes = await read(head(index, file.size));
    const header = readHeader(bytes, file.name, bytes.length === file.size);
    const choice = chooseColumns(header.columns, options, file.name);
    heads.push({ file, header, choice, bytes });
  }
  const [first] = heads;
  const classes = [...classNames(first.choice.classes ?? (await twoClasses()))];
  const files = heads.map(({ file, header, choice }): PlannedFile => {
    const order = choice.classes ?? [];
    const columns = header.columns.map((_, i) => {
      if (i === choice.truth) return TRUTH;
      const estimate = choice.estimates.indexOf(i);
      if (i === choice.weights) return choice.classes ? classes.length : 1;
      if (estimate < 0) return SKIPPED;
      return choice.classes ? classes.indexOf(order[estimate]) : 0;
    });
    const stray = choice.classes && (choice.classes.length !== classes.length || choice.classes.some((name) => !classes.includes(name)));
    if (stray || (choice.classes === undefined) !== (first.choice.classes === undefined)) {
      throw new FairbitsError('columns', `${file.name}:1: the classes ${order.join(', ')} are not those of ${first.file.name} (${classes.join(', ')})`, {
        file: file.name,
        line: 1,
        found: order.join(', '),
        expected: classes.join(', '),
      });
    }
    return plannedFile(file, header, columns);
  });
  if (files.every(({ size, rowsAt }) => size === rowsAt)) {
    const names = files.map(({ name }) => name).join(', ');
    throw new FairbitsError('format', `${names}: there is a header but no row: expected rows of predictions`, { file: names, expected: 'rows' });
  }
  const { cutoff, tolerance, renormalize, positive } = options;
  const treatment: TreatmentOptions = {
    ...(cutoff === undefined ? {} : { cutoff }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(renormalize === undefined ? {} : { renormalize }),
    ...(positive === undefined ? {} : { positive }),
  };
  const engine: EngineOptions = { ...(options.backend ? { backend: options.backend } : {}), memory: options.memory ?? usualMemory(classes.length) };
  const width = first.choice.classes ? classes.length : 1;
  const weighted = options.weights !== undefined;
  const skipBad = options.skipBad ?? false;
  return {
    plan: {
      files,
      width,
      weighted,
      classes,
      treatment,
      engine,
      keepEstimates: true,
      keepRows: keepRows(options),
      shareRows: options.shareRows ?? false,
      writeRewards: options.rewards !== undefined,
      keepRewards: options.columns !== undefined,
      rangeBytes: options.rangeBytes ?? usualRangeBytes(classes.length),
      skipBad,
    },
    guesses: first.choice.guesses,
    head: { bytes: first.bytes, whole: first.bytes.length === first.file.size },
  };

  /** The classes of a single column of estimates: what the rows hold beside the positive class. */
  async function twoClasses(): Promise<string[]> {
    const positive = options.positive as string;
    const { kernels } = await createEngine({ ...(options.backend ? { backend: options.backend } : {}), memory: options.memory ?? usualMemory(2) });
    const planned = heads.map(({ file, header, choice }) =>
      plannedFile(
        file,
        header,
        header.columns.map((_, i) => (i === choice.truth ? TRUTH : SKIPPED)),
      ),
    );
    return [(await read(otherClass(kernels, planned, positive))) ?? `not ${positive}`, positive];
  }
}
