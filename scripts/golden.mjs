// What the command answers to some thousand calls, recorded from one build and compared with another:
//   node scripts/golden.mjs record BUILD FILE [--only PATTERN]
//   node scripts/golden.mjs check BUILD FILE [--only PATTERN] [--all]
// BUILD is a folder that has dist/. PATTERN is a regular expression for the names of cases. A result that changes on purpose is
// listed in test/golden/changes.json with its reason ({ case, why }, a star in the name stands for anything), and recorded anew
// with --only. Two calls run at a time; on two free cores all take two minutes.
import { CASES } from '../test/golden/cases.mjs';
import { changes } from '../test/golden/changes.mjs';
import { differences, told } from '../test/golden/differences.mjs';
import { readRecording, writeRecording } from '../test/golden/recording.mjs';
import { runCases } from '../test/golden/run.mjs';

const MOST = 8;

// What is removed at the end is removed then, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const args = process.argv.slice(2);
const all = take('--all', false);
const only = take('--only', true);
const [what, build, file] = args;
if ((what !== 'record' && what !== 'check') || file === undefined || args.length > 3) {
  console.error('usage: node scripts/golden.mjs record|check BUILD FILE [--only PATTERN] [--all]');
  process.exit(2);
}

/** Takes an option from the arguments. */
function take(name, hasValue) {
  const at = args.indexOf(name);
  if (at < 0) return undefined;
  const [, value] = args.splice(at, hasValue ? 2 : 1);
  return hasValue ? value : true;
}

const wanted = only === undefined ? CASES : CASES.filter(({ name }) => new RegExp(only).test(name));
const recorded = readRecording(file);
const started = performance.now();
const outcomes = {};
const differing = [];
let count = 0;

const sums = await runCases(build, wanted, ({ name }, outcome) => {
  outcomes[name] = outcome;
  if (++count % 200 === 0) console.error(`${count} of ${wanted.length}`);
  if (what === 'record' && only === undefined) return;
  const found = differences(recorded.outcomes[name] ?? {}, outcome);
  if (found.length === 0) return;
  differing.push(name);
  if (what === 'check') {
    const lines = found.slice(0, all ? undefined : MOST).map(told);
    console.log([`${name}`, ...lines, ...(lines.length < found.length ? [`  … ${found.length - lines.length} more`] : [])].join('\n'));
  }
});
const seconds = Math.round((performance.now() - started) / 1000);

const changed = Object.keys(sums).filter((name) => recorded.files[name] !== undefined && recorded.files[name] !== sums[name]);
for (const name of changed) console.log(`the input ${name} is not what it was`);

if (what === 'check') {
  const gone = only === undefined ? Object.keys(recorded.outcomes).filter((name) => !(name in outcomes)) : [];
  for (const name of gone) console.log(`${name}\n  recorded, but no longer a case`);
  const wrong = differing.length + gone.length + changed.length;
  console.log(`${count} cases in ${seconds} s: ${wrong === 0 ? 'no difference' : `${wrong} differ`}`);
  process.exitCode = wrong === 0 ? 0 : 1;
} else if (only === undefined) {
  writeRecording(file, { files: sums, outcomes });
  console.log(`${count} cases in ${seconds} s recorded`);
} else {
  const unexplained = differing.filter((name) => name in recorded.outcomes && !changes.some(({ isAbout }) => isAbout(name)));
  for (const name of unexplained) console.log(`${name}\n  would change, but is not in test/golden/changes.json: nothing was recorded`);
  if (unexplained.length > 0) process.exit(1);
  writeRecording(file, { files: { ...recorded.files, ...sums }, outcomes: { ...recorded.outcomes, ...outcomes } });
  console.log(`${count} cases in ${seconds} s: ${differing.length} recorded anew`);
}
