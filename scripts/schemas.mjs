// Writes schemas/*.json, a JSON Schema (2020-12) of what each command prints with --json, from what the commands were recorded to print.
//   node scripts/schemas.mjs           writes them
//   node scripts/schemas.mjs --check   exits 1 if they are out of date
// Studies take minutes: their schema is that of reports on made-up results.
// What is always there is required; objects may have more, since later versions may add to them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CASES } from '../test/golden/cases.mjs';
import { readRecording } from '../test/golden/recording.mjs';
import { madeUpReports } from '../test/studies/madeUp.mjs';
import { schemaOf } from '../test/support/schemaOf.mjs';

const FOLDER = new URL('../schemas/', import.meta.url);

/** Cases are named by what they are about; these are score with more options. */
const SCORE = { weights: 'score', known: 'score' };

/** A package has no file that looks like a test. */
const FILES = { test: 'significance' };

const { outcomes } = readRecording('test/golden/golden.json.gz');
const printed = new Map();
for (const { name, command, args } of CASES) {
  const json = outcomes[name]?.stdout?.json;
  if (json === undefined || !args.includes('--json')) continue;
  const of = SCORE[command] ?? command;
  printed.set(of, [...(printed.get(of) ?? []), json]);
}
printed.set('study', madeUpReports());

const files = new Map(
  [...printed].map(([command, values]) => [
    `${FILES[command] ?? command}.json`,
    `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: `What fairbits ${command} --json prints`, ...schemaOf(values) }, null, 2)}\n`,
  ]),
);

if (process.argv.includes('--check')) {
  const old = [...files].filter(([name, text]) => {
    try {
      return readFileSync(new URL(name, FOLDER), 'utf8') !== text;
    } catch {
      return true;
    }
  });
  const gone = readdirSync(FOLDER).filter((name) => !files.has(name));
  if (old.length + gone.length > 0) {
    console.error(`schemas/ is out of date (${[...old.map(([name]) => name), ...gone].join(', ')}): run node scripts/schemas.mjs`);
    process.exit(1);
  }
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of files) writeFileSync(new URL(name, FOLDER), text);
  console.log([...files.keys()].join(' '));
}
