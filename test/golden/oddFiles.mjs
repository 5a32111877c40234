/** Files that are in order, but unusual. Most hold the rows of rich.csv, so that every command takes them. */
import { bool, float16, int32, largeUtf8, list as listOf, utf8 } from '@uwdata/flechette';
import { ROWS, small } from './goodFiles.mjs';
import { integers } from './random.mjs';
import { narrow, rich, rowsOf } from './sets.mjs';
import { arrow, csv, field, ndjson, npy, parquet } from './writers.mjs';

const columns = () => rich(small('three'));
const text = () => csv(columns());
const lines = () => text().trimEnd().split('\n');
const body = (change) => lines().map((line, r) => (r === 0 ? line : change(line, r)));
/** With a first column of notes, written as they are. */
const noted = (note, head = 'note') =>
  `${lines()
    .map((line, r) => `${r === 0 ? head : note(r)},${line}`)
    .join('\n')}\n`;
const renamed = (from, to) => Object.fromEntries(Object.entries(columns()).map(([name, values]) => [from(name), values.map(to)]));
const change = (name, to) => ({ ...columns(), [name]: columns()[name].map(to) });
const first = (count) => Array.from({ length: count }, (_, r) => r);

/** Numbers as few write them; 0, 1 and the smallest there are among them. */
const EXTREMES = [
  '1,0,0',
  '0,1,0',
  '0,0,1',
  '5e-324,1,0',
  '1e-310,0.5,0.5',
  '1.0,0.0,0.00',
  '.5,.25,.25',
  '5E-1,+0.25,2.5e-01',
  '0.50000000000000000000000000001,0.25,0.25',
  '-0,1,0',
  '1e-17,1,0',
];

/** Notes that make rows hard to tell. */
const NOTES = [
  'x',
  '',
  '5" pipe',
  'ends with "',
  '"two\nlines"',
  '"\n"',
  '"a ""b"",\r\n\n#c"',
  '"""\n"""',
  '"r7,a,0.5,0.25,0.25\nr8,b,1,0,0\n"',
  `"${'long\n'.repeat(60)}"`,
  'w'.repeat(300),
];

function hard() {
  const next = integers(77);
  return noted(() => NOTES[next(NOTES.length)]);
}

const MANY = { a: 'ä', b: '日本', c: '🙂 c' };

const oddCsv = {
  crlf: () => text().replaceAll('\n', '\r\n'),
  bom: () => `\ufeff${text()}`,
  'bom-crlf-comments': () => `\ufeff# made up\r\n${text().replaceAll('\n', '\r\n')}`,
  comments: () => `# first\n#\n${body((line, r) => (r % 40 === 0 ? `# a "comment, with a quote\n${line}` : line)).join('\n')}\n# last`,
  'newlines-inside': () => noted((r) => (r % 3 === 0 ? `"one\ntwo ${r}\n"` : 'plain')),
  'delimiters-inside': () => noted((r) => `"${r}, and, more"`),
  'doubled-quotes': () => noted((r) => `"say ""${r}"""`, '"a ""note"""'),
  'bare-quotes': () => noted((r) => (r % 2 ? '5" pipe' : 'a "b" c')),
  hard,
  'all-quoted': () => csv(columns(), { quoted: true }),
  'no-last-newline': () => text().trimEnd(),
  'no-last-newline-crlf': () => text().trimEnd().replaceAll('\n', '\r\n'),
  'empty-lines': () => `\n\n${body((line, r) => (r % 50 === 0 ? `\n${line}\n` : line)).join('\n')}\n\n\n`,
  'line-of-spaces': () => `${body((line, r) => (r === 200 ? `${line}\n  ` : line)).join('\n')}\n`,
  'mixed-ends': () => body((line, r) => line + (r % 2 ? '\r' : '')).join('\n'),
  'only-cr': () => text().replaceAll('\n', '\r'),
  'many-bytes': () =>
    csv(
      renamed(
        (name) => name.replace(/^([pt]_)([abc])$/, (_, prefix, own) => prefix + MANY[own]),
        (value) => (Array.isArray(value) ? value.map((own) => MANY[own]) : (MANY[value] ?? value)),
      ),
    ),
  'spaces-in-header': () => text().replace(/^.*/, (head) => head.split(',').join(' , ')),
  'spaces-around-numbers': () => `${body((line) => line.replace(/,(0\.\d+),/, ', $1 ,')).join('\n')}\n`,
  'spaces-around-classes': () => `${body((line) => line.replace(/,([abc]),/, ', $1 ,')).join('\n')}\n`,
  'other-order': () => csv(Object.fromEntries(Object.entries(columns()).reverse())),
  'more-columns': () => csv({ ...Object.fromEntries(first(40).map((i) => [`x${i}`, columns().real])), ...columns() }),
  'rounded-4': () =>
    csv({
      ...columns(),
      ...Object.fromEntries(
        ['p_a', 'p_b', 'p_c'].map((name) => [
          name,
          small('three').first.map((row) => {
            const [a, b] = row.map((p) => Math.round(p * 10000));
            return ({ p_a: a, p_b: b, p_c: 10000 - a - b }[name] / 10000).toFixed(4);
          }),
        ]),
      ),
    }),
  'rounded-2': () =>
    `${body((line) =>
      line.replace(
        /,(0\.\d+),(0\.\d+),(0\.\d+),/,
        (_, ...p) =>
          `,${p
            .slice(0, 3)
            .map((x) => Number(x).toFixed(2))
            .join(',')},`,
      ),
    ).join('\n')}\n`,
  extremes: () =>
    `${body((line, r) => (r % 5 === 0 ? line.replace(/,(0\.\d+),(0\.\d+),(0\.\d+),/, `,${EXTREMES[(r / 5) % EXTREMES.length]},`) : line)).join('\n')}\n`,
  'one-class': () => csv(change('label', () => 'b')),
  'two-of-three': () => csv(change('label', (own) => (own === 'c' ? 'a' : own))),
  'one-row': () => csv(rowsOf(columns(), [3])),
  'two-rows': () => csv(rowsOf(columns(), [3, 4])),
  'header-only': () => `${lines()[0]}\n`,
  'header-only-open': () => lines()[0],
  empty: () => '',
  'long-note': () => noted((r) => (r === 150 ? `"${'many words, \n'.repeat(8000)}"` : '')),
  tabs: () => csv(columns(), { delimiter: '\t' }),
  'two-names': () => text().replace('p_b', 'p_a'),
  'no-truth': () => text().replace('label', 'lab'),
  'no-estimates': () => text().replaceAll('p_', 'q_'),
  'names-with-commas': () =>
    csv(
      renamed(
        (name) => name.replace(/^([pt]_)a$/, '$1x, y').replace(/^([pt]_)b$/, '$1q="b"'),
        (value) => ({ a: 'x, y', b: 'q="b"' })[value] ?? value,
      ),
    ),
};

/** NDJSON as few write it. */
const oddNdjson = {
  'bom-crlf': () => `\ufeff${ndjson(columns()).replaceAll('\n', '\r\n')}`,
  'empty-lines': () => `\n${ndjson(columns()).replaceAll('\n', '\n\n')}\n`,
  'other-keys': () => ndjson({ ...columns(), more: columns().id.map((id) => ({ id, list: [1, { label: 'x' }], none: null })) }),
  'keys-in-any-order': () =>
    columns()
      .id.map((_, r) => {
        const entries = Object.entries(columns()).map(([name, values]) => [name, values[r]]);
        return `${JSON.stringify(Object.fromEntries([...entries.slice(r % entries.length), ...entries.slice(0, r % entries.length)]))}\n`;
      })
      .join(''),
  'with-spaces': () =>
    ndjson(columns())
      .replaceAll(/([{:,])("|\d|\[)/g, '$1 $2')
      .replaceAll('}\n', ' }  \n'),
  escapes: () => ndjson(columns()).replaceAll('"label"', '"l\\u0061bel"').replaceAll('"b"', '"\\u0062"'),
  'no-last-newline': () => ndjson(columns()).trimEnd(),
  'one-row': () => ndjson(rowsOf(columns(), [3])),
  'keys-twice': () => ndjson(columns()).replaceAll('{"id"', '{"label":"a","id"'),
  'whole-classes': () =>
    ndjson({
      label: small('two').label.map((own) => (own === 'yes' ? 1 : 0)),
      p_0: small('two').first.map(([p]) => p),
      p_1: small('two').first.map(([, p]) => p),
    }),
  'true-and-false': () =>
    ndjson({
      label: small('two').label.map((own) => own === 'yes'),
      p_false: small('two').first.map(([p]) => p),
      p_true: small('two').first.map(([, p]) => p),
    }),
  empty: () => '',
  'only-lines': () => '\n\n\n',
};

const strings = (name) => columns()[name];
const codes = (name) => small(name).label.map((own) => small(name).classes.indexOf(own));
const numbered = () => ({ label: codes('two'), p_0: small('two').first.map(([p]) => p), p_1: small('two').first.map(([, p]) => p) });
const certain = () => ({
  label: strings('label'),
  p_a: strings('label').map((own) => Number(own === 'a')),
  p_b: strings('label').map((own) => Number(own === 'b')),
  p_c: strings('label').map((own) => Number(own === 'c')),
});
const many = () => rowsOf(columns(), first(ROWS));

/** Parquet, Arrow and NPY as few write them. */
const oddBinary = {
  'odd-one-row.parquet': () => parquet(rowsOf(columns(), [3])),
  'odd-no-rows.parquet': () => parquet(rowsOf(columns(), []), { types: Object.fromEntries(['id', 'label', 'said'].map((name) => [name, 'STRING'])) }),
  'odd-whole-classes.parquet': () => parquet(numbered(), { types: { label: 'INT32' } }),
  'odd-long-classes.parquet': () => parquet({ ...numbered(), label: codes('two').map(BigInt) }, { types: { label: 'INT64' } }),
  'odd-true-and-false.parquet': () =>
    parquet({ label: codes('two').map(Boolean), p_false: numbered().p_0, p_true: numbered().p_1 }, { types: { label: 'BOOLEAN' } }),
  'odd-whole-estimates.parquet': () => parquet(certain(), { types: { p_a: 'INT32', p_b: 'INT32', p_c: 'INT32' } }),
  'odd-dates-beside.parquet': () => parquet({ when: columns().id.map((_, r) => new Date(r * 1000)), ...columns() }, { types: { when: 'TIMESTAMP' } }),
  'odd-byte-streams.parquet': () => parquet(columns(), { encodings: { p_a: 'BYTE_STREAM_SPLIT', p_b: 'BYTE_STREAM_SPLIT', n: 'BYTE_STREAM_SPLIT' } }),
  'odd-uneven-groups.parquet': () => parquet(columns(), { rowGroupSize: [1, 3, 200, 7] }),
  'odd-many-bytes.parquet': () =>
    parquet({ label: columns().label.map((own) => MANY[own]), p_ä: columns().p_a, p_日本: columns().p_b, 'p_🙂 c': columns().p_c }),
  'odd-one-row.arrow': () => arrow(rowsOf(columns(), [3])),
  'odd-no-rows.arrow': () => arrow(rowsOf(narrow(small('three')), []), { types: { label: utf8() } }),
  'odd-whole-classes.arrow': () => arrow(numbered(), { types: { label: int32() } }),
  'odd-true-and-false.arrow': () => arrow({ label: codes('two').map(Boolean), p_false: numbered().p_0, p_true: numbered().p_1 }, { types: { label: bool() } }),
  'odd-whole-estimates.arrow': () => arrow(certain(), { types: { p_a: int32(), p_b: int32(), p_c: int32() } }),
  'odd-half-precision.arrow': () =>
    arrow(
      { label: small('two').label, p_no: columns().label.map(() => 0.25), p_yes: columns().label.map(() => 0.75) },
      { types: { p_no: float16(), p_yes: float16() } },
    ),
  'odd-large-text.arrow': () => arrow(columns(), { types: { id: largeUtf8(), label: largeUtf8() } }),
  'odd-lists-beside.arrow': () => arrow({ vector: columns().id.map((_, r) => [r]), ...many() }, { types: { vector: listOf(int32()) } }),
  'odd-batches-of-one.arrow': () => arrow(rowsOf(columns(), first(40)), { maxBatchRows: 1 }),
  'odd-column.npy': () =>
    npy(
      small('one').first.map((row) => row[1]),
      '<f8',
      [ROWS, 1],
    ),
  'odd-version-2.npy': () => npy(small('three').first.flat(), '<f8', [ROWS, 3], { version: 2 }),
  'odd-one-row.npy': () => npy(small('three').first[3], '<f8', [1, 3]),
  'odd-one-row.labels.npy': () => npy([1], '|u1', [1]),
  'odd-no-rows.npy': () => npy([], '<f8', [0, 3]),
  'odd-no-rows.labels.npy': () => npy([], '|u1', [0]),
  'odd-true-and-false.labels.npy': () => npy(codes('two'), '|b1', [ROWS]),
};

const named = (files, ending) => Object.fromEntries(Object.entries(files).map(([name, make]) => [`odd-${name}.${ending}`, make]));

/** Known by their first bytes alone. */
const withoutEnding = {
  'nameless-csv': text,
  'nameless-ndjson': () => ndjson(columns()),
  'nameless-parquet': () => parquet(columns()),
  'nameless-arrow': () => arrow(columns()),
  'nameless-arrows': () => arrow(columns(), { format: 'stream' }),
  'nameless-npy': () => npy(small('three').first.flat(), '<f8', [ROWS, 3]),
  'odd-utf-16.csv': () => Buffer.from(`\ufeff${text()}`, 'utf16le'),
  'odd-nul.csv': () => `${body((line, r) => (r === 200 ? line.replace(',', ',\0') : line)).join('\n')}\n`,
  'odd-unusual.txt': () => `${['who', 'P(x)', 'P(y)'].map((name) => field(name)).join(';')}\nx;0.5;0.5\ny;0.25;0.75\nx;1;0\n`,
};

export const oddFiles = { ...named(oddCsv, 'csv'), ...named(oddNdjson, 'ndjson'), ...oddBinary, ...withoutEnding };
