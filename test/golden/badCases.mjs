/** Bad files: score on each; every other command on each kind that it can meet, in one format after the other. */
import { CaseList } from './caseList.mjs';
import { COMMANDS, WITH_ON_ERROR, WITHOUT_LABELS } from './commands.mjs';
import { FILES } from './files.mjs';

const list = new CaseList();
const files = Object.keys(FILES).filter((name) => /^bad-/.test(name) && !/labels/.test(name));
const kindOf = (file) => /^bad-([^.]+)/.exec(file)[1];
const SKIP = { more: ['--on-error', 'skip'], note: 'skip' };

/** What every command meets, and what only those that look at estimates do. */
const ANY = ['few', 'quote', 'several', 'json', 'cut', 'text-column'];
const ESTIMATES = ['text', 'nan', 'unknown', 'sum', 'above-1', 'null'];
/** What is looked at by one command in one form alone. */
const ALONE = {
  weights: ['usual', 'weight', 'weight-nan', 'weight-text', 'null-weight'],
  known: ['usual', 'known', 'known-text', 'null-known'],
  regress: ['usual', 'actual', 'actual-text', 'null-actual', 'missing-real'],
  rules: ['sets', 'set', 'set-twice'],
  decide: ['amounts', 'amount'],
};

// What one command alone looks at is nothing bad to others.
const alone = Object.values(ALONE).flatMap(([, ...kinds]) => kinds);
for (const [i, file] of files.filter((each) => !alone.includes(kindOf(each))).entries()) {
  list.call('bad', 'score', file, undefined, { form: 'usual' });
  if (i % 3 === 0) list.call('bad', 'score', file, undefined, { form: i % 2 ? 'usual' : 'rewards', ...SKIP });
}

/** The formats of a kind take turns. */
let turn = 0;
for (const kind of [...ANY, ...ESTIMATES])
  for (const command of Object.keys(COMMANDS)) {
    if (command === 'score' || command === 'weights' || (command === 'regress' && ESTIMATES.includes(kind))) continue;
    const able = files.filter((file) => kindOf(file) === kind && !(file.includes('npy') && WITHOUT_LABELS.includes(command)));
    const file = able[turn++ % able.length];
    const rich = !file.includes('npy');
    // Sets are one form, estimates are the others.
    const form = command === 'rules' ? (ANY.includes(kind) ? 'sets' : ['top', 'prior'][turn % 2]) : undefined;
    const given = { rich, ...(form ? { form } : {}) };
    const other = rich ? 'rich-b.csv' : 'three-b.npy';
    list.call('bad', command, file, other, given);
    if (WITH_ON_ERROR.includes(command) && turn % 3 === 0) list.call('bad', command, able[turn % able.length], other, { ...given, ...SKIP });
  }

for (const [command, [form, ...kinds]] of Object.entries(ALONE))
  for (const kind of kinds) {
    const able = files.filter((each) => kindOf(each) === kind);
    for (const file of new Set([able[0], able[turn++ % able.length]])) {
      list.call('bad', command, file, undefined, { form, rich: true });
      if (command === 'weights' || command === 'known') list.call('bad', command, file, undefined, { form, rich: true, ...SKIP });
    }
  }

for (const labels of Object.keys(FILES).filter((name) => /^bad-.*labels/.test(name)))
  for (const [command, ...more] of [['score'], ['score', '--on-error', 'skip'], ['rules', '--predict-set', 'top:1'], ['decide']])
    list.add(command, 'bad', `${labels}${more.includes('skip') ? ' skip' : ''}`, [
      command,
      'three.npy',
      '--labels',
      labels,
      '--classes',
      'a,b,c',
      '--json',
      ...more,
    ]);

export const badCases = list.cases;
