import { list } from '../../base/classes.js';
import { FairbitsError } from '../../base/errors.js';
import { createEngine } from '../../core/engine.js';
import { quotedName } from '../../rows/columns.js';
import { formatsOf } from '../../rows/openTables.js';
import type { Table } from '../../rows/table.js';
import { isOneList } from '../../rows/understand/estimates.js';
import { listPlace } from '../../rows/understand/names.js';
import type { Ground } from '../ground.js';
import { arrayOptions, choosePredictions, type PredictionOptions, shapeOptions } from '../predictions.js';
import { withTables } from '../rowCrew.js';

/** What was understood of a file of predictions, before any of it is scored. */
interface Understood {
  file: string;
  format: string;
  /** CSV: what stands between fields. */
  delimiter?: string;
  columns: string[];
  /** The column of true classes, those of estimates in the order of the classes, and the classes. */
  truth?: string;
  estimates?: string[];
  classes?: string[];
  guesses: string[];
  /** The first rows, a cell for each column. */
  rows: string[][];
  /** The arguments of the command that scores it, everything said. */
  command: string[];
  /** Why it cannot be scored as it is; the command is then what to try. */
  problem?: string;
}

const SHOWN_ROWS = 5;
/** Columns that a command names one by one, at most. */
const MOST_NAMED = 24;

/** Looks at a file as `score` would, and says what it would take for what. */
export async function understandFile<F>(ground: Ground<F>, file: F, options: PredictionOptions & { labels?: readonly F[] }): Promise<Understood> {
  const opening = { labels: options.labels, threads: 1, npy: arrayOptions(options), shape: shapeOptions(options) };
  return withTables(ground, [file], opening, async (rows) => {
    const [format] = await formatsOf(rows.inputs);
    const [table] = rows.tables;
    const given = ['score', table.name, ...(options.labels ?? []).flatMap((label) => ['--labels', String(label)])];
    const seen = { file: table.name, format, ...delimiterOf(table), columns: [...table.columns], rows: await firstRows(table) };
    try {
      const chosen = await choosePredictions(rows, options);
      const [{ truth, numbers, scales: [{ scale } = { scale: undefined }] = [] }] = chosen.wanted;
      const estimates = numbers.map((column) => table.columns[column]);
      const list = isOneList(table.columns, numbers) ? listPlace(estimates[0])?.list : undefined;
      const probs = list ?? (numbers.length <= MOST_NAMED ? estimates.map(quotedName).join(',') : undefined);
      const named =
        table.address.format === 'long'
          ? ['--long', options.long as string, '--truth', table.columns[truth as number]]
          : table.given
            ? []
            : ['--truth', table.columns[truth as number], ...(probs === undefined ? [] : ['--probs', probs])];
      const classes = options.classes ?? (chosen.counted ? chosen.classes : undefined);
      const command = [
        ...given,
        ...named,
        ...(chosen.positive === undefined ? [] : ['--positive', chosen.positive]),
        ...(options.header === undefined ? [] : [options.header ? '--header' : '--no-header']),
        ...(classes ? ['--classes', classes.map(quotedName).join(',')] : []),
        ...(scale === undefined ? [] : [scale === 'percent' ? '--percent' : '--logits']),
      ];
      return { ...seen, truth: table.columns[truth as number], estimates, classes: chosen.classes, guesses: chosen.guesses, command };
    } catch (error) {
      if (!(error instanceof FairbitsError)) throw error;
      return { ...seen, guesses: [...(table.notes ?? [])], command: [...given, ...(error.suggestion ?? [])], problem: error.message };
    }

    async function firstRows(of: Table): Promise<string[][]> {
      if (!of.peek) return [];
      const { kernels } = await createEngine({ backend: 'plain' });
      const columns = await rows.inputs.read(
        of.peek(
          of.columns.map((_, i) => i),
          SHOWN_ROWS,
          kernels,
        ),
      );
      const count = Math.max(0, ...columns.map(({ length }) => length));
      return Array.from({ length: Math.min(SHOWN_ROWS, count) }, (_, r) => columns.map((column) => textOf(column[r])));
    }
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? (JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '') : String(value);
}

const DELIMITER_NAMES: Record<number, string> = { 44: 'comma', 9: 'tab', 59: 'semicolon', 124: 'bar', 32: 'blank' };

function delimiterOf({ address }: Table): { delimiter?: string } {
  const { delimiter } = (address.format === 'csv' ? address.known : {}) as { delimiter?: number };
  return delimiter === undefined ? {} : { delimiter: DELIMITER_NAMES[delimiter] ?? String.fromCharCode(delimiter) };
}

/** The same for a reader. */
export function understoodText({ file, format, delimiter, columns, truth, estimates, classes, guesses, rows, problem }: Understood, command: string): string {
  const shown = columns.slice(0, 12);
  const width = (c: number): number => Math.min(24, Math.max(shown[c].length, ...rows.map((row) => row[c].length)));
  const line = (cells: readonly string[]): string =>
    `  ${shown
      .map((_, c) => cells[c].slice(0, 24).padEnd(width(c)))
      .join('  ')
      .trimEnd()}`;
  const lines = [
    `${file}: ${format === 'csv' ? 'delimited text' : format}${delimiter ? `, ${delimiter}s between fields` : ''}, ${columns.length} columns`,
    ...(truth === undefined ? [] : [`true class: ${truth}`]),
    ...(estimates === undefined ? [] : [`estimates:  ${list(estimates)}`]),
    ...(classes === undefined ? [] : [`classes:    ${list(classes)}`]),
    ...guesses.map((guess) => `guessed:    ${guess}`),
    ...(rows.length > 0 ? ['', 'The first rows:', line(columns), ...rows.map(line)] : []),
    ...(shown.length < columns.length ? [`  (and ${columns.length - shown.length} more columns)`] : []),
    '',
    ...(problem === undefined ? ['To score it:'] : [problem, 'To try:']),
    `  ${command}`,
  ];
  return `${lines.join('\n')}\n`;
}
