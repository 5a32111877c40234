import type { Command } from 'commander';
import { FairbitsError } from '../../base/errors.js';
import { quotedList } from '../../base/quoted.js';
import { DIALECT_NAMES } from '../../engines/dialects/dialects.js';
import { histogramSql } from '../../engines/histogramSql.js';
import type { TableLayout } from '../../engines/spec.js';
import { statisticsSql } from '../../engines/statisticsSql.js';
import { tableParts } from '../../engines/tableParts.js';
import { chooseColumns } from '../../rows/columns.js';
import { nodeGround } from '../../tasks/nodeGround.js';
import { usualMemory } from '../../tasks/sizes.js';
import { isTraining, trainingPrior } from '../../tasks/training.js';
import { number, onError, parseCutoff, parsePrior } from '../options.js';
import { printText } from '../outputs/print.js';

interface Flags {
  dialect: string;
  table?: string;
  parquet?: string;
  layout?: TableLayout;
  truth: string;
  probs: string;
  classes?: string[];
  positive?: string;
  id?: string;
  classColumn?: string;
  weights?: string;
  where?: string;
  prior?: ReturnType<typeof parsePrior>;
  cutoff?: ReturnType<typeof parseCutoff>;
  tolerance?: number;
  percent?: boolean;
  floatSums?: boolean;
  histograms?: boolean;
  onError?: 'stop' | 'skip';
}

export function addSql(program: Command): void {
  program
    .command('sql')
    .description('print a query that computes the statistics inside a database; fairbits merge reads its result')
    .requiredOption('--dialect <name>', DIALECT_NAMES.join(', '))
    .option('--table <name>', 'the table: TABLE or SCHEMA.TABLE; put a part that contains a dot between double quotes')
    .option('--parquet <path>', 'Parquet files instead of a table (duckdb, spark, databricks, clickhouse)')
    .requiredOption('--truth <column>', 'the column of true classes')
    .requiredOption(
      '--probs <columns>',
      'the columns of estimates, separated by commas; or one column: of P(positive), of arrays, or of all estimates in a long table',
    )
    .option('--classes <names>', 'the classes in the order of the columns; needed if these are not named p_CLASS or the like', quotedList)
    .option('--positive <class>', 'two classes: the class that a single column gives the probability of (default: the second)')
    .option('--layout <layout>', 'wide (a column for each class), array (one column of arrays) or long (a row for each class) (default: wide)')
    .option('--id <column>', 'long: the column that identifies a prediction; its rows have the same id')
    .option('--class-column <column>', 'long: the column that names the class of an estimate')
    .option('--weights <column>', 'the column that says how often each row counts')
    .option('--where <sql>', "a condition, in the engine's own SQL")
    .option(
      '--prior <prior>',
      "the prior under which Kononenko & Bratko's information is computed: uniform, train:FILE[:COLUMN] or CLASS=P,… (default: uniform)",
      parsePrior,
    )
    .option(
      '--cutoff <cutoff>',
      'keep estimates away from 0 and 1: none, mml:N (as far as N training rows justify), mml-binary:N or epsilon:E (default: none)',
      parseCutoff,
    )
    .option('--tolerance <t>', 'how far the sum of a row may be from 1 (default: 1e-6)', number('--tolerance', 0, 1))
    .option('--percent', 'the estimates are percentages, from 0 to 100')
    .option('--float-sums', 'add up doubles instead of whole numbers; somewhat faster, but the sums depend on the order of the rows')
    .option('--histograms', 'print the second query, from which ranking and calibration are computed; give both results to fairbits merge')
    .option('--on-error <what>', 'stop if there are bad rows when the result is read, or skip and count them', onError, 'stop')
    .addHelpText(
      'after',
      '\nExample:\n  fairbits sql --dialect duckdb --table predictions --truth label --probs p_home,p_draw,p_away > query.sql\n  duckdb my.db -csv < query.sql > result.csv\n  fairbits merge result.csv',
    )
    .action(sql);
}

async function sql(flags: Flags): Promise<void> {
  const {
    dialect,
    table,
    parquet,
    layout = 'wide',
    truth,
    positive,
    id,
    classColumn,
    weights,
    where,
    prior,
    cutoff,
    tolerance,
    percent,
    floatSums,
    onError: bad,
  } = flags;
  if (!['wide', 'array', 'long'].includes(layout)) throw refusedFlag(`--layout ${layout}`, 'wide, array or long');
  if ((table === undefined) === (parquet === undefined))
    throw refusedFlag(table === undefined ? 'no table is named' : '--table and --parquet are given', 'one of --table and --parquet');
  if (prior === 'test')
    throw refusedFlag('--prior test: a query cannot know the frequencies before it has run', 'uniform, train:FILE or CLASS=P,…; merge takes --prior test');
  const { probs, classes } = estimatesOf(flags, layout);
  const known = isTraining(prior) ? (await trainingPrior(nodeGround, prior, { classes, engine: { memory: usualMemory(classes.length) } })).values : prior;
  const spec = {
    ...(table === undefined ? {} : { table: tableParts(table) }),
    ...given({ parquet, positive, id, classColumn, weights, where, cutoff, tolerance, percent, floatSums }),
    ...(known === undefined ? {} : { prior: known as 'uniform' }),
    layout,
    truth,
    probs,
    classes,
    skipBad: bad === 'skip',
  };
  await printText(flags.histograms ? histogramSql(spec, dialect) : statisticsSql(spec, dialect));
}

const given = <T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> };

/** The columns of estimates and their classes, by what they are called or as --classes says. */
function estimatesOf({ truth, probs, classes, weights }: Flags, layout: TableLayout): { probs: string[]; classes: string[] } {
  if (layout !== 'wide') {
    if (!classes) throw refusedFlag(`--layout ${layout} needs the names of the classes`, '--classes');
    return { probs: [probs], classes };
  }
  const columns = quotedList(probs).map((name) => name.trim());
  const star = columns.find((name) => name.includes('*'));
  if (star !== undefined)
    throw refusedFlag(`--probs ${star}: the columns of a table that cannot be looked at are not known`, 'their names, with commas between');
  if (classes) {
    if (classes.length !== Math.max(2, columns.length))
      throw refusedFlag(`${columns.length} columns of estimates, but --classes names ${classes.length}`, 'one for each column, or two of one column');
    return { probs: columns, classes };
  }
  if (columns.length === 1) throw refusedFlag(`one column of estimates, "${columns[0]}", does not say what the classes are`, '--classes NO,YES');
  const all = [truth, ...columns, ...(weights === undefined ? [] : [weights])];
  const choice = chooseColumns(all, { truth, probs, ...(weights === undefined ? {} : { weights }) }, '--probs', '--probs');
  return { probs: choice.estimates.map((i) => all[i]), classes: choice.classes as string[] };
}

function refusedFlag(what: string, expected: string): FairbitsError {
  return new FairbitsError('option', `${what}: expected ${expected}`, { found: what, expected });
}
