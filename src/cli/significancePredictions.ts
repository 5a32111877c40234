import { basename } from 'node:path';
import { FairbitsError } from '../errors.js';
import { log2 } from '../kernels/plain/log.js';
import { measures } from '../measures/registry.js';
import { type ScoreOptions, scoreFiles } from '../score/scoreFiles.js';
import { type BetResult, bet } from '../significance/bet.js';
import { type McNemarResult, mcnemar } from '../significance/mcnemar.js';
import type { TestFlags } from './significanceTables.js';

const WANTED = ['accuracy', 'informationLoss', 'quadraticLoss'] as const;
const AT = WANTED.map((id) => measures.findIndex((measure) => measure.id === id));

/** What two learners did on each instance of one test set. */
interface Predictions {
  file: string;
  truths: string[];
  codes: number[];
  columns: Record<(typeof WANTED)[number], number[]>;
  cutoff: { low: number; high: number };
}

/** Reads a file of predictions with the readers of score, and keeps one value of each wanted measure per instance. */
async function readPredictions(file: string, { truth, probs, positive, cutoff }: TestFlags): Promise<Predictions> {
  const names = new Map<string, number>();
  const result: Predictions = { file, truths: [], codes: [], columns: { accuracy: [], informationLoss: [], quadraticLoss: [] }, cutoff: { low: 0, high: 1 } };
  const { columns, codes } = result;
  const given = Object.fromEntries(Object.entries({ truth, probs, positive, cutoff }).filter(([, value]) => value !== undefined));
  const options: ScoreOptions = {
    prior: 'uniform',
    ...given,
    rewards: {
      restart: () => {
        for (const values of [codes, ...Object.values(columns)]) values.length = 0;
      },
      write: (text) => {
        for (const line of text.split('\n')) {
          if (line === '' || line.startsWith('truth,bayesianReward')) continue;
          // The name of a class may hold commas, the measures do not.
          const cells = line.split(',');
          const from = cells.length - measures.length;
          const name = cells.slice(0, from).join(',');
          let code = names.get(name);
          if (code === undefined) {
            code = names.size;
            names.set(name, code);
          }
          codes.push(code);
          WANTED.forEach((id, i) => {
            columns[id].push(Number(cells[from + AT[i]]));
          });
        }
      },
    },
  };
  const { report } = await scoreFiles([file], options);
  result.truths = [...names.keys()];
  result.cutoff = report.cutoff;
  return result;
}

/** Both files, which must have the same truths in the same order. */
async function readBoth(files: readonly string[], flags: TestFlags, test: string): Promise<[Predictions, Predictions]> {
  if (files.length !== 2)
    throw new FairbitsError(
      'option',
      `${files.length} file${files.length === 1 ? ' is' : 's are'} given: expected two files of predictions${test === 'mcnemar' ? ', or --counts B,C' : ''}`,
      {
        found: files.length,
        expected: 'two files',
      },
    );
  const first = await readPredictions(files[0], flags);
  const second = await readPredictions(files[1], flags);
  const rows = Math.min(first.codes.length, second.codes.length);
  for (let row = 0; row < rows; row++) {
    const [x, y] = [first.truths[first.codes[row]], second.truths[second.codes[row]]];
    if (x !== y)
      throw new FairbitsError(
        'value',
        `row ${row + 1} (counted from 1, without the header) has the true class "${x}" in ${files[0]} and "${y}" in ${files[1]}: expected the same test set in the same order`,
        { row, found: `${x}, ${y}`, expected: 'the same truth' },
      );
  }
  if (first.codes.length !== second.codes.length)
    throw new FairbitsError(
      'length',
      `${files[0]} has ${first.codes.length} rows and ${files[1]} has ${second.codes.length}: expected the same test set in the same order`,
      {
        found: `${first.codes.length}, ${second.codes.length}`,
        expected: 'as many rows',
      },
    );
  return [first, second];
}

export async function mcnemarOfFiles(files: readonly string[], flags: TestFlags): Promise<McNemarResult> {
  const [a, b] = await readBoth(files, flags, 'mcnemar');
  let onlyFirst = 0;
  let onlySecond = 0;
  for (let row = 0; row < a.codes.length; row++) {
    const difference = a.columns.accuracy[row] - b.columns.accuracy[row];
    if (difference > 0) onlyFirst++;
    else if (difference < 0) onlySecond++;
  }
  return mcnemar(onlyFirst, onlySecond, {
    instances: a.codes.length,
    names: shortNames(files),
    ...(flags.confidence === undefined ? {} : { confidence: flags.confidence }),
  });
}

export async function betOnFiles(files: readonly string[], flags: TestFlags): Promise<BetResult> {
  const [a, b] = await readBoth(files, flags, 'bet');
  const { low, high } = a.cutoff;
  return bet(a.columns.informationLoss, b.columns.informationLoss, {
    names: shortNames(files),
    quadratic: [a.columns.quadraticLoss, b.columns.quadraticLoss],
    // The rounding of two logs may pass the bound by a hair.
    ...(low > 0 ? { bound: log2(high / low) * (1 + 2 ** -40) } : {}),
    ...(flags.confidence === undefined ? {} : { confidence: flags.confidence, alpha: 1 - flags.confidence }),
  });
}

/** What the sentence calls the two: the names of their files without folder and ending, if those differ. */
function shortNames(files: readonly string[]): [string, string] {
  const [a, b] = files.map((file) => basename(file).replace(/(\.\w+)+$/, ''));
  return a !== b && a !== '' && b !== '' ? [a, b] : ['A', 'B'];
}
