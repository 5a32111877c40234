/** Tables of scores, costs, data to learn from, and what score --save wrote before. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { integers } from './random.mjs';
import { csv } from './writers.mjs';

/** Days, some of whose humidity is unknown, and whether one played. */
function play(rows, { humidity = 'numeric', outlook = '{sunny,overcast,rainy}', class: played = '{yes,no}' } = {}) {
  const next = integers(23);
  const lines = Array.from({ length: rows }, () => {
    const [sky, wet, windy] = [next(3), next(50), next(2)];
    const label = sky === 1 || (sky === 0 ? wet < 25 : windy === 0) ? 'yes' : 'no';
    return [['sunny', 'overcast', 'rainy'][sky], next(10) === 0 ? '?' : 50 + wet, ['false', 'true'][windy], next(8) === 0 ? 'no' : label].join(',');
  });
  return `@relation play\n@attribute outlook ${outlook}\n@attribute humidity ${humidity}\n@attribute windy {true,false}\n@attribute play ${played}\n@data\n${lines.join('\n')}\n`;
}

const score = (next) => (600 + next(300)) / 1000;

/** Two learners on ten folds. */
function folds() {
  const next = integers(21);
  const rows = Array.from({ length: 10 }, (_, i) => [i + 1, score(next), score(next)]);
  return { fold: rows.map(([fold]) => fold), ours: rows.map(([, a]) => a), theirs: rows.map(([, , b]) => b) };
}

/** Four learners on twelve data sets. */
function datasets() {
  const next = integers(22);
  const names = ['nb', 'tree', 'forest', 'lazy'];
  const set = Array.from({ length: 12 }, (_, i) => `set ${i + 1}`);
  return { dataset: set, ...Object.fromEntries(names.map((name) => [name, set.map(() => score(next))])) };
}

function fiveByTwo() {
  const next = integers(23);
  const rows = Array.from({ length: 10 }, (_, i) => ({ replication: 1 + (i >> 1), fold: 1 + (i % 2), a: score(next), b: score(next) }));
  return Object.fromEntries(['replication', 'fold', 'a', 'b'].map((name) => [name, rows.map((row) => row[name])]));
}

/** Three learners with three amounts of training data, on six models. */
function repeated() {
  const next = integers(24);
  const rows = [];
  for (let subject = 1; subject <= 6; subject++)
    for (const learner of ['nb', 'tree', 'lazy']) for (const training of [50, 500, 5000]) rows.push({ subject, learner, training, value: score(next) });
  return Object.fromEntries(['subject', 'learner', 'training', 'value'].map((name) => [name, rows.map((row) => row[name])]));
}

const text = () => csv(folds());
const saved = new URL('saved/', import.meta.url);

export const tableFiles = {
  'folds.csv': text,
  'folds.tsv': () => csv(folds(), { delimiter: '\t' }),
  'folds.semicolon.csv': () => csv(folds(), { delimiter: ';' }),
  'folds.csv.gz': () => gzipSync(text()),
  'folds-crlf-bom.csv': () => `\ufeff${csv(folds(), { end: '\r\n' })}`,
  'folds-quoted.csv': () => csv(folds(), { quoted: true }),
  'folds-comments.csv': () => `# folds\n\n${text()}\n# the end`,
  'folds-newlines.csv': () => text().replaceAll(/^(\d+),/gm, '"fold\n$1",'),
  'folds-text.csv': () => text().replace(/0\.\d+(\n7,)/, 'oops$1'),
  'folds-few.csv': () => text().replace(/,0\.\d+(\n7,)/, '$1'),
  'folds-quote.csv': () => text().replace(/\n6,/, '\n"6,'),
  'folds-empty.csv': () => '',
  'folds-header.csv': () => 'fold,ours,theirs\n',
  'folds-same.csv': () => csv({ ...folds(), theirs: folds().ours }),
  'folds-three.csv': () => csv({ ...folds(), others: folds().theirs }),
  'datasets.csv': () => csv(datasets()),
  'five-by-two.csv': () => csv(fiveByTwo()),
  'repeated.csv': () => csv(repeated()),
  'repeated-missing.csv': () => csv(repeated()).replace(/\n3,tree,500.*/, ''),
  'play.arff': () => play(60),
  'play-string.arff': () => play(4, { outlook: 'string' }),
  'play-numeric.arff': () => play(4, { class: 'numeric' }).replaceAll(/,(yes|no)\n/g, ',1\n'),
  'play-one.arff': () => play(4, { class: '{yes}' }).replaceAll(/,no\n/g, ',yes\n'),
  'play-test.csv': () => 'play,windy,outlook,humidity\nyes,true,overcast,70\nno,true,sunny,95\nyes,false,foggy,\n,false,rainy,60\n',
  'costs.csv': () => ',a,b,c\nb,2,0,5\na,0,1,9\nc,4,4,0\n',
  'costs-plain.csv': () => '0,1,2\n3,0,1\n1,8,0\n',
  'costs.json': () => '[[0,1,2],[3,0,1],[1,8,0]]',
  'costs-few.csv': () => '0,1\n1,0\n',
  'costs-two.csv': () => '0,1\n5,0\n',
  'not-saved.json': () => '{"kind":"something else"}',
  'not-json.json': () => '{"kind":',
  'saved-before.json': () => readFileSync(new URL('../statistics/saved-before.json', import.meta.url)),
  ...Object.fromEntries(readdirSync(saved).map((name) => [`saved-${name}`, () => readFileSync(new URL(name, saved))])),
};
