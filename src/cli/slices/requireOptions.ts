import type { Command } from 'commander';
import { type Judgement, parseRequirement, type Requirement } from '../../gates/requirement.js';

/** What must be so for a command to end with 0. */
export interface RequireFlags {
  require?: Requirement[];
  junit?: string;
}

export function addRequireOptions(command: Command): Command {
  return command
    .option(
      '--require <requirement>',
      "a requirement, such as 'share >= 0.5' or 'ece <= 0.02'; repeat the option for several. The exit code is 3 if one is not met, 4 if an interval leaves one undecided (docs/gates.md)",
      (text: string, before: Requirement[] = []) => [...before, parseRequirement(text)],
    )
    .option('--junit <file>', 'write the requirements and their outcomes as JUnit XML, for CI');
}

/** What the JUnit file holds. */
export async function junitOf(files: readonly string[], judgements: readonly Judgement[]): Promise<string> {
  const [{ junitXml }, { judgementLine }] = await Promise.all([import('../../gates/junit.js'), import('../../terminal/gateText.js')]);
  return junitXml(`fairbits ${files.join(' ')}`, judgements, judgementLine);
}
