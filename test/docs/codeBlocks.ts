import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { transformSync } from 'rolldown/utils';

/** A block of code of the documentation, to be run as it is printed. */
export interface CodeBlock {
  /** Where it stands, for messages. */
  place: string;
  code: string;
}

/** A line `expression; // → value` says what its expression comes to. */
const SAID = /^(\s*)(?!\/\/)(.*?);? \/\/ → (.+)$/;

/** How many values a block says. */
export const saidIn = (code: string): number => code.split('\n').filter((line) => SAID.test(line)).length;

/** A value as the documentation has it. */
export const shown = (value: unknown): string => inspect(value, { depth: 6, breakLength: Infinity, compact: true });

const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g;

/** Whether a text says a value: word for word, but for numbers, which may be rounded to four digits or more. */
export function says(text: string, value: unknown): boolean {
  const actual = shown(value);
  if (actual.replace(NUMBER, '#') !== text.replace(NUMBER, '#')) return false;
  const numbers = actual.match(NUMBER) ?? [];
  return (text.match(NUMBER) ?? []).every((said, at) => {
    const decimals = said.split('e')[0].split('.')[1]?.length ?? 0;
    const [a, b] = [Number(numbers[at]), Number(said)];
    const rounding = said.includes('e') ? 5e-4 * Math.abs(b) : decimals === 0 ? 0 : Math.min(0.5 / 10 ** decimals, 5e-4 * Math.abs(b));
    return Math.abs(a - b) <= rounding + 1e-12 * Math.max(1, Math.abs(b));
  });
}

/** Writes blocks as TypeScript into a folder of the repository, where the package is known by its name; `tsc --project` checks their types. */
export function writeBlocks(folder: string, blocks: readonly CodeBlock[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compilerOptions = { noEmit: true, declaration: false, rootDir: '../..', paths: {}, noUnusedLocals: false, noUnusedParameters: false };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'] }));
  for (const [number, { place, code }] of blocks.entries()) writeFileSync(join(folder, `${number}.ts`), `// ${place}\n${code}\nexport {};\n`);
}

/** Runs a block, and gives a line for each value that is not as it says. */
export async function wrongIn(folder: string, number: number, { place, code }: CodeBlock): Promise<string[]> {
  const wrong: string[] = [];
  let values = 0;
  const globals = globalThis as unknown as { valueSaid(text: string, value: unknown): void };
  globals.valueSaid = (text, value) => {
    values++;
    if (!says(text, value)) wrong.push(`${place}: expected ${text}, found ${shown(value)}`);
  };
  const lines = code
    .split('\n')
    .map((line) => line.replace(SAID, (_, indent, expression, text) => `${indent}valueSaid(${JSON.stringify(text)}, ${expression});`));
  const file = resolve(folder, `${number}.mjs`);
  const { code: script, errors } = transformSync(`${number}.ts`, lines.join('\n'));
  if (errors.length > 0) return [`${place}: ${errors[0].message}`];
  writeFileSync(file, script);
  try {
    await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    wrong.push(`${place}: ${error}`);
  }
  if (wrong.length === 0 && values < saidIn(code)) wrong.push(`${place}: ${values} of ${saidIn(code)} values were looked at`);
  return wrong;
}
