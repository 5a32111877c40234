import type { FairbitsError } from '../base/errors.js';
import { shellQuoted } from '../base/shellQuoted.js';

/** Rows that cannot be scored can be passed over, by these errors. */
const SKIPPABLE_CODES = ['value', 'class', 'fields', 'label-out-of-range', 'estimate-not-finite', 'estimate-negative', 'estimate-above-one', 'weight'];

/** Commands that can pass rows over. */
const SKIPPING = ['score', 'slices', 'decide', 'curves', 'calibrate', 'rules', 'regress'];
/** Those that then read files twice, which standard input does not allow; of tests, those of predictions. */
const SKIPPING_IN_ALL = ['compare', 'gate', 'priors'];

const SKIPPING_TESTS = ['mcnemar', 'delong', 'bet'];

/** The command that was given, with the options that may mend what went wrong, as it could be typed in a shell; undefined where nothing is known to help. */
export function suggestedCommand(error: FairbitsError, args: readonly string[]): string | undefined {
  const options = error.suggestion ?? usualArguments(error, args);
  if (!options) return undefined;
  const added = options.filter((option) => option.startsWith('--'));
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [name] = args[i].split('=');
    if (!added.includes(name)) kept.push(args[i]);
    else if (!args[i].includes('=') && options[options.indexOf(name) + 1]?.startsWith('--') === false) i++;
  }
  return `fairbits ${[...kept, ...options].map(shellQuoted).join(' ')}`;
}

function usualArguments({ code, line }: FairbitsError, args: readonly string[]): readonly string[] | undefined {
  const pairs = SKIPPING_IN_ALL.includes(args[0]) || (args[0] === 'test' && SKIPPING_TESTS.includes(args[1]));
  if (!pairs && !SKIPPING.includes(args[0])) return undefined;
  if (code === 'estimates-sum' && !['regress', 'rules', 'priors', 'test'].includes(args[0])) return ['--renormalize'];
  return line !== undefined && SKIPPABLE_CODES.includes(code) && !(pairs && args.includes('-')) ? ['--on-error', 'skip'] : undefined;
}
