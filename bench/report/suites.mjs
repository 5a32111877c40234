// Every suite: the script that measures, and what its figures are compared with. A comparison is
// { what, unit, ours, others: { NAME: figure }, floor? }: times, unless the unit is one of speed.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const times = (unit) => (what, ours, others, floor) => ({ what, unit, ours, others: defined(others), ...(floor === undefined ? {} : { floor }) });
const perRow = times('ns per row');
const seconds = times('s');
const defined = (figures) => Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
const classesOf = (k) => (k === 1 ? '2 classes, one column' : `${k} classes`);
const count = (rows) => (rows >= 1e6 ? `${rows / 1e6} million rows` : `${rows.toLocaleString('en')} rows`);

const ALL = [
  {
    id: 'kernels',
    title: 'Kernels',
    script: 'run.mjs',
    quick: ['--quick'],
    timed: 'One call over arrays in the memory of the core, in one process, on one thread. Making the data is not timed.',
    against:
      'The naive loop calls `Math.log` on every estimate. The plain twin is our own TypeScript, which gives the same bits. The floor only sums the same numbers with SIMD.',
    comparisons: ({ figures }) =>
      figures
        .filter(({ rows }) => rows === Math.max(...figures.filter(({ rows: all }) => all <= 1e7).map(({ rows: all }) => all)) || rows === 1e6)
        .map(({ what, k, rows, nsPerRow: { chunk, naive, plain, floor } }) =>
          perRow(
            `${what === 'tally' ? 'tally' : '`bayesianReward` of each row'}, ${classesOf(k)}, ${count(rows)}`,
            chunk,
            { 'naive loop': naive, 'plain twin': plain },
            floor,
          ),
        ),
  },
  {
    id: 'statistics',
    title: 'Statistics: every measure under any prior',
    script: 'statistics.mjs',
    quick: ['--quick'],
    timed: 'One pass over rows in the memory of the core, on one thread.',
    against: 'Computing one value per row and measure, under one prior only. The floor is the tally, which has totals without standard errors.',
    comparisons: ({ results }) => results.map(({ k, tally, columns, statistics }) => perRow(`${k} classes`, statistics, { 'a value per row': columns }, tally)),
  },
  {
    id: 'files',
    title: 'A CSV file, whole processes',
    script: 'files.mjs',
    args: ['--rounds', '3'],
    quick: ['--rounds', '1'],
    timed:
      'From the start of the process to its end, including the start of Node or Python: 2 million rows, 3 classes, 17 digits, in the file system cache. fairbits computes every measure with its standard error, calibration and, unless stated otherwise, the ranking.',
    against: 'The others compute only six sums of logs (pandas with scikit-learn also the log loss). Their sums are checked before their times count.',
    comparisons({ figures }) {
      const by = new Map(figures.map(({ name, seconds: took }) => [name, took]));
      const others = Object.fromEntries(figures.filter(({ name }) => !/^(fairbits|its parser)/.test(name)).map(({ name, seconds: took }) => [name, took]));
      return ['fairbits', 'fairbits, without ranking', 'fairbits, without ranking, from a pipe']
        .filter((name) => by.has(name))
        .map((name) => seconds(name, by.get(name), others, by.get('its parser, nothing else')));
    },
  },
  {
    id: 'formats',
    title: 'Every format of files',
    script: 'files.mjs',
    args: ['--ratios', '--rounds', '5'],
    quick: ['--ratios', '--rounds', '2'],
    timed: 'The same rows as CSV, NPY, Arrow and Parquet, whole processes, on all cores unless stated otherwise.',
    against: 'DuckDB, on two threads, computes only six sums of logs of the same file.',
    comparisons({ ratios }) {
      const [{ seconds: s }] = Object.values(ratios);
      const line = (what, ours, duckdb, own) => (s[ours] === undefined ? [] : [seconds(what, s[ours], { DuckDB: s[duckdb], 'one thread': s[own] })]);
      return [
        ...line('CSV, without ranking', 'csv', 'csvDuckdb', 'csvOne'),
        ...line('CSV, all of score', 'csvFull', 'csvDuckdb'),
        ...line('Parquet with Snappy, without ranking', 'snappy', 'snappyDuckdb', 'snappyOne'),
        ...line('Parquet with zstd, without ranking', 'zstd', 'zstdDuckdb'),
        ...line('Parquet with zstd, all of score', 'zstdFull', 'zstdDuckdb'),
        ...line('NPY, without ranking', 'npy', undefined, 'npyOne'),
        ...line('NPY, all of score', 'npyFull'),
        ...line('Arrow, without ranking', 'arrow'),
        ...line('Arrow with LZ4, without ranking', 'arrowLz4'),
      ];
    },
  },
  {
    id: 'unpack',
    title: 'Unpacking pages of Parquet',
    script: 'unpack.mjs',
    quick: ['--rounds', '2'],
    timed:
      'Pages compressed by DuckDB, unpacked one after another on one thread. The core’s time includes the copy into its memory. Outputs are compared before times count.',
    against: 'The packages that do the same in JavaScript or WebAssembly, and `node:zlib` if it has the codec.',
    comparisons: ({ figures }) =>
      figures.map(({ codec, data, megabytesPerSecond: { 'fairbits, wasm': ours, 'fairbits, plain': plain, ...others } }) => ({
        what: `${codec.replace('lz4_raw', 'LZ4').replace('snappy', 'Snappy')}, ${data}`,
        unit: 'MB/s',
        ours,
        others: { 'plain twin': plain, ...others },
      })),
  },
  {
    id: 'page',
    title: 'The page',
    script: 'page.mjs',
    quick: ['--rounds', '1'],
    timed: 'From choosing a file to the verdict on the screen, in Chromium, with as many workers as the command has threads. Loading the page is not timed.',
    against: 'The command on the same files, whole processes.',
    comparisons: ({ page: { figures } }) =>
      figures.map(({ format, rows, command, page }) => seconds(`${format}, ${count(rows)}`, page, { 'the command': command })),
  },
  {
    id: 'ranking',
    title: 'Ranking: the area under the ROC curve',
    script: 'ranking.mjs',
    args: ['--rows', '2000000', '--rounds', '3'],
    quick: ['--rows', '1000000', '--rounds', '2'],
    timed: 'One call over arrays in memory, on one thread; working memory is kept from one run to the next.',
    against: 'scikit-learn’s `roc_auc_score` of the same arrays, whose areas must agree to 10⁻¹²; and JavaScript’s own sort of the estimates alone.',
    comparisons: ({ rows, figures }) =>
      figures.map(({ estimates, nsPerRow: { fairbits, sklearn, sort } }) =>
        perRow(`estimates ${estimates}, ${count(rows)}`, fairbits, { 'scikit-learn': sklearn, 'TypedArray sort': sort }),
      ),
  },
  {
    id: 'bootstrap',
    title: 'The bootstrap of means',
    script: 'bootstrap.mjs',
    quick: ['--quick'],
    timed: 'Processor time for each draw, on one thread, 100,000 rows; with several threads, elapsed time.',
    against: 'A loop with `Math.random`, a loop with an inlined seeded generator, a hand-written numpy version, and `scipy.stats.bootstrap`.',
    comparisons({ at1e5: { one, nine, plain, naive, naiveSeeded, numpy, scipy }, bySize, threads }) {
      const draw = times('ns per draw');
      const sizes = Object.entries(bySize).map(([rows, ns]) => draw(`one column, ${count(Number(rows))}`, ns, {}));
      return [
        draw('one column, 100,000 rows', one, { 'loop with Math.random': naive, 'seeded loop': naiveSeeded, numpy, scipy, 'plain twin': plain }),
        draw('nine columns with the same draws, 100,000 rows', nine, {}),
        ...sizes,
        ...(threads ? [seconds('30,000 replicates of nine columns, two threads', threads.clock[2] / 1e3, { 'one thread': threads.clock[1] / 1e3 })] : []),
      ];
    },
  },
  {
    id: 'rules',
    title: 'Rules: predictions that are sets',
    script: 'rules.mjs',
    quick: ['--quick'],
    // It says by its exit code whether it met its aim.
    mayFail: true,
    timed: 'One call over arrays in memory, 100,000 rows, on one thread.',
    against: 'The formulas as printed in the paper, with a `Math.log2` for each; results must agree to 10⁻⁹.',
    comparisons: ({ figures }) =>
      figures.map(({ classes, most, ordered, wasm, plain, naive }) =>
        perRow(`${classes} classes, up to ${most} in a set${ordered ? ', in class order' : ''}`, wasm, { 'naive loop': naive, 'plain twin': plain }),
      ),
  },
  {
    id: 'engines',
    title: 'Databases',
    script: 'engines.mjs',
    quick: ['--rows', '500000'],
    timed: '`scoreDatabase` from the connection to the report: inspecting the table, counting the labels, computing the statistics.',
    against: 'The engine’s own six sums of logs in one query, the minimum for log loss and both sides of every bet: a floor rather than a rival.',
    comparisons: ({ figures }) =>
      figures.map(({ name, bareSums, score }) =>
        seconds(
          name.replace(/\d{5,}/, (n) => Number(n).toLocaleString('en')),
          score,
          { 'bare sums': bareSums },
        ),
      ),
  },
  {
    id: 'learners',
    title: 'Learners',
    script: 'learners.mjs',
    quick: ['--part', 'adult', '--learner', 'naive-bayes'],
    timed:
      'Learning from two thirds of the rows and predicting the others, one thread each; reading files and starting up are excluded. Both programs must get the same rows right before times count.',
    against: 'Weka 3.6, in a warmed-up Java process of its own.',
    comparisons: ({ made, figures }) =>
      figures.map(({ part, learner, dataSets, rows, ours, weka }) =>
        seconds(
          `${learner}, ${dataSets > 1 ? `${dataSets} data sets` : `${made ? 'made-up data of the shape of ' : ''}${part === 'letter' ? 'letter-recognition' : part}`}, ${count(rows)}`,
          ours,
          { Weka: weka },
        ),
      ),
  },
  {
    id: 'slices',
    title: 'Slices',
    script: 'slices.mjs',
    quick: ['--rounds', '1'],
    timed: 'Whole processes on one file with five columns to slice by: the usual report and the slices.',
    against: '`score` of the same file without slices, which shows what they cost.',
    comparisons: ({ figures }) =>
      figures.flatMap(({ format, rows, seconds: s }) => [
        seconds(`score --by five columns, ${format}, ${count(rows)}`, s['score --by'], { 'score without slices': s.score }),
      ]),
  },
];

/** Those whose script is there. */
export const suites = ALL.map((suite) => ({ args: [], ...suite, path: fileURLToPath(new URL(`../${suite.script}`, import.meta.url)) })).filter(({ path }) =>
  existsSync(path),
);

/** How many times as fast as each of the others ours is. */
export function ratiosOf({ unit, ours, others }) {
  return Object.entries(others).map(([name, other]) => [name, unit === 'MB/s' ? ours / other : other / ours]);
}
