/** The plain backend: every command on the main formats, on what is odd, and on what is bad. */
import { CaseList } from './caseList.mjs';
import { COMMANDS, WITH_ON_ERROR, WITH_THREADS, WITHOUT_LABELS } from './commands.mjs';
import { partner } from './largeCases.mjs';

const list = new CaseList();

for (const [i, command] of Object.keys(COMMANDS).entries())
  for (const file of [
    'rich.csv',
    'rich.parquet',
    i % 2 ? 'rich.ndjson' : 'rich.f32.arrow',
    'three.npy',
    i % 2 ? 'odd-hard.csv' : 'odd-extremes.csv',
    'bad-several.csv',
  ]) {
    const rich = !file.includes('npy');
    if (!rich && WITHOUT_LABELS.includes(command)) continue;
    const skip = file.startsWith('bad') && WITH_ON_ERROR.includes(command) && command !== 'decide';
    list.call('plain', command, file, rich ? 'rich-b.csv' : 'three-b.npy', {
      rich,
      backend: 'plain',
      ...(skip ? { more: ['--on-error', 'skip'], note: 'skip' } : {}),
    });
  }
for (const [command, form, file] of [
  ['score', 'usual', 'one.csv'],
  ['score', 'usual', 'two.csv'],
  ['score', 'usual', 'six.csv'],
  ['score', 'usual', 'large.csv'],
  ['score', 'usual', 'large.noted.csv'],
  ['score', 'rewards', 'large.parquet'],
  ['score', 'usual', 'large-bad-quote.csv'],
  ['calibrate', 'usual', 'large.csv'],
  ['rules', 'top', 'large.csv'],
  ['compare', 'usual', 'large.csv'],
  ['regress', 'usual', 'large.csv'],
]) {
  const more = WITH_THREADS.includes(command) && file.startsWith('large') ? ['--threads', '2'] : [];
  list.call('plain', command, file, partner(file), { form, backend: 'plain', more, note: more.length > 0 ? 'threads 2' : '' });
}

export const plainCases = list.cases;
