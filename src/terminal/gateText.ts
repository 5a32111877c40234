import { count } from '../base/figures.js';
import type { Reported } from '../base/reported.js';
import type { GateVerdict, Judgement } from '../gates/requirement.js';
import type { SliceDifference } from '../gates/sliceGate.js';
import type { Brief } from './brief.js';
import { level } from './rewardWords.js';
import { figure } from './table.js';

const WORDS: Readonly<Record<GateVerdict, string>> = { pass: 'pass', fail: 'FAIL', undecided: 'undecided' };

const shownFigure = (value: Reported): string => (typeof value === 'number' && Number.isInteger(value) ? String(value).replace('-', '−') : figure(value));

/** "pass  share >= 0.5: 0.7213, interval 0.6900 … 0.7520". */
export function judgementLine({ requirement, value, interval, verdict, note }: Judgement): string {
  const range = interval ? `, interval ${figure(interval[0])} … ${figure(interval[1])}` : '';
  return `${WORDS[verdict].padEnd(9)}  ${requirement}: ${shownFigure(value)}${range}${note ? ` (${note})` : ''}`;
}

/** Judgements as a table for a pull request. */
export function gateBrief(
  judgements: readonly Judgement[],
  verdict: GateVerdict,
  confidence: number,
  slices: readonly SliceDifference[] = [],
  from: readonly string[] = [],
): Brief {
  const of = `${count(judgements.filter((each) => each.verdict === 'pass').length)} of ${count(judgements.length)} requirement${judgements.length === 1 ? '' : 's'}`;
  const sentence = { pass: `Pass: ${of} met.`, fail: `Fail: ${of} met.`, undecided: `Undecided: ${of} met, and these rows do not tell of the others.` }[
    verdict
  ];
  return {
    verdict: sentence,
    tables: [
      {
        head: ['', 'requirement', 'found', `${level(confidence)} interval`],
        rows: judgements.map(({ requirement, value, interval, verdict: own }) => [
          WORDS[own],
          requirement,
          shownFigure(value),
          interval ? `${figure(interval[0])} … ${figure(interval[1])}` : '',
        ]),
        right: [false, false, true, true],
      },
      ...(slices.length > 0
        ? [
            {
              title: 'Slices, the likeliest to be worse first',
              head: ['slice', 'rows', 'difference', 'p adj.'],
              rows: slices
                .slice(0, 10)
                .map(({ column, value, rows, difference, adjustedP }) => [`${column} = ${value}`, count(rows), figure(difference), figure(adjustedP)]),
              right: [false, true, true, true],
            },
          ]
        : []),
    ],
    warnings: [],
    notes: [...judgements.flatMap(({ requirement, note }) => (note ? [`${requirement}: ${note}`] : [])), ...from],
  };
}
