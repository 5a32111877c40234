// Puts what studies came to into docs/studies.md, between the marks <!-- outcome ID --> and <!-- end -->, and their figures into docs/pictures.
//   node scripts/studyDocs.mjs FOLDER…     folders of whole runs, each with a report.json
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figureSvg } from '../dist/studies/index.js';

const DOC = 'docs/studies.md';

/** Which figures and tables of a report are shown, by how their titles begin. The report has all. */
const SHOWN = {
  'hope-korb-2004-artificial': { figures: ['Figure'], tables: ['NB models: mean', 'TAN models: mean', 'AODE models: mean', 'Verdicts that turn round'] },
  'cleary-legg-witten-1996': {
    figures: ['Figure 1'],
    tables: ['Does the theory pay', 'How close', 'Who beats whom', 'Verdicts that turn round', 'Table 2: percent', 'Table 2: Sf'],
  },
  'korb-2001': {
    figures: ['Information reward', 'Miscalibration'],
    tables: ['How close', 'Who beats whom', 'Verdicts that turn round', 'Table 1', 'Table 2', 'Table 3: ', 'Table 4', 'Table 5', 'Table 6'],
  },
  'hope-korb-2002': {
    figures: ['Information reward'],
    tables: ['How close', 'What became', 'Who beats whom', 'Verdicts that turn round', 'Table 2', 'Table 4', 'Table 6', 'Table 7'],
  },
  'hope-korb-2004-uci': {
    figures: ['Accuracy', 'Naive Bayes’ reward'],
    tables: ['How close', 'Appendix A.1: differences', 'What became', 'Who beats whom', 'Verdicts that turn round', 'Appendix A.2', 'Table 1'],
  },
};

function number(value, digits) {
  if (Number.isInteger(value)) return String(value).replace('-', '−');
  const text = value.toFixed(digits);
  if (Number(text) === 0) return value > 0 ? `<${(10 ** -digits).toFixed(digits)}` : (0).toFixed(digits);
  return text.replace('-', '−');
}
const cell = (value, digits) => (value === null ? '–' : typeof value === 'string' ? value : number(value, digits));

/** A table in Markdown. A paper's figure and ours share a cell, their difference is left out. */
function markdown({ title, about, groups, columns, rows, digits = 4 }) {
  const beside = groups?.every(({ columns: span }) => span === 3) && columns[1] === 'paper';
  const heads = beside ? [columns[0], ...groups.map(({ name }) => name)] : groups ? groupedHeads(columns, groups) : columns;
  const lines = rows.map((row) => {
    if (!beside) return row.map((value) => cell(value, digits));
    return [row[0], ...groups.map((_, i) => [row[1 + 3 * i], row[2 + 3 * i]]).map(([paper, ours]) => `${cell(paper, digits)} / ${cell(ours, digits)}`)];
  });
  const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `**${title}**${beside ? ' (paper / ours)' : ''}${about ? `. ${about}` : ''}`,
    '',
    line(heads),
    line(heads.map((_, i) => (i === 0 ? '---' : '--:'))).replaceAll(' ', ''),
    ...lines.map(line),
    '',
  ];
}

function groupedHeads(columns, groups) {
  const names = groups.flatMap(({ name, columns: span }) => Array(span).fill(name));
  return columns.map((column, i) => (i === 0 || names[i - 1] === '' ? column : `${names[i - 1]} ${column}`));
}

const begins = (title, starts) => starts.some((start) => title.startsWith(start));

function section(report) {
  const shown = SHOWN[report.study];
  const pictures = report.figures.filter(({ title }) => begins(title, shown.figures));
  const images = pictures.map((figure, i) => {
    const name = `study-${report.study}-${i + 1}.svg`;
    writeFileSync(join('docs/pictures', name), figureSvg(figure));
    return `![${figure.title}](pictures/${name})`;
  });
  const sentences = (whose) =>
    report.findings
      .filter((finding) => finding.whose === whose)
      .map(
        ({ sentence, holds, because }) => `- ${holds === null ? '?' : holds ? '✓' : '✗'} ${sentence} *${holds === false ? 'Does not hold: ' : ''}${because}.*`,
      );
  const ours = sentences('ours');
  return [
    `**${report.verdict}**`,
    '',
    `${report.sets.length > 0 ? `${report.sets.length} data sets, ` : ''}${report.units} units, seed ${report.seed}.`,
    '',
    ...[...report.missing.map(({ name, expected }) => `${name} is missing: expected ${expected}.`), ...report.left].map((line) => `- Not run: ${line}`),
    'What the paper says, in our words, and whether it holds here:',
    '',
    ...sentences('paper'),
    '',
    ...(ours.length === 0 ? [] : ['What we add:', '', ...ours, '']),
    ...images.flatMap((image, i) => [`${image}`, '', `*${pictures[i].title}${pictures[i].about ? `. ${pictures[i].about}` : ''}*`, '']),
    ...report.tables.filter(({ title, rows }) => begins(title, shown.tables) && rows.length > 0).flatMap(markdown),
    'Where this differs from the paper, and why:',
    '',
    ...report.notes.map((note) => `- ${note}`),
  ].join('\n');
}

let text = readFileSync(DOC, 'utf8');
for (const folder of process.argv.slice(2)) {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  if (report.quick) throw new Error(`${folder}: a quick run; the documentation has whole ones`);
  const [begin, end] = [`<!-- outcome ${report.study} -->`, '<!-- end -->'];
  const from = text.indexOf(begin);
  if (from < 0) throw new Error(`${DOC} has no place for ${report.study}: expected a line ${begin}, and ${end} below it`);
  const to = text.indexOf(end, from);
  text = `${text.slice(0, from + begin.length)}\n\n${section(report)}\n\n${text.slice(to)}`;
}
writeFileSync(DOC, text);
