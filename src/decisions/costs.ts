import { list } from '../base/classes.js';
import { FairbitsError } from '../base/errors.js';
import { placesByName } from '../base/places.js';
import { quotedRows } from '../base/quoted.js';

/** cost[actual][predicted], in class order (Witten & Frank, §5.7). Gains are negative costs. */
export type Costs = readonly (readonly number[])[];

/** There is a cost for every pair of classes, and each row takes a look at all of them. */
const MAX_COST_CLASSES = 2048;

function checkCostClasses(k: number): void {
  if (k > MAX_COST_CLASSES)
    throw new FairbitsError('class-count', `${k} classes: costs of every pair of so many cannot be looked at. Expected at most ${MAX_COST_CLASSES}.`, {
      found: k,
      expected: `at most ${MAX_COST_CLASSES} classes`,
    });
}

/**
 * What every error costs 1 and being right costs nothing.
 *
 * @example
 * ```ts
 * import { zeroOne } from 'fairbits';
 *
 * zeroOne(2); // → [ [ 0, 1 ], [ 1, 0 ] ]
 * ```
 */
export function zeroOne(k: number): Costs {
  checkCostClasses(k);
  return Array.from({ length: k }, (_, i) => Array.from({ length: k }, (_, j) => Number(i !== j)));
}

/**
 * Makes sure that costs are a finite number for each pair of classes, and gives them back; anything else is an error that names the cell.
 *
 * @example
 * ```ts
 * import { checkCosts } from 'fairbits';
 *
 * checkCosts([[0, 1], [5, 0]], ['no', 'yes']); // → [ [ 0, 1 ], [ 5, 0 ] ]
 * try {
 *   checkCosts([[0, 1]], ['no', 'yes']);
 * } catch (error) {
 *   (error as Error).message.includes('expected'); // → true
 * }
 * ```
 */
export function checkCosts(costs: Costs, classes: readonly string[], from = 'the cost matrix'): Costs {
  const k = classes.length;
  checkCostClasses(k);
  const wrong = costs.length !== k ? costs : costs.find((row) => row.length !== k);
  if (wrong !== undefined) {
    const found = wrong === costs ? `${costs.length} rows` : `a row of ${wrong.length} costs`;
    throw new FairbitsError(
      'option',
      `${from} has ${found} for ${k} classes (${list(classes)}): expected ${k} rows, one for each actual class, of ${k} costs, one for each predicted class`,
      { found, expected: `${k} rows of ${k} costs` },
    );
  }
  for (const [i, row] of costs.entries())
    for (const [j, cost] of row.entries())
      if (!Number.isFinite(cost))
        throw new FairbitsError('option', `${from}: the cost of predicting ${classes[j]} for ${classes[i]} is ${cost}: expected a finite number`, {
          class: classes[i],
          found: cost,
          expected: 'a finite number',
        });
  return costs;
}

/**
 * Costs as they are written: rows by actual class, with ; or a line each, and commas between the costs. Where the first line
 * names the predicted classes, the first of each line that follows names the actual one, and any order will do.
 * Classes may be called 0 and 1, so where every cell is a number, every cell is a cost.
 *
 * @example
 * ```ts
 * import { parseCosts } from 'fairbits';
 *
 * parseCosts('0,1;5,0', ['no', 'yes'], 'costs'); // → [ [ 0, 1 ], [ 5, 0 ] ]
 * parseCosts(',yes,no\nyes,0,5\nno,1,0', ['no', 'yes'], 'costs'); // → [ [ 0, 1 ], [ 5, 0 ] ]
 * ```
 */
export function parseCosts(text: string, classes: readonly string[], from: string): Costs {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) return checkCosts(json(trimmed, from), classes, from);
  const lines = quotedRows(trimmed, ';\n')
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const names = lines[0]?.slice(1) ?? [];
  const numbers = lines.every((cells) => cells.every((cell) => cell !== '' && Number.isFinite(Number(cell))));
  const known = new Set(classes);
  if (numbers || !names.some((name) => known.has(name)))
    return checkCosts(
      lines.map((cells) => cells.map((cell) => costOf(cell, from, classes))),
      classes,
      from,
    );
  const actual = lines.slice(1).map(([name]) => name);
  const unknown = [...names, ...actual].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new FairbitsError(
      'option',
      `${from} names the class ${JSON.stringify(unknown)}: expected each of the classes once on either side (${list(classes)})`,
      {
        found: unknown,
        expected: list(classes),
      },
    );
  const [rowOf, columnOf] = [placesByName(actual), placesByName(names)];
  const missing = classes.filter((name) => !columnOf.has(name) || !rowOf.has(name));
  if (missing.length > 0 || names.length !== classes.length || actual.length !== classes.length)
    throw new FairbitsError(
      'option',
      `${from} has ${actual.length} rows and ${names.length} columns${missing.length > 0 ? `, and not ${list(missing)}` : ''}: expected each of the ${classes.length} classes once on either side (${list(classes)})`,
      { found: `${actual.length} × ${names.length}`, expected: list(classes) },
    );
  return checkCosts(
    classes.map((row) => {
      const cells = lines[1 + (rowOf.get(row) as number)];
      return classes.map((column) => costOf(cells[1 + (columnOf.get(column) as number)] ?? '', from, classes));
    }),
    classes,
    from,
  );
}

function costOf(cell: string, from: string, classes: readonly string[]): number {
  const cost = cell === '' ? NaN : Number(cell);
  if (Number.isFinite(cost)) return cost;
  throw new FairbitsError(
    'option',
    `${from}: cannot read ${JSON.stringify(cell)} as a cost: expected numbers, or the classes ${list(classes)} as names of rows and columns; such as "0,1;5,0"`,
    { found: cell, expected: 'a finite number' },
  );
}

function json(text: string, from: string): number[][] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new FairbitsError('option', `${from} cannot be read as JSON: ${(error as Error).message}`, { expected: 'rows of numbers, such as [[0,1],[5,0]]' });
  }
  const rows = found as unknown[];
  if (rows.every((row) => Array.isArray(row) && row.every((cost) => typeof cost === 'number'))) return found as number[][];
  throw new FairbitsError('option', `${from}: expected rows of numbers, such as [[0,1],[5,0]]`, { expected: 'rows of numbers' });
}

/**
 * What the cells of a confusion matrix cost together.
 *
 * @example
 * ```ts
 * import { totalCost } from 'fairbits';
 *
 * totalCost([[40, 10], [5, 45]], [[0, 1], [5, 0]]); // → 35
 * ```
 */
export function totalCost(table: readonly (readonly number[])[], costs: Costs): number {
  return table.reduce((sum, row, i) => sum + row.reduce((own, n, j) => own + n * costs[i][j], 0), 0);
}

/**
 * Korb, Hope & Hughes 2001, eq. 2: so much for every right answer, and so much (usually negative) for every wrong one.
 *
 * @example
 * ```ts
 * import { rewardAndPenalty } from 'fairbits';
 *
 * // Seven right at 2 each, three wrong at −3 each.
 * rewardAndPenalty(7, 10, 2, -3); // → 5
 * ```
 */
export function rewardAndPenalty(correct: number, rows: number, reward: number, penalty: number): number {
  return reward * correct + penalty * (rows - correct);
}
