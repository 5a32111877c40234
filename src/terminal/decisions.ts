import { count } from '../base/figures.js';
import { shortened } from '../charts/words.js';
import type { Decisions } from '../decisions/decide.js';
import { matrixLines, rowNames } from './matrix.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, MAX_LISTED_CLASSES, table } from './table.js';

/** What choices cost, for a terminal. */
export function renderDecisions(decisions: Decisions, { bold, dim }: Style, intro: readonly string[]): string[] {
  const { rows, classes, costs, modal, leastCost, saved, always, perfect, confidence } = decisions;
  const level = `${figure(100 * confidence, 0)} %`;
  const sure = saved.interval ? ` (${level} interval ${figure(saved.interval[0])} to ${figure(saved.interval[1])})` : '';
  const share = saved.share === null ? '' : `, ${figure(100 * saved.share, 1)} % of what predicting the most probable class costs`;
  const verdict = `Taking the costs into account ${saved.mean < 0 ? 'loses' : 'saves'} ${figure(Math.abs(saved.mean))} per row${sure}${share}. It changes ${count(leastCost.changed)} of ${count(rows)} predictions.`;
  const lines = fold(verdict, LINE_WIDTH, '').map(bold);
  const few = classes.length <= MAX_LISTED_CLASSES;
  const whole = costs.flat().every((cost) => Number.isInteger(cost) && Math.abs(cost) < 1e6);
  if (few)
    lines.push(
      '',
      'What it costs:',
      ...titled(
        classes,
        costs.map((row) => row.map((cost) => figure(cost, whole ? 0 : 2))),
        dim,
      ),
    );
  const cells = [
    ['predicting', 'mean cost', 'total'],
    ['the most probable class', figure(modal.mean), figure(modal.total, 1)],
    ['the class of least expected cost', figure(leastCost.mean), figure(leastCost.total, 1)],
    [`always "${shortened(always.class, 24)}"`, figure(always.mean), figure(always.total, 1)],
    ['the truth', figure(perfect.mean), figure(perfect.total, 1)],
  ];
  const [head, ...body] = table(cells, [false, true, true]);
  lines.push('', dim(head), ...body, '');
  lines.push(
    ...fold(
      `The class of least expected cost was expected to cost ${figure(leastCost.expected)} per row, by the estimates themselves; far from what it did cost, they are not calibrated.`,
      LINE_WIDTH,
      '',
    ),
  );
  if (few) {
    lines.push(
      '',
      'Predicting the class of least expected cost:',
      ...titled(
        classes,
        leastCost.confusion.map((row) => row.map(count)),
        dim,
      ),
      '',
    );
    const { figures } = leastCost;
    const names = rowNames(classes);
    const [first, ...rest] = table(
      [
        ['', 'rows', 'precision', 'recall', 'F1'],
        ...figures.classes.map((each, i) => [names[i], count(each.rows), figure(each.precision), figure(each.recall), figure(each.f1)]),
        ['mean', '', figure(figures.macro.precision), figure(figures.macro.recall), figure(figures.macro.f1)],
      ],
      [false, true, true, true, true],
    );
    lines.push(dim(first), ...rest, `accuracy ${figure(figures.accuracy)}, kappa ${figure(figures.kappa)}, Matthews ${figure(figures.matthews)}`);
    lines.push(...figures.reasons.flatMap((text) => fold(`– ${text}`, LINE_WIDTH, '  ').map(dim)));
  }
  lines.push(
    '',
    ...[
      `${count(rows)} rows, ${classes.length} classes${decisions.amounts ? ', costs multiplied by the amount of each row' : ''}`,
      ...intro,
      `interval at ${level}: mean ± z standard errors`,
    ].flatMap((text) => fold(text, LINE_WIDTH, '  ').map(dim)),
  );
  return lines;
}

function titled(classes: readonly string[], body: string[][], dim: (text: string) => string): string[] {
  const [first, ...rest] = matrixLines('actual \\ predicted', classes, body, LINE_WIDTH);
  return [dim(first), ...rest];
}
