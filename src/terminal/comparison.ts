import { count } from '../base/figures.js';
import { shortened } from '../charts/words.js';
import type { Difference } from '../compare/pair.js';
import type { Verdict } from '../compare/verdict.js';
import { measures } from '../core/measures/registry.js';
import type { Comparison } from '../tasks/compare/compareFiles.js';
import { compareBrief } from './compareBrief.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, table } from './table.js';

/** So many learners have a column each beside the measure's name. */
const MAX_LEARNER_COLUMNS = 4;

/** A comparison of learners, to be read on a terminal of 80 columns. */
export function renderComparison(comparison: Comparison, { bold, dim, warn }: Style): string[] {
  const { rows, classes, prior, cutoff, confidence, alignedBy, bootstrap, multiplicity, learners, guesses, pairs } = comparison;
  const level = `${figure(100 * confidence, 0)} %`;
  const { verdict, tables, warnings } = compareBrief(comparison);
  const lines = [
    ...fold(verdict, LINE_WIDTH, '').map(bold),
    '',
    ...tables.flatMap(({ title, head, rows: cells, right, note }) => {
      const [first, ...body] = table([head, ...cells], right);
      return [...(title ? [bold(title)] : []), dim(first), ...body, ...(note ? [dim(note)] : []), ''];
    }),
    ...(warnings.length > 0 ? [...warnings.flatMap((text) => fold(`! ${text}`, LINE_WIDTH, '  ')).map(warn), ''] : []),
    ...learners.flatMap(({ name, file }) => fold(`${name}: ${file}`, LINE_WIDTH, '  ')).map(dim),
    ...guesses.flatMap((text) => fold(text, LINE_WIDTH, '  ')).map(dim),
    `${count(rows)} rows, ${classes.length} classes, aligned by ${alignedBy}`,
    `prior   ${prior.source}`,
    `cutoff  ${cutoff.name}`,
    '',
    ...scoreLines(comparison, bold, dim),
    '',
    ...worseLines(comparison, bold, dim),
    '',
    ...pairs.flatMap((pair) => [
      ...pairLines(pair, bold, dim),
      ...[pair.bet.sentence, ...pair.verdict.notes.map((note) => `Note: ${note}.`)].flatMap((text) =>
        fold(text, LINE_WIDTH - 2, '').map((line) => `  ${line}`),
      ),
      '',
    ]),
  ];
  const others = pairs[0].differences.bayesianReward.test;
  const how = `intervals at ${level}: ${bootstrap.interval} bootstrap of pairs, ${count(bootstrap.replicates)} replicates, seed ${bootstrap.seed}; p two-sided: McNemar's exact of accuracy, of the others by ${others} with as many replicates; ${multiplicity}; * more than chance at ${figure(100 * (1 - confidence), 0)} %`;
  lines.push(...fold(how, LINE_WIDTH, '').map(dim));
  return lines;
}

/** Means of every measure: a column for each learner, or, where there are many, the headline measures alone. */
function scoreLines({ learners }: Comparison, bold: Style['bold'], dim: Style['dim']): string[] {
  if (learners.length <= MAX_LEARNER_COLUMNS) {
    const [head, ...body] = table(
      [
        ['mean', ...learners.map(({ name }) => shortened(name, MAX_COLUMN_NAME))],
        ...measures.map(({ id }) => [id, ...learners.map(({ measures }) => figure(measures[id].mean))]),
        ['miscalibration', ...learners.map(({ calibration }) => figure(calibration.miscalibration))],
      ],
      [false, ...learners.map(() => true)],
    );
    return [dim(head), bold(body[0]), ...body.slice(1)];
  }
  const ids = ['bayesianReward', 'logLoss', 'quadraticLoss', 'accuracy'] as const;
  const [head, ...body] = table(
    [
      ['mean', ...ids, 'miscalibration'],
      ...learners.map(({ name, measures, calibration }) => [
        shortened(name, MAX_COLUMN_NAME),
        ...ids.map((id) => figure(measures[id].mean)),
        figure(calibration.miscalibration),
      ]),
    ],
    [false, ...ids.map(() => true), true],
  );
  return [dim(head), ...body];
}

const MAX_COLUMN_NAME = 14;

/** The papers' table (Hope & Korb 2004, §5, Korb, Hope & Hughes 2001, §5): who is significantly worse than whom. */
function worseLines({ worse, learners, pairs }: Comparison, bold: Style['bold'], dim: Style['dim']): string[] {
  const order = learners.map(({ name }) => name);
  const told = measures.flatMap(({ id }) => {
    const found = order.flatMap((name) => (worse[id][name].length > 0 ? [`${name} > ${worse[id][name].join(', ')}`] : []));
    const untested = pairs.filter(({ differences }) => differences[id].p === null).length;
    const text = found.length > 0 ? found.join('; ') : untested === pairs.length ? 'not tested: infinite values' : 'no difference beyond chance';
    return fold(`${id.padEnd(18)}${text}`, LINE_WIDTH, ' '.repeat(18)).map((line) => (id === 'bayesianReward' ? bold(line) : line));
  });
  return [dim('who is better than whom by more than chance, measure by measure'), ...told];
}

function pairLines({ first, second, differences, verdict }: Comparison['pairs'][number], bold: Style['bold'], dim: Style['dim']): string[] {
  const [head, ...body] = table(
    [['', 'difference', 's.e.', 'interval', 'p', 'adjusted', ''], ...measures.map(({ id }) => differenceCells(id, differences[id]))],
    [false, true, true, true, true, true, false],
  );
  const reasons = measures.flatMap(({ id }) =>
    differences[id].reason ? fold(`${id}: ${differences[id].reason}`, LINE_WIDTH - 2, '  ').map((line) => dim(`  ${line}`)) : [],
  );
  return [
    ...fold(`${first} minus ${second}: ${verdictWords(verdict)}`, LINE_WIDTH, '  ').map(bold),
    dim(`  ${head}`),
    ...body.map((line) => `  ${line}`),
    ...reasons,
  ];
}

/** Who of two is better, by the test that decides. */
function verdictWords({ is, ahead }: Verdict): string {
  if (is === 'better') return `${ahead} is better, by more than chance`;
  if (is === 'chance') return `${ahead} leads, which may be chance`;
  if (is === 'same') return 'both earn the same';
  return ahead === null ? 'both earn −∞' : `${ahead} is better, as the other earns −∞`;
}

const chance = (p: number | null): string => (p !== null && p < 0.0001 ? '<.0001' : figure(p));

function differenceCells(id: string, { difference, standardError, interval, p, pAdjusted, significant }: Difference): string[] {
  const range = interval ? `${figure(interval[0])} … ${figure(interval[1])}` : '–';
  return [id, figure(difference), figure(standardError), range, chance(p), chance(pAdjusted), significant ? '*' : ''];
}
