import { FairbitsError } from './errors.js';
import { checkOptions, type OptionNames } from './options.js';

/** Options of the library that are called otherwise on the command line. */
const OPTION_NAMES: Record<string, string> = { memory: 'keptBytes', bootstrap: 'replicates' };

/** An option of the command, with the value that is written behind it, if that is a word in capitals. What stands within a name, as in a--b.csv, is none. */
const OPTION = /(?<=^|[\s(“"])--([a-z][a-z-]*)(?: ([A-Z][A-Z_.]*)\b)?/g;

/** A message in the words of the library: its options, not those of the command line. */
export function libraryWords(message: string): string {
  return message
    .replace(/--on-error skip\b/g, 'skipBad: true')
    .replace(/fairbits \w+ (?=--)/g, 'the option ')
    .replace(OPTION, (_, name: string, value?: string) => {
      const own = OPTION_NAMES[name] ?? name.replace(/-(\w)/g, (__, letter: string) => letter.toUpperCase());
      return value === undefined ? own : `${own}: ${value}`;
    });
}

/** Where results have sentences. */
const SENTENCES = new Set(['guesses', 'warnings', 'notes', 'reason', 'approximate']);

/** Puts the sentences of a result into the words of the library. */
function inLibraryWords(result: unknown): void {
  if (typeof result !== 'object' || result === null || !(Array.isArray(result) || Object.getPrototypeOf(result) === Object.prototype)) return;
  for (const [key, value] of Object.entries(result)) {
    if (!SENTENCES.has(key)) inLibraryWords(value);
    else if (typeof value === 'string') Object.assign(result, { [key]: libraryWords(value) });
    else if (Array.isArray(value)) Object.assign(result, { [key]: value.map((each) => (typeof each === 'string' ? libraryWords(each) : each)) });
  }
}

/** The options of a function, which are its last argument. */
type OptionsOf<F extends (...args: never[]) => unknown> = Required<Parameters<F>> extends readonly [...unknown[], infer O] ? NonNullable<O> : never;

/**
 * A function as the library has it: it refuses options that do not exist, and its errors, guesses and reasons name options as code does. The options are its
 * argument `at`.
 */
export function libraryEntry<F extends (...args: never[]) => Promise<unknown>>(name: string, names: OptionNames<OptionsOf<F>>, work: F, at = 1): F {
  return (async (...args: Parameters<F>) => {
    const options = args[at] as object | undefined;
    if (options !== undefined) checkOptions(name, options, names as OptionNames<object>);
    try {
      const result = await work(...args);
      inLibraryWords(result);
      return result;
    } catch (error) {
      if (error instanceof FairbitsError) error.message = libraryWords(error.message);
      throw error;
    }
  }) as F;
}
