import { FairbitsError } from 'fairbits';

/** An option of a learner that is a number within limits. */
export interface NumberOption {
  default: number;
  least: number;
  most: number;
  whole?: boolean;
  about: string;
}

/** An option of a learner that is on or off. */
export interface FlagOption {
  default: boolean;
  about: string;
}

/** An option of a learner that is one of several words. */
export interface ChoiceOption {
  default: string;
  of: readonly string[];
  about: string;
}

/** The options that a learner has, by name. */
export type OptionSpecs = Readonly<Record<string, NumberOption | FlagOption | ChoiceOption>>;

/** The values of options, by their names. */
export type OptionValues<Specs extends OptionSpecs> = {
  [Name in keyof Specs]: Specs[Name] extends NumberOption ? number : Specs[Name] extends FlagOption ? boolean : string;
};

/** Defaults and what is given instead, checked. */
export function checkOptions<Specs extends OptionSpecs>(learner: string, specs: Specs, given: Partial<OptionValues<Specs>>): OptionValues<Specs> {
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) values[name] = spec.default;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (!spec)
      throw new FairbitsError(
        'option',
        `${learner} has no option "${name}"; expected ${Object.keys(specs).length === 0 ? 'none' : `one of ${Object.keys(specs).join(', ')}`}`,
        {
          found: name,
          expected: Object.keys(specs).join(', ') || 'no option',
        },
      );
    const expected = expectedOf(spec, value);
    if (expected !== undefined)
      throw new FairbitsError('option', `${learner}: ${name} is ${JSON.stringify(value)}; expected ${expected}`, { found: value, expected });
    values[name] = value;
  }
  return values as OptionValues<Specs>;
}

/** What is expected, where a value is not that. */
function expectedOf(spec: OptionSpecs[string], value: unknown): string | undefined {
  if ('of' in spec) return spec.of.includes(value as string) ? undefined : spec.of.join(' or ');
  if (typeof spec.default === 'boolean') return typeof value === 'boolean' ? undefined : 'true or false';
  const { least, most, whole } = spec as NumberOption;
  const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  return fits ? undefined : `a ${whole ? 'whole ' : ''}number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}`;
}

/**
 * Options as they are written on a command line, name=value, with the types that the learner has.
 *
 * @example
 * ```ts
 * import { learnerKind, parseOptions } from 'fairbits/learners';
 *
 * parseOptions('j48', learnerKind('j48').options, ['laplace=true', 'minimum=5']); // → { laplace: true, minimum: 5 }
 * ```
 */
export function parseOptions(learner: string, specs: OptionSpecs, written: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const text of written) {
    const equals = text.indexOf('=');
    if (equals < 1)
      throw new FairbitsError('option', `--set ${text}: expected name=value, such as ${Object.keys(specs)[0] ?? 'name'}=…`, {
        found: text,
        expected: 'name=value',
      });
    const [name, value] = [text.slice(0, equals), text.slice(equals + 1)];
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    const kind = typeof spec?.default;
    values[name] =
      kind === 'boolean' && (value === 'true' || value === 'false')
        ? value === 'true'
        : kind === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))
          ? Number(value)
          : value;
  }
  checkOptions(learner, specs, values as never);
  return values;
}
