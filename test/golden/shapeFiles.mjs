/** The rows of three.csv in the shapes that other tools write. */
import { small } from './goodFiles.mjs';
import { narrow } from './sets.mjs';
import { csv, ndjson } from './writers.mjs';

const columns = () => narrow(small('three'));
const CLASSES = ['a', 'b', 'c'];
const rows = () => {
  const { label, ...rest } = columns();
  return label.map((truth, r) => ({ id: `i${r}`, truth, p: CLASSES.map((name) => rest[`p_${name}`][r]) }));
};
const table = (records) => Object.fromEntries(Object.keys(records[0]).map((name) => [name, records.map((record) => record[name])]));
const long = (some) => some.flatMap(({ id, truth, p }) => CLASSES.map((name, c) => ({ id, class: name, p: p[c], truth, flag: Number(name === truth) })));

export const shapeFiles = {
  'shape-long.csv': () => csv(table(long(rows()))),
  'shape-long.ndjson': () => ndjson(table(long(rows()).reverse())),
  'shape-long-bad.csv': () => csv(table(long(rows()).filter((_, i) => i !== 7))),
  'shape-bare.csv': () =>
    `${rows()
      .map(({ truth, p }) => [...p, truth].join(','))
      .join('\n')}\n`,
  'shape-list.csv': () =>
    `label,probs\n${rows()
      .map(({ truth, p }) => `${truth},"[${p.join(', ')}]"\n`)
      .join('')}`,
  'shape-list.ndjson': () =>
    rows()
      .map(({ truth, p }) => `${JSON.stringify({ label: truth, probs: p })}\n`)
      .join(''),
  'shape-weka.csv': () =>
    `inst#,actual,predicted,error,distribution,,\n${rows()
      .map(({ truth, p }, i) => `${i + 1},${CLASSES.indexOf(truth) + 1}:${truth},1:a,,${p.map((x) => (x === Math.max(...p) ? `*${x}` : x)).join(',')}\n`)
      .join('')}`,
  'shape-weka-predicted.csv': () => 'inst#,actual,predicted,error,prediction\n1,1:a,1:a,,0.9\n',
};
