// docs/benchmarks.md, from what was measured: how first, then a summary with a chart, then every suite, what lost included.
import { existsSync, readFileSync } from 'node:fs';
import { ratioChart } from './chart.mjs';
import { ratiosOf, suites } from './suites.mjs';

const CHART = 'docs/pictures/benchmarks.svg';

/** A share of all processors. */
const BUSY = 0.05;

const PARTS = new Set(['plain twin', 'one thread', 'a value per row', 'the command', 'bare sums', 'score without slices']);

/** Three digits. */
const figure = (x) =>
  x >= 100
    ? x.toFixed(0)
    : x
        .toPrecision(3)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '');
const ratio = (x) => `${x >= 9.95 ? x.toFixed(0) : x.toFixed(x >= 0.995 ? 1 : 2)}×`;
const geometricMean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

/** The files of the page: their names and texts. */
export function benchmarksPage() {
  const measured = suites
    .map((suite) => ({ ...suite, file: `bench/results/${suite.id}.json` }))
    .filter(({ file }) => existsSync(file))
    .map((suite) => {
      const result = JSON.parse(readFileSync(suite.file, 'utf8'));
      return { ...suite, result, lines: suite.comparisons(result.measured) };
    });
  const means = measured.flatMap(({ id, title, lines }) =>
    [...byRival(lines)].map(([name, ratios]) => ({
      id,
      title,
      name,
      mean: geometricMean(ratios),
      least: Math.min(...ratios),
      most: Math.max(...ratios),
      cases: ratios.length,
    })),
  );
  const rivals = means.filter(({ name }) => !PARTS.has(name));
  const parts = [
    '# Benchmarks',
    '<!-- Made by node bench/report.mjs from bench/results/; npm run bench:all measures. -->',
    how(measured),
    summary(rivals),
    ...measured.map(section),
    lost(measured),
  ];
  return new Map([
    ['README.md', quoted(rivals, measured)],
    ['docs/benchmarks.md', `${parts.join('\n\n')}\n`],
    [CHART, ratioChart(rivals.map(({ title, name, mean, least, most }) => ({ label: `${title.split(':')[0].split(',')[0]}: ${name}`, mean, least, most })))],
  ]);
}

/** README with what it quotes of the page. */
function quoted(rivals, [{ result }]) {
  const { machine, versions } = result;
  const rows = rivals.map(({ title, name, mean, least, most, cases }) => [title, name, ratio(mean), cases > 1 ? `${ratio(least)} to ${ratio(most)}` : '']);
  const text = [
    `Each figure says how many times as fast as the other program fairbits is, as the geometric mean over the cases of a suite; below 1 the other is faster. Measured on ${machine.processor}, ${machine.cores} cores, Node ${versions.Node}. What is timed, every case, where fairbits lost, and how to measure on your own machine: [docs/benchmarks.md](docs/benchmarks.md).`,
    table(['', 'against', 'mean', 'least and most'], rows),
  ];
  return readFileSync('README.md', 'utf8').replace(/(<!-- benchmarks -->\n)[\s\S]*?(<!-- end -->)/, (_, begin, end) => `${begin}${text.join('\n\n')}\n${end}`);
}

function byRival(lines) {
  const found = new Map();
  for (const line of lines) for (const [name, value] of ratiosOf(line)) found.set(name, [...(found.get(name) ?? []), value]);
  return found;
}

function how(measured) {
  const quick = measured.filter(({ result }) => result.quick).map(({ title }) => title);
  const machines = new Set(
    measured.map(({ result: { machine } }) => `${machine.processor}, ${machine.cores} cores, ${machine.memoryGB} GB, ${machine.system}`),
  );
  const versions = Object.assign({}, ...measured.map(({ result }) => result.versions));
  const days = [...new Set(measured.map(({ result }) => result.date))].sort();
  const lines = [
    '## How',
    '`npm run bench:all` measures and writes JSON; this page is generated from it, and the README quotes only this page.',
    [
      '- **Ratios count, not times.** In each suite, fairbits and its rivals take turns in one run on one machine, and the fastest run of each counts: on a shared machine, that is the most reproducible figure.',
      '- **×** is how many times as fast as the other fairbits is; below 1 the other is faster. Several cases are summarised by the geometric mean of their ratios, which does not depend on which time is divided by which.',
      '- **What is timed** is stated for each suite. Creating test data is excluded and, within a process, so is compiling the code (the first runs). Timings of whole processes include their start.',
      '- **The others** are what people use for the same task, with the settings of their documentation. They often do less: a rival of `score` computes six sums of logs. Their results are checked before their times count, except in the suite of all formats, whose DuckDB queries are those of the CSV suite.',
      '- **Floors** do only what no program can avoid, such as reading the numbers once.',
    ].join('\n'),
    `Measured on ${days.join(' and ')}: ${[...machines].join('; ')}. ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    whatElse(measured),
    ...(quick.length > 0 ? [`With fewer sizes and rounds than usual (\`--quick\`): ${quick.join('; ')}.`] : []),
  ];
  return lines.join('\n\n');
}

/** What else the machine had to do, as it was measured. */
export function whatElse(measured) {
  const percent = (share) => `${(100 * share).toFixed(0)} %`;
  const busy = measured.filter(({ result }) => isBusy(result));
  const shares = measured.filter(({ result: { load } }) => load.others !== undefined);
  const most = Math.max(0, ...shares.map(({ result: { load } }) => load.others));
  const told =
    shares.length > 0 ? [`While a suite was measured, other programs and other guests of the machine had ${percent(most)} of the processors or less.`] : [];
  if (busy.length === 0) return told.join('');
  const which = busy.map(({ id, result: { load } }) =>
    load.others === undefined ? `${id} (load ${load.before.toFixed(1)} before it)` : `${id} (${percent(load.others)})`,
  );
  return [
    ...told,
    `**The machine had other things to do** during these suites: ${which.join(', ')}. Single ratios of theirs may be far off in either direction; measure again before you rely on one.`,
  ].join(' ');
}

/** Whether others had so much of the processors that ratios may suffer; where that was not measured, what the load before says of it. */
const isBusy = ({ load, machine }) => (load.others === undefined ? load.before > 2 * machine.cores : load.others > BUSY);

function summary(rivals) {
  const rows = rivals.map(({ id, title, name, mean, least, most, cases }) =>
    [`[${title}](#${anchor(title)})`, name, ratio(mean), cases > 1 ? `${ratio(least)} to ${ratio(most)}` : '', String(cases), id].slice(0, 5),
  );
  return [
    '## In short',
    table(['suite', 'against', 'geometric mean', 'least and most', 'cases'], rows),
    '![How many times as fast as others: geometric means, with the least and the most, on a log scale](pictures/benchmarks.svg)',
  ].join('\n\n');
}

const anchor = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

function section({ title, timed, against, lines, result }) {
  const names = [...new Set(lines.flatMap(({ others }) => Object.keys(others)))];
  const floors = lines.some(({ floor }) => floor !== undefined);
  const head = ['', lines[0].unit, ...names, ...(floors ? ['times the floor'] : [])];
  const rows = lines.map((line) => {
    const ratios = Object.fromEntries(ratiosOf(line));
    const cells = names.map((name) => (line.others[name] === undefined ? '' : `${figure(line.others[name])} (${ratio(ratios[name])})`));
    const unit = line.unit === lines[0].unit ? '' : ` ${line.unit}`;
    return [
      line.what,
      `**${figure(line.ours)}**${unit}`,
      ...cells,
      ...(floors ? [line.floor === undefined ? '' : `${(line.ours / line.floor).toFixed(1)}`] : []),
    ];
  });
  return [
    `## ${title}`,
    timed,
    against,
    table(head, rows),
    `${result.seconds} s on ${result.date}${result.quick ? ', quick' : ''}.${result.note ? ` ${result.note}` : ''}`,
  ].join('\n\n');
}

function lost(measured) {
  const rows = measured.flatMap(({ title, lines }) =>
    lines.flatMap((line) =>
      ratiosOf(line)
        .filter(([, value]) => value < 1)
        .map(([name, value]) => [title, line.what, name, ratio(value)]),
    ),
  );
  return ['## What lost', rows.length > 0 ? table(['suite', 'case', 'against', '×'], rows) : 'Nothing in this run.'].join('\n\n');
}
