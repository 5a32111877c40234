/** Odd files: every command on what is often met, some commands on the rest. */
import { CaseList } from './caseList.mjs';
import { COMMANDS, NEED_ALL_COLUMNS, WITHOUT_LABELS } from './commands.mjs';
import { FILES } from './files.mjs';

const list = new CaseList();
const commands = Object.keys(COMMANDS);

const OFTEN = [
  'crlf',
  'bom',
  'comments',
  'newlines-inside',
  'delimiters-inside',
  'doubled-quotes',
  'bare-quotes',
  'hard',
  'all-quoted',
  'no-last-newline',
  'empty-lines',
  'many-bytes',
  'spaces-in-header',
  'other-order',
  'more-columns',
  'rounded-4',
  'extremes',
  'one-row',
  'header-only',
  'empty',
].map((name) => `odd-${name}.csv`);

// Weights and true probabilities are options of score: the three take turns.
const scores = ['score', 'weights', 'known'];
const others = commands.filter((command) => !scores.includes(command));
for (const [i, file] of OFTEN.entries()) for (const command of [scores[i % 3], ...others]) list.call('odd', command, file, 'rich-b.csv', { rich: true });

const rest = Object.keys(FILES).filter((name) => /^(odd|nameless)-/.test(name) && !OFTEN.includes(name) && !/labels|\.txt$/.test(name));
for (const [i, file] of rest.entries()) {
  const rich = !/npy|classes\.[pn]|long-classes|whole|true-and-false|half|many-bytes|no-rows\.arrow/.test(file);
  const able = commands.filter(
    (command) => command !== 'score' && (rich || !NEED_ALL_COLUMNS.includes(command)) && !(file.includes('npy') && WITHOUT_LABELS.includes(command)),
  );
  list.call('odd', 'score', file, undefined, { form: 'usual' });
  if (i % 3 !== 2) list.call('odd', able[i % able.length], file, rich ? 'rich-b.csv' : file, { rich });
}

// Estimates that were rounded, and such as only a cutoff makes finite.
for (const [i, command] of ['score', 'calibrate', 'decide', 'curves', 'recalibrate', 'compare'].entries())
  for (const [j, more] of [['--renormalize'], ['--tolerance', '0.02'], ['--cutoff', 'mml:500', '--tolerance', '0.02']].entries())
    list.call('odd', command, ['odd-rounded-2.csv', 'odd-rounded-2.csv', 'odd-extremes.csv'][(i + j) % 3], 'rich-b.csv', { rich: true, more });

export const oddCases = list.cases;
