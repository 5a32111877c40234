import { count } from '../base/figures.js';
import { shortened } from '../charts/words.js';
import type { SignificanceCurve } from '../rules/significanceCurve.js';
import type { RulesOfFile } from '../tasks/rulesRows.js';
import type { Style } from './style.js';
import { figure, fold, LINE_WIDTH, MAX_LISTED_CLASSES, table } from './table.js';

const SHOWN_POINTS = 20;

/** What set-valued predictions come to, to be read on a terminal of 80 columns. */
export function renderRules(found: RulesOfFile, { bold, dim, warn }: Style, curve?: SignificanceCurve): string[] {
  const { rows, classes, file, guesses, prior, mostFrequent, warnings } = found;
  // What is left over when sums of the same bits are taken from each other is nothing.
  const [significance, constantSignificance] = [found.significance, found.constantSignificance].map((x) => (Math.abs(x) < 1e-9 * rows ? 0 : x));
  const verdict =
    significance > 0
      ? `The sets save ${figure(significance, 1)} bits over class frequencies alone, ${figure(significance / rows)} per row.`
      : significance === 0
        ? 'The sets save nothing over class frequencies alone, and cost nothing.'
        : `The sets save nothing: they cost ${figure(-significance, 1)} bits over class frequencies alone.`;
  const lines = [...fold(verdict, LINE_WIDTH, '').map(bold), ''];
  lines.push(
    ...fold(
      `${count(rows)} ${rows === 1 ? 'row' : 'rows'}, ${classes.length} classes${classes.length <= MAX_LISTED_CLASSES ? `: ${classes.join(', ')}` : ''}`,
      LINE_WIDTH,
      '  ',
    ),
  );
  if (prior) {
    const values = Object.entries(prior);
    const shown = values.length <= MAX_LISTED_CLASSES ? values.map(([name, q]) => `${name} ${figure(q)}`).join(', ') : `${values.length} values`;
    lines.push(...fold(`sets: every class above its prior (${shown})`, LINE_WIDTH, '  '));
  }
  lines.push('');
  const bits = (name: string, value: number, meaning: string) => [name, figure(value, 1), figure(value / rows), meaning];
  const [head, ...body] = table(
    [
      ['', 'bits', 'per row', ''],
      bits('frequencyNull', found.frequencyNull, 'If(D|Q)    by class frequencies alone'),
      bits('frequency', found.frequency, 'If(D|T,Q)  by the sets, too'),
      bits('significance', significance, 'Sf         what the sets save'),
      bits('constantNull', found.constantNull, 'Ic(D|Q)    all classes equally likely'),
      bits('constant', found.constant, 'Ic(D|T,Q)  by the sets alone'),
      bits('constantSignificance', constantSignificance, 'Sc         what they save'),
      bits('laplace', found.laplace, '           by the sets, simply counted'),
    ],
    [false, true, true, false],
  );
  lines.push(dim(head), ...body.map((line, i) => (i === 2 ? bold(line) : line)), '');
  const share = (value: number) => `${figure((100 * value) / rows, 1)} %`;
  lines.push(
    ...table(
      [
        ['correct', `${figure(found.percentCorrect, 1)} %`, 'the set is the true class and no other'],
        ['covered', `${figure(100 * (found.coverage as number), 1)} %`, 'the set holds the true class'],
        ['unclassified', share(found.unclassified), `${count(found.unclassified)} empty sets`],
        ['multiply classified', share(found.multiplyClassified), `${count(found.multiplyClassified)} sets of several classes`],
        ['mean set size', figure(found.meanSetSize, 3), ''],
        ['most frequent class', share(mostFrequent.rows), shortened(mostFrequent.class, 48)],
      ],
      [false, true, false],
      false,
    ),
    '',
  );
  lines.push(...fold('The rows are coded one after another, so their order matters a little (Cleary, Legg & Witten 1996).', LINE_WIDTH, '').map(dim));
  lines.push(...[`read ${file}`, ...guesses].flatMap((text) => fold(text, LINE_WIDTH, '  ').map(dim)));
  lines.push(...warnings.flatMap((text) => fold(`! ${text}`, LINE_WIDTH, '  ').map(warn)));
  if (curve) lines.push('', ...curveLines(curve, dim));
  return lines;
}

function curveLines({ points, share }: SignificanceCurve, dim: (text: string) => string): string[] {
  const step = Math.max(1, Math.ceil((points.length - 1) / SHOWN_POINTS));
  const shown = points.filter((_, i) => i % step === 0 || i === points.length - 1);
  const [head, ...body] = table(
    [
      ['% correct', 'Sf', 'after Stirling'],
      ...shown.map(({ percentCorrect, significance, stirling }) => [figure(percentCorrect, 1), figure(significance, 1), figure(stirling, 1)]),
    ],
    [true, true, true],
  );
  return [`Sf in theory, one class predicted, most frequent class ${figure(100 * share, 1)} %`, dim(head), ...body];
}
