import { FairbitsError } from './errors.js';
import { checkOptions, type OptionNames } from './options.js';

/** Options of the library that are called otherwise on the command line. */
const OPTION_NAMES: Record<string, string> = { memory: 'keptBytes', 'on-error': 'skipBad', bootstrap: 'replicates' };

/** A message in the words of the library: its options, not those of the command line. */
export function libraryWords(message: string): string {
  return message
    .replace(/--on-error skip\b/g, 'skipBad: true')
    .replace(/fairbits \w+ (?=--)/g, 'the option ')
    .replace(/--([a-z][a-z-]*)(?: ([A-Z][A-Z_.]*)\b)?/g, (_, name: string, value?: string) => {
      const own = OPTION_NAMES[name] ?? name.replace(/-(\w)/g, (__, letter: string) => letter.toUpperCase());
      return value === undefined ? own : `${own}: ${value}`;
    });
}

/** A function as the library has it: it refuses options that do not exist, and its errors name options as code does. */
export function libraryEntry<F, O extends object, R>(
  name: string,
  names: OptionNames<Required<O>>,
  work: (files: F, options?: O) => Promise<R>,
): (files: F, options?: O) => Promise<R> {
  return async (files, options) => {
    if (options !== undefined) checkOptions(name, options, names);
    try {
      return await work(files, options);
    } catch (error) {
      if (error instanceof FairbitsError) error.message = libraryWords(error.message);
      throw error;
    }
  };
}
