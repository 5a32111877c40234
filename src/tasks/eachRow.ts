import { FairbitsError } from '../base/errors.js';
import { columnOf } from '../rows/columns.js';
import type { Table } from '../rows/table.js';
import type { RunProgress } from '../run/runRows.js';
import type { Ground } from './ground.js';
import { arrayOptions, choosePredictions, shapeOptions } from './predictions.js';
import { RowCrew, settledTables, withTables } from './rowCrew.js';
import type { Scored, ScoreOptions } from './score/options.js';
import type { ScorePart } from './score/partScorer.js';
import { engineOptions, noRowsError, scoredPass } from './score/scoreRows.js';
import type { RowSink } from './score/totals.js';
import { usualPartBytes } from './sizes.js';

/** A column of numbers that is read beside the estimates, and the option that names it. */
interface Beside {
  column: string;
  option: string;
}

/** Reads predictions and hands over every row, in order, with its estimates treated as they are when they are scored. */
export async function eachRow<F>(
  ground: Ground<F>,
  files: readonly F[],
  options: ScoreOptions<F>,
  sink: RowSink,
  beside?: Beside,
): Promise<Pick<Scored, 'files' | 'guesses' | 'skipped'>> {
  const { labels, signal, threads } = options;
  return withTables(ground, files, { labels, signal, threads, once: true, npy: arrayOptions(options), shape: shapeOptions(options) }, async (rows) => {
    const { tables } = rows;
    const chosen = await choosePredictions(rows, options);
    const { classes } = chosen;
    if (beside)
      chosen.wanted = chosen.wanted.map((wanted, i) => {
        if (tables[i].given) throw noColumn(tables[i].name, beside);
        const weights = columnOf(tables[i], beside.column, beside.option);
        if (weights === wanted.truth || wanted.numbers.includes(weights)) throw takenColumn(tables[i], beside);
        const about = { ...wanted.about, [weights]: { expected: 'a finite number', advice: `Is this the right column? (${beside.option})` } };
        return { ...wanted, weights, about, finite: true };
      });
    const of = { ...scoredPass({ ...chosen }, tables, { ...options, rows: sink }, undefined, false), keepEstimates: false, weighted: false };
    const engine = engineOptions(options, classes.length);
    const crew = await RowCrew.create(
      await settledTables(rows),
      { sink: 'score', of, wanted: chosen.wanted, engine, skipBad: options.skipBad ?? false },
      usualPartBytes(classes.length),
    );
    await sink.restart(classes);
    const look = { rows: true, measures: [], prior: new Float64Array(classes.length).fill(1 / classes.length) };
    const onProgress = (progress: RunProgress): void => options.onProgress?.({ step: 'scoring', ...progress });
    const take = async ({ ranked }: ScorePart): Promise<void> => {
      if (ranked) await sink.add(ranked);
    };
    const { rows: read, skipped } = await crew.run(look, take, { signal, onProgress });
    if (read === 0) throw noRowsError(tables);
    return { files: tables.map(({ name }) => name), guesses: chosen.guesses, skipped };
  });
}

function noColumn(file: string, { column, option }: Beside): FairbitsError {
  return new FairbitsError('option', `${file}: a .npy file has no column "${column}" for ${option}: expected CSV, NDJSON, Parquet or Arrow`, {
    file,
    expected: 'a file with named columns',
  });
}

function takenColumn({ name: file, place }: Table, { column, option }: Beside): FairbitsError {
  return new FairbitsError('columns', `${place}: the column "${column}" is one of the true classes or estimates: expected another one for ${option}`, {
    file,
    ...(place === file ? {} : { line: 1 }),
    column,
    found: column,
    expected: 'another column',
  });
}
