/** Large files: score on one thread and on two, and the other commands in turn. */
import { CaseList } from './caseList.mjs';
import { COMMANDS, NEED_ALL_COLUMNS, WITH_THREADS, WITHOUT_LABELS } from './commands.mjs';
import { FILES } from './files.mjs';

const list = new CaseList();
const commands = Object.keys(COMMANDS);
const large = Object.keys(FILES).filter((name) => /^large/.test(name) && !/labels|-b\./.test(name));
const threads = (n, more = []) => ({ more: ['--threads', String(n), ...more], note: `${more.length > 0 ? 'skip ' : ''}threads ${n}` });

/** The second learner on the same rows. */
export const partner = (file) => (/npy/.test(file) ? file : /parquet/.test(file) ? 'large-b.parquet' : 'large-b.csv');

for (const [i, file] of large.entries()) {
  // Other formats are read on one thread.
  for (const n of /csv|parquet/.test(file) ? [1, 2] : [2]) list.call('large', 'score', file, partner(file), { form: 'usual', ...threads(n) });
  if (/bad/.test(file)) list.call('large', 'score', file, partner(file), { form: 'rewards', ...threads(1 + (i % 2), ['--on-error', 'skip']) });
  const rich = !/npy|f32/.test(file);
  const able = commands.filter(
    (command) => command !== 'score' && (rich || !NEED_ALL_COLUMNS.includes(command)) && !(/npy/.test(file) && WITHOUT_LABELS.includes(command)),
  );
  const command = able[i % able.length];
  list.call('large', command, file, partner(file), { rich, ...(WITH_THREADS.includes(command) ? threads(1 + (i % 2)) : {}) });
}

// Every command on one file of each kind that is shared out to threads.
for (const command of commands)
  for (const [i, file] of ['large.csv', 'large.parquet'].entries())
    for (const n of WITH_THREADS.includes(command) ? [1, 2] : [0]) {
      const forms = Object.keys(COMMANDS[command]).slice(command === 'score' ? 1 : 0);
      list.call('threads', command, file, partner(file), { form: forms[i % forms.length], ...(n > 0 ? threads(n) : {}) });
    }

export const largeCases = list.cases;
