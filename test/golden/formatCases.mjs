/** Every format: score on every test set, every other command on one; two classes, six, and a single column. */
import { CaseList } from './caseList.mjs';
import { COMMANDS, NEED_ALL_COLUMNS, WITHOUT_LABELS } from './commands.mjs';
import { FILES } from './files.mjs';

const list = new CaseList();
const has = (file) => Object.hasOwn(FILES, file);
const endingsOf = (set) =>
  Object.keys(FILES)
    .filter((name) => name.startsWith(`${set}.`) && !name.includes('labels'))
    .map((name) => name.slice(set.length));

const SOME = [
  '.csv',
  '.tsv',
  '.csv.gz',
  '.ndjson',
  '.parquet',
  '.f32.parquet',
  '.arrow',
  '.dictionary.arrows',
  '.f32.arrow',
  '.npy',
  '.fortran.npy',
  '.f4.npy',
  '.big.npy',
];
const FOR_ALL = [
  '.csv',
  '.tsv',
  '.semicolon.csv',
  '.csv.gz',
  '.ndjson',
  '.parquet',
  '.gzip.parquet',
  '.f32.parquet',
  '.arrow',
  '.dictionary.arrows',
  '.f32.arrow',
];
const ARRAYS = ['.npy', '.fortran.npy', '.f4.npy', '.big.npy'];

for (const ending of endingsOf('three')) list.call('format', 'score', `three${ending}`, undefined, { form: 'usual' });
for (const set of ['one', 'two', 'six'])
  for (const ending of set === 'two' ? SOME.slice(3) : SOME) list.call('format', 'score', `${set}${ending}`, undefined, { form: 'usual' });

for (const [i, command] of Object.keys(COMMANDS).entries()) {
  for (const [j, ending] of FOR_ALL.entries()) list.call('format', command, `rich${ending}`, `rich-b${(i + j) % 3 === 2 ? '.csv' : ending}`, { rich: true });
  if (!WITHOUT_LABELS.includes(command)) for (const ending of ARRAYS) list.call('format', command, `three${ending}`, `three-b${ending}`);
  if (NEED_ALL_COLUMNS.includes(command)) continue;
  for (const file of ['one.csv', 'one.parquet', 'two.csv', 'six.ndjson', 'one.npy']) {
    const own = file.replace('.', '-b.');
    list.call('classes', command, file, has(own) ? own : file.includes('npy') ? file : `${file.split('.')[0]}-b.csv`);
  }
}

export const formatCases = list.cases;
