import { FairbitsError } from '../../base/errors.js';
import { placesByName } from '../../base/places.js';
import { type AnovaResult, anovaRepeated } from '../../significance/anovaRepeated.js';
import { bayesianCorrelatedT } from '../../significance/bayesianCorrelatedT.js';
import { correctedResampledT } from '../../significance/correctedResampledT.js';
import type { FiveByTwo } from '../../significance/fiveByTwo.js';
import { fiveByTwoF } from '../../significance/fiveByTwoF.js';
import { fiveByTwoT } from '../../significance/fiveByTwoT.js';
import { friedman } from '../../significance/friedman.js';
import { mcnemar } from '../../significance/mcnemar.js';
import { pairedT } from '../../significance/pairedT.js';
import type { Alternative, TestResult } from '../../significance/result.js';
import { wilcoxon } from '../../significance/wilcoxon.js';
import { nodeGround } from '../../tasks/nodeGround.js';
import { numberColumn, readSmallTable, type SmallTable } from '../../tasks/smallTable.js';
import { renderTest } from '../../terminal/significance.js';
import { style } from '../../terminal/style.js';
import { printJson, printLines } from '../outputs/print.js';
import { checkPrint } from '../printOptions.js';
import { betOnFiles, delongOfFiles, mcnemarOfFiles } from './ofPredictions.js';
import type { TestFlags } from './significanceFlags.js';

type Outcome = TestResult | AnovaResult;

interface NamedTest {
  /** The options that it takes beside --confidence, --json and --markdown. */
  options: (keyof TestFlags)[];
  run(files: string[], flags: TestFlags): Outcome | Promise<Outcome>;
}

const onTable =
  (run: (table: SmallTable, flags: TestFlags) => Outcome): NamedTest['run'] =>
  async (files, flags) => {
    const table = await readTable(files);
    return inFile(table, () => run(table, flags));
  };

const PREDICTIONS: (keyof TestFlags)[] = ['truth', 'probs', 'positive', 'cutoff', 'onError'];

const TESTS: Record<string, NamedTest> = {
  'paired-t': { options: ['columns', 'alternative'], run: onTable((table, flags) => onPairs(table, flags, pairedT)) },
  'corrected-t': {
    options: ['columns', 'alternative', 'testTrainRatio'],
    run: onTable((table, flags) => onPairs(table, flags, (a, b, options) => correctedResampledT(a, b, { ...options, testTrainRatio: needRatio(flags) }))),
  },
  'bayesian-t': {
    options: ['columns', 'testTrainRatio', 'rope'],
    run: onTable((table, flags) =>
      onPairs(table, flags, (a, b, options) => bayesianCorrelatedT(a, b, { ...options, testTrainRatio: needRatio(flags), rope: needRope(flags) })),
    ),
  },
  wilcoxon: {
    options: ['columns', 'alternative', 'ties'],
    run: onTable((table, flags) => onPairs(table, flags, (a, b, options) => wilcoxon(a, b, { ...options, ...ties(flags) }), true)),
  },
  '5x2cv-t': { options: ['columns', 'alternative'], run: onTable((table, flags) => onFiveByTwo(table, flags, fiveByTwoT)) },
  '5x2cv-f': { options: ['columns'], run: onTable((table, flags) => onFiveByTwo(table, flags, fiveByTwoF)) },
  friedman: { options: ['columns', 'control'], run: onTable(onDataSets) },
  'anova-rm': { options: ['columns'], run: onTable(onSubjects) },
  mcnemar: { options: [...PREDICTIONS, 'counts'], run: (files, flags) => (flags.counts === undefined ? mcnemarOfFiles(files, flags) : onCounts(files, flags)) },
  delong: { options: PREDICTIONS, run: (files, flags) => delongOfFiles(files, flags) },
  bet: { options: PREDICTIONS, run: (files, flags) => betOnFiles(files, flags) },
};

export async function test(name: string, files: string[], flags: TestFlags): Promise<void> {
  const chosen = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
  if (!chosen)
    throw new FairbitsError('option', `there is no test called ${name}: expected one of ${Object.keys(TESTS).join(', ')}`, {
      found: name,
      expected: Object.keys(TESTS).join(', '),
    });
  for (const flag of Object.keys(flags) as (keyof TestFlags)[])
    if (flag !== 'json' && flag !== 'markdown' && flag !== 'confidence' && !chosen.options.includes(flag)) {
      const whose = Object.keys(TESTS).filter((each) => TESTS[each].options.includes(flag));
      throw new FairbitsError('option', `${flagOf(flag)} means nothing to ${name}: it is for ${whose.join(', ')}`, {
        found: flagOf(flag),
        expected: chosen.options.map(flagOf).join(', '),
      });
    }
  checkPrint(flags);
  const result = await chosen.run(files, flags);
  if (flags.json) await printJson({ ...result, files });
  else await printLines(renderTest(result, files, style), flags.markdown);
}

const flagOf = (flag: string): string => `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

async function readTable(files: string[]): Promise<SmallTable> {
  if (files.length !== 1)
    throw new FairbitsError('option', `${files.length === 0 ? 'no file is' : `${files.length} files are`} given: expected one table of scores`, {
      found: files.length,
      expected: 'one file',
    });
  return readSmallTable(nodeGround, files[0]);
}

/** What a test says of a row it says of a line of the file. */
function inFile<T>({ file, rows }: SmallTable, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof FairbitsError) || error.file !== undefined || error.code === 'option') throw error;
    const line = error.row === undefined ? undefined : rows[error.row]?.line;
    const { column, found, expected } = error;
    throw new FairbitsError(error.code, `${file}${line === undefined ? '' : `:${line}`}: ${error.message}`, {
      file,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      found,
      ...(expected === undefined ? {} : { expected }),
    });
  }
}

/** Columns that say which pair it is, not how a learner did. */
const IDENTIFIERS = ['replication', 'rep', 'fold', 'run', 'split', 'repeat', 'seed', 'dataset', 'data set', 'data', 'id', 'subject', ''];

/** The columns of the two learners: those asked for, or the two that are left without identifiers. */
function learners(table: SmallTable, flags: TestFlags, known: readonly string[] = IDENTIFIERS): [number, number] {
  const { columns } = table;
  const found = flags.columns
    ? flags.columns.map((name) => tableColumnOf(table, name))
    : columns.length === 2
      ? [0, 1]
      : columns.flatMap((name, i) => (known.includes(name.toLowerCase()) ? [] : [i]));
  if (found.length === 2) return [found[0], found[1]];
  throw new FairbitsError(
    'columns',
    `${headerPlace(table)}: ${flags.columns ? `--columns names ${found.length}` : `${found.length} columns may be learners`}: expected two. The columns are ${columns.join(', ')}; say which with --columns A,B`,
    { file: table.file, line: table.headerLine, found: found.map((i) => columns[i]).join(', '), expected: 'two columns' },
  );
}

const headerPlace = ({ file, headerLine }: SmallTable): string => (headerLine > 0 ? `${file}:${headerLine}` : file);

function tableColumnOf(table: SmallTable, name: string): number {
  const { columns, file, headerLine: line } = table;
  const index = columns.indexOf(name.trim());
  if (index < 0)
    throw new FairbitsError('columns', `${headerPlace(table)}: there is no column "${name}"; the columns are ${columns.join(', ')}`, {
      file,
      line,
      found: columns.join(', '),
      expected: name,
    });
  if (columns.lastIndexOf(name.trim()) !== index)
    throw new FairbitsError('columns', `${headerPlace(table)}: there are two columns called "${name}": expected different names`, {
      file,
      line,
      column: name,
      found: name,
      expected: 'different names',
    });
  return index;
}

type PairOptions = { names: [string, string]; confidence?: number; alternative?: Alternative };

function common(flags: TestFlags): { confidence?: number; alternative?: Alternative } {
  return {
    ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }),
    ...(flags.alternative === undefined ? {} : { alternative: flags.alternative as Alternative }),
  };
}

function onPairs<T>(table: SmallTable, flags: TestFlags, run: (a: Float64Array, b: Float64Array, options: PairOptions) => T, infinite = false): T {
  const [a, b] = learners(table, flags);
  const names: [string, string] = [table.columns[a], table.columns[b]];
  return run(numberColumn(table, a, infinite), numberColumn(table, b, infinite), { names, ...common(flags) });
}

function onFiveByTwo<T>(table: SmallTable, flags: TestFlags, run: (differences: FiveByTwo, options: PairOptions & { scale: number }) => T): T {
  const [a, b] = learners(table, flags, ['replication', 'fold']);
  const first = numberColumn(table, a, false);
  const second = numberColumn(table, b, false);
  const [replication, fold] = [tableColumnOf(table, 'replication'), tableColumnOf(table, 'fold')];
  const replications = table.rows.map(({ cells }) => cells[replication]);
  const folds = table.rows.map(({ cells }) => cells[fold]);
  const order = inOrder(replications);
  const foldOrder = placesByName(inOrder(folds));
  const rowsOf = new Map<string, number[]>(order.map((name) => [name, []]));
  for (const [i, name] of replications.entries()) rowsOf.get(name)?.push(i);
  const placeOf = (row: number): number => foldOrder.get(folds[row]) as number;
  const scale = [...first, ...second].reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  const differences = order.map((name) => {
    const rows = (rowsOf.get(name) as number[]).sort((i, j) => placeOf(i) - placeOf(j));
    const twice = rows.find((row, i) => i > 0 && folds[row] === folds[rows[i - 1]]);
    if (twice !== undefined || rows.length !== 2) {
      const { line } = table.rows[twice ?? rows[rows.length - 1]];
      const found = twice === undefined ? `${rows.length} fold${rows.length === 1 ? '' : 's'}` : `fold ${folds[twice]} twice`;
      throw new FairbitsError('length', `${table.file}:${line}: replication ${name} has ${found}: expected two different folds`, {
        file: table.file,
        line,
        found,
        expected: 'two different folds',
      });
    }
    return [first[rows[0]] - second[rows[0]], first[rows[1]] - second[rows[1]]] as const;
  });
  return run(differences, { names: [table.columns[a], table.columns[b]], scale, ...common(flags) });
}

/** Different names by number where all are numbers, else as they first come. */
function inOrder(names: readonly string[]): string[] {
  const different = [...new Set(names)];
  return different.every((name) => name !== '' && Number.isFinite(Number(name))) ? different.sort((x, y) => Number(x) - Number(y)) : different;
}

function onDataSets(table: SmallTable, flags: TestFlags): Outcome {
  const { columns, rows, file } = table;
  const chosen = flags.columns ? flags.columns.map((name) => tableColumnOf(table, name)) : columns.slice(1).map((name) => tableColumnOf(table, name));
  const seen = new Map<string, number>();
  for (const { line, cells } of rows) {
    const before = seen.get(cells[0]);
    if (before !== undefined)
      throw new FairbitsError('value', `${file}:${line}: the data set "${cells[0]}" is there already, in line ${before}: expected one row for each`, {
        file,
        line,
        column: columns[0],
        found: cells[0],
        expected: 'one row for each data set',
      });
    seen.set(cells[0], line);
  }
  const values = chosen.map((column) => numberColumn(table, column, true));
  return friedman(
    rows.map((_, i) => values.map((column) => column[i])),
    {
      names: chosen.map((column) => columns[column]),
      ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }),
      ...(flags.control === undefined ? {} : { control: flags.control }),
    },
  );
}

function onSubjects(table: SmallTable, flags: TestFlags): Outcome {
  const { columns, rows } = table;
  const chosen = flags.columns ? flags.columns.map((name) => tableColumnOf(table, name)) : columns.map((_, i) => i);
  if (chosen.length !== 4)
    throw new FairbitsError(
      'columns',
      `${headerPlace(table)}: ${chosen.length} columns (${chosen.map((i) => columns[i]).join(', ')}): expected four, the subject, two factors and the value. Say which with --columns SUBJECT,FACTOR,FACTOR,VALUE`,
      { file: table.file, line: table.headerLine, found: chosen.length, expected: 'four columns' },
    );
  const [subject, first, second, value] = chosen;
  const values = numberColumn(table, value, false);
  return anovaRepeated(
    rows.map(({ cells }, i) => ({ subject: cells[subject], levels: [cells[first], cells[second]], value: values[i] })),
    { factors: [columns[first], columns[second]], ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }) },
  );
}

function onCounts(files: string[], { counts = '', confidence }: TestFlags): Outcome {
  if (files.length > 0)
    throw new FairbitsError('option', `--counts and ${files.length === 1 ? 'a file' : 'files'} are given: expected one or the other`, {
      expected: '--counts or two files',
    });
  const numbers = counts.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
  if (numbers.length !== 2 || numbers.some(Number.isNaN))
    throw new FairbitsError('option', `--counts ${counts}: expected two whole numbers with a comma between, such as 121,59`, {
      found: counts,
      expected: 'B,C',
    });
  return mcnemar(numbers[0], numbers[1], confidence === undefined ? {} : { confidence });
}

function needRatio({ testTrainRatio }: TestFlags): number {
  if (testTrainRatio === undefined)
    throw new FairbitsError(
      'option',
      '--test-train-ratio is missing: expected the size of a test set over that of its training set, such as 1/9 for 10-fold cross-validation or 0.5 for splits into ⅔ and ⅓',
      { expected: '--test-train-ratio R' },
    );
  return testTrainRatio;
}

function needRope({ rope }: TestFlags): number {
  if (rope === undefined)
    throw new FairbitsError('option', '--rope is missing: expected the largest difference that is practically none, in the unit of the scores', {
      expected: '--rope WIDTH',
    });
  return rope;
}

function ties({ ties }: TestFlags): { ties?: 'exact' | 'rounding' } {
  if (ties === undefined) return {};
  if (ties !== 'exact' && ties !== 'rounding')
    throw new FairbitsError('option', `--ties ${ties}: expected exact or rounding`, { found: ties, expected: 'exact or rounding' });
  return { ties };
}
