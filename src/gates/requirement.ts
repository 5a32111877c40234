import { FairbitsError } from '../base/errors.js';
import { type Reported, reported } from '../base/reported.js';

/** Whether a requirement is met; undecided where the interval holds the limit, so that these rows do not tell. */
export type GateVerdict = 'pass' | 'fail' | 'undecided';

/** A figure with its interval, where it has one. */
export interface Figure {
  value: number;
  interval?: readonly [low: number, high: number] | undefined;
}

export type Operator = '>=' | '<=' | '>' | '<';

/** What is required, as it is written: "ece <= 0.02". */
export interface Requirement {
  text: string;
  quantity: string;
  operator: Operator;
  limit: number;
}

/** A requirement, and what was found. */
export interface Judgement {
  requirement: string;
  value: Reported;
  interval: [Reported, Reported] | null;
  verdict: GateVerdict;
  /** What else there is to say. */
  note?: string;
}

const FORM = /^\s*([A-Za-z][\w.]*)\s*(>=|<=|>|<)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%?)\s*$/i;

export function parseRequirement(text: string): Requirement {
  const found = FORM.exec(text);
  if (!found)
    throw new FairbitsError('option', `--require '${text}': expected a figure, >=, <=, > or <, and a number, such as 'share >= 0.5'`, {
      found: text,
      expected: "'share >= 0.5'",
    });
  const [, quantity, operator, limit, percent] = found;
  return { text: text.trim(), quantity, operator: operator as Operator, limit: Number(limit) / (percent ? 100 : 1) };
}

/** Whether a figure meets a requirement: with an interval, whether all of it does, or none. */
export function judge({ text, operator, limit }: Requirement, { value, interval }: Figure, note?: string): Judgement {
  const meets = (x: number): boolean => (operator === '>=' ? x >= limit : operator === '<=' ? x <= limit : operator === '>' ? x > limit : x < limit);
  const [low, high] = interval ?? [value, value];
  const verdict = meets(low) && meets(high) ? 'pass' : meets(low) || meets(high) ? 'undecided' : 'fail';
  return {
    requirement: text,
    value: reported(value),
    interval: interval ? [reported(low), reported(high)] : null,
    verdict,
    ...(note === undefined ? {} : { note }),
  };
}

/** One verdict of all: a failure decides, then what is undecided. */
export function gateVerdict(judgements: readonly Pick<Judgement, 'verdict'>[]): GateVerdict {
  const has = (verdict: GateVerdict): boolean => judgements.some((each) => each.verdict === verdict);
  return has('fail') ? 'fail' : has('undecided') ? 'undecided' : 'pass';
}

/** Exit codes of a command that was given requirements. */
export const EXIT_CODES: Readonly<Record<GateVerdict, number>> = { pass: 0, fail: 3, undecided: 4 };
