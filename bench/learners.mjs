// Learners against Weka 3.6: the same rows to learn from and to test on, one thread each, reading of files and start-up left out, the fastest of several runs.
//   node bench/learners.mjs --data DIR              letter-recognition, adult, and 5×2cv over all data sets of DIR/manifest.tsv (study hope37)
//   FAIRBITS_DATA=DIR                               the same for bench/all.mjs
//   node bench/learners.mjs                         data of the shape of letter-recognition and adult, made here
//   --part letter|adult|sets                        one of them; --learner j48|naive-bayes|aode one learner
//   --each                                          the ratio of each data set, too
//   --json FILE                                     writes the figures, too
// Needs Java (a JDK) and Weka: apt-get install weka, or FAIRBITS_WEKA=/path/to/weka.jar. Both must get the same rows right before a time counts. Judge ratios, not times.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createLearner, readArff } from 'fairbits/learners';
import { random } from './data.mjs';

const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const given = option('--data') ?? process.env.FAIRBITS_DATA;

/** Weka's scheme and options, and how many times ours it may take, at least. */
const LEARNERS = {
  j48: { scheme: ['weka.classifiers.trees.J48', '-C', '0.25', '-M', '2'], asked: { letter: 1, adult: 1, sets: 1 } },
  'naive-bayes': { scheme: ['weka.classifiers.bayes.NaiveBayes'], asked: { adult: 2, sets: 1 } },
  aode: {
    scheme: [
      ...['weka.classifiers.meta.FilteredClassifier', '-F', 'weka.filters.supervised.attribute.Discretize -R first-last'],
      ...['-W', 'weka.classifiers.bayes.AODE', '--', '-F', '1'],
    ],
    asked: { adult: 2, sets: 1 },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'fairbits-learners-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(0);
}

const jar = process.env.FAIRBITS_WEKA ?? '/usr/share/java/weka.jar';
if (spawnSync('javac', ['-version']).status !== 0) skip('there is no javac; a JDK has it');
if (!existsSync(jar)) skip(`there is no ${jar}: apt-get install weka, or FAIRBITS_WEKA=/path/to/weka.jar`);
const compiled = spawnSync('javac', ['-cp', jar, '-d', folder, fileURLToPath(new URL('rivals/Weka.java', import.meta.url))], { encoding: 'utf8' });
if (compiled.status !== 0) throw new Error(compiled.stderr);

/** Weka in a process of its own, which answers line by line. */
class Weka {
  #process = spawn('java', ['-XX:+UseSerialGC', '-cp', [jar, folder].join(process.platform === 'win32' ? ';' : ':'), 'Weka'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  #answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();

  async time(file, splits, scheme) {
    this.#process.stdin.write(`${['time', file, splits, ...scheme].join('\t')}\n`);
    const { value } = await this.#answers.next();
    const [word, seconds, right] = String(value).split('\t');
    if (word !== 'done') throw new Error(`Weka on ${file}: ${value}`);
    return { seconds: Number(seconds), right: Number(right) };
  }

  end() {
    this.#process.stdin.end();
  }
}

/** The side of a split that a row is on: the top bit of a product. */
const side = (row, split) => Math.imul(row + 1, Math.imul(0x9e3779b1, 2 * split + 1)) >>> 31;

function timeOurs(data, name, splits) {
  const k = data.classes.length;
  const rows = Array.from({ length: data.rows }, (_, row) => row);
  let [seconds, right] = [0, 0];
  for (let split = 0; split < splits; split++)
    for (const own of [0, 1]) {
      const train = Int32Array.from(rows.filter((row) => side(row, split) === own));
      const test = Int32Array.from(rows.filter((row) => side(row, split) !== own));
      const labels = Uint16Array.from(train, (row) => data.labels[row]);
      const start = performance.now();
      const estimates = createLearner(name, data).fit(train, labels, { classes: data.classes }).predict(test);
      for (let i = 0; i < test.length; i++) {
        let best = 0;
        for (let c = 1; c < k; c++) if (estimates[i * k + c] > estimates[i * k + best]) best = c;
        if (best === data.labels[test[i]]) right++;
      }
      seconds += (performance.now() - start) / 1000;
    }
  return { seconds, right };
}

/** Both in turn, so that a busy moment of the machine meets both; the fastest run of each. */
async function timeBoth(file, data, name, scheme, splits, runs) {
  let [ours, theirs] = [Infinity, Infinity];
  for (let run = 0; run < runs; run++) {
    const own = timeOurs(data, name, splits);
    const rival = await weka.time(file, splits, scheme);
    if (own.right !== rival.right) throw new Error(`${name} on ${file}: ${own.right} right, by Weka ${rival.right}`);
    ours = Math.min(ours, own.seconds);
    theirs = Math.min(theirs, rival.seconds);
  }
  return { ours, theirs };
}

function textOf(file) {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** Data of a shape: whole numbers around means that classes have, and nominal values that lean to some. */
function makeData(name, rows, classes, numeric, nominal, seed) {
  const next = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const means = Array.from({ length: classes * numeric }, () => 3 + 9 * next());
  const favourites = Array.from({ length: classes * nominal.length }, (_, i) => Math.floor(nominal[i % nominal.length] * next()));
  const lines = Array.from({ length: rows }, () => {
    const c = Math.floor(classes * next());
    const cells = [];
    for (let a = 0; a < numeric; a++) cells.push(Math.max(0, Math.min(15, Math.round(means[c * numeric + a] + 2 * normal()))));
    for (const [a, values] of nominal.entries()) cells.push(`v${next() < 0.3 ? favourites[c * nominal.length + a] : Math.floor(values * next())}`);
    return [...cells, `c${c}`].join(',');
  });
  const list = (letter, n) => `{${Array.from({ length: n }, (_, i) => `${letter}${i}`).join(',')}}`;
  const head = [
    ...Array.from({ length: numeric }, (_, a) => `@attribute n${a} numeric`),
    ...nominal.map((values, a) => `@attribute w${a} ${list('v', values)}`),
    `@attribute class ${list('c', classes)}`,
  ];
  const file = join(folder, `${name}.arff`);
  writeFileSync(file, `@relation ${name}\n${head.join('\n')}\n@data\n${lines.join('\n')}\n`);
  return file;
}

function dataFiles(directory) {
  if (directory === undefined) {
    console.log('data made here, of the shape of letter-recognition and adult; --data DIR has the real ones\n');
    return {
      letter: [makeData('letter', 20_000, 26, 16, [], 1)],
      adult: [makeData('adult', 48_842, 2, 6, [9, 16, 7, 15, 6, 5, 2, 42], 2)],
      sets: [],
    };
  }
  const [header, ...lines] = readFileSync(join(directory, 'manifest.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const sets = lines.map((line) => Object.fromEntries(header.map((name, i) => [name, line[i]]))).filter(({ study }) => study === 'hope37');
  const fileOf = (name) => join(directory, sets.find((set) => set.name === name).file);
  return {
    letter: [fileOf('letter-recognition')],
    adult: [fileOf('adult')],
    sets: sets.sort((a, b) => a.instances - b.instances).map(({ file }) => join(directory, file)),
  };
}

const files = dataFiles(given);
const weka = new Weka();
const figures = [];
for (const [part, list] of Object.entries(files)) {
  if (option('--part') !== undefined && option('--part') !== part) continue;
  for (const [name, { scheme, asked }] of Object.entries(LEARNERS)) {
    if (list.length === 0 || asked[part] === undefined || (option('--learner') !== undefined && option('--learner') !== name)) continue;
    const [splits, runs] = part === 'sets' ? [5, 2] : [1, 8];
    // Small sets come first and, once more than counts, warm both up.
    let [ours, theirs, rows] = [0, 0, 0];
    for (const file of part === 'sets' ? list.slice(0, 12) : []) await timeBoth(file, readArff(textOf(file)), name, scheme, splits, 1);
    for (const file of list) {
      const data = readArff(textOf(file));
      const times = await timeBoth(file, data, name, scheme, splits, runs);
      ours += times.ours;
      theirs += times.theirs;
      rows += data.rows;
      if (args.includes('--each'))
        console.log(`  ${file.split('/').pop().padEnd(30)} Weka ÷ ours ${(times.theirs / times.ours).toFixed(2)}  ours ${times.ours.toFixed(3)} s`);
    }
    const ratio = theirs / ours;
    figures.push({ part, learner: name, dataSets: list.length, rows, ours, weka: theirs, ratio, asked: asked[part] });
    const words = `${part.padEnd(8)} ${name.padEnd(12)} ${String(list.length).padStart(2)} data set${list.length === 1 ? ' ' : 's'}`;
    console.log(
      `${words}  ours ${ours.toFixed(2).padStart(7)} s  Weka ${theirs.toFixed(2).padStart(7)} s  Weka ÷ ours ${ratio.toFixed(2)} (asked ${asked[part]})${ratio < asked[part] ? '  ← short' : ''}`,
    );
  }
}
weka.end();
const json = option('--json');
if (json !== undefined)
  writeFileSync(json, `${JSON.stringify({ node: process.version, cpu: cpus()[0].model, made: given === undefined, figures }, null, 2)}\n`);
