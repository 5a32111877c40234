import { count } from '../base/figures.js';
import { complexityBars, complexityTable, type SignificanceData, significanceChart, significanceTable } from '../charts/index.js';
import type { RulesOfFile } from '../tasks/rulesRows.js';
import { figure } from '../terminal/table.js';
import { classesFact, fileName, guessFacts } from './facts.js';
import { rulesVerdict } from './rulesVerdict.js';
import type { HtmlParts, WordTable } from './section.js';

/** Predictions that are sets of classes. */
export function rulesReport(rules: RulesOfFile, significance: SignificanceData): HtmlParts {
  const { rows, classes, file, guesses, prior, mostFrequent } = rules;
  return {
    title: `Sets of ${fileName(file)}`,
    verdict: rulesVerdict(rules),
    warnings: rules.warnings,
    facts: [
      ['Test set', `${count(rows)} rows from ${file}`],
      classesFact(classes),
      ['Most frequent class', `${mostFrequent.class}, ${count(mostFrequent.rows)} rows`],
      ...(prior ? [['Sets', 'every class whose estimate is above its prior'] as const] : []),
      ...guessFacts(guesses),
    ],
    sections: [
      {
        heading: 'Complexity',
        paragraphs: ['Rows are coded one after another, so their order matters a little (Cleary, Legg & Witten 1996).'],
        tables: [bitsTable(rules), countTable(rules)],
        charts: [
          {
            file: 'complexity',
            heading: 'Bits for the true classes',
            reading: 'What the sets save is the difference between a grey bar and the blue one below it.',
            draw: (options) => complexityBars(rules, options),
            table: complexityTable(rules),
          },
          {
            file: 'significance',
            heading: 'Significance against percent correct',
            ...(significance.curve ? { reading: 'The curve is theory, for one class predicted per row; the dot is measured.' } : {}),
            draw: (options) => significanceChart(significance, options),
            table: significanceTable(significance),
          },
        ],
      },
    ],
  };
}

const DEFINITIONS: [keyof RulesOfFile, string, string][] = [
  ['frequencyNull', 'If(D|Q)', 'by how often each class has occurred so far'],
  ['frequency', 'If(D|T,Q)', 'by the sets and how often each class has occurred'],
  ['significance', 'Sf = If(D|Q) − If(D|T,Q)', 'what the sets save'],
  ['constantNull', 'Ic(D|Q)', 'all classes equally likely'],
  ['constant', 'Ic(D|T,Q)', 'by the sets, every class in one alike'],
  ['constantSignificance', 'Sc = Ic(D|Q) − Ic(D|T,Q)', 'what the sets save then'],
  ['laplace', 'by Laplace’s law of succession', 'by the sets, whether they hold the truth being counted'],
];

function bitsTable(rules: RulesOfFile): WordTable {
  return {
    caption: 'Bits for the true classes, with their definitions (Cleary, Legg & Witten 1996, Table 1)',
    columns: ['Figure', 'Bits', 'A row', 'Definition'],
    figures: [false, true, true, false],
    strong: [2],
    rows: DEFINITIONS.map(([key, symbol, meaning]) => {
      const bits = rules[key] as number;
      return [key, figure(bits, 1), figure(bits / rules.rows), [meaning, symbol]];
    }),
  };
}

function countTable({ rows, percentCorrect, coverage, unclassified, multiplyClassified, meanSetSize }: RulesOfFile): WordTable {
  const share = (value: number): string => `${figure((100 * value) / rows, 1)} %`;
  return {
    caption: 'What the sets are like',
    columns: ['Figure', 'Value', 'Definition'],
    figures: [false, true, false],
    rows: [
      ['Correct', `${figure(percentCorrect, 1)} %`, 'the set is the true class and no other'],
      ['Covered', `${figure(coverage === null ? null : 100 * coverage, 1)} %`, 'the set holds the true class'],
      ['Unclassified', share(unclassified), `${count(unclassified)} empty sets`],
      ['Multiply classified', share(multiplyClassified), `${count(multiplyClassified)} sets of several classes`],
      ['Mean set size', figure(meanSetSize, 3), 'classes in a set'],
    ],
  };
}
