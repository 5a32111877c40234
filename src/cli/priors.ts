import type { Command } from 'commander';
import { createEngine, type Engine } from '../engine.js';
import { style, wantsColour } from '../render/style.js';
import { figure, table } from '../render/table.js';
import { readSaved, tallyOf } from '../score/saved.js';
import { type ScoreOptions, scoreFiles } from '../score/scoreFiles.js';
import type { Tally } from '../tally.js';
import { type PriorPathOptions, priorCurve, reversals } from '../thesis1.js';
import { readText } from './merge.js';
import { parseCutoff, whole } from './options.js';

interface Flags extends Pick<ScoreOptions, 'truth' | 'probs' | 'positive'> {
  cutoff?: ReturnType<typeof parseCutoff>;
  class?: string;
  points?: number;
  json?: boolean;
}

export function addPriors(program: Command): void {
  program
    .command('priors')
    .description('two learners under every prior, and where the verdict turns round (Thesis 1)')
    .argument('<a>', 'a file of predictions, or a tally that score --save wrote')
    .argument('<b>', 'the same of another learner')
    .option('--class <class>', 'whose prior is varied (default: the second class, or --positive)')
    .option('--truth <column>', 'as in score')
    .option('--probs <columns>', 'as in score')
    .option('--positive <class>', 'as in score')
    .option('--cutoff <cutoff>', 'as in score', parseCutoff)
    .option('--points <n>', 'how many priors', whole('--points', 1))
    .option('--json', 'print the curves as JSON')
    .addHelpText('after', '\nExample:\n  fairbits priors examples/forecasters/calibrated.csv examples/forecasters/timid.csv --class home')
    .action(priors);
}

async function load(engine: Engine, file: string, { truth, probs, positive, cutoff }: Flags): Promise<Tally> {
  if (file.endsWith('.json')) return tallyOf(readSaved(engine, readText(file), file));
  const given = Object.fromEntries(Object.entries({ truth, probs, positive, cutoff }).filter(([, value]) => value !== undefined));
  return (await scoreFiles([file], { prior: 'uniform', ranking: false, ...given })).tally;
}

async function priors(a: string, b: string, flags: Flags): Promise<void> {
  const engine = await createEngine();
  const first = await load(engine, a, flags);
  const second = await load(engine, b, flags);
  const wanted = flags.class ?? flags.positive;
  const path: PriorPathOptions = wanted === undefined ? {} : { class: wanted };
  const curve = priorCurve([first, second], { ...path, points: flags.points ?? (flags.json ? 99 : 9) });
  const turns = reversals(first, second, path);
  const lead = first.mean('bayesianReward', 'uniform') - second.mean('bayesianReward', 'uniform');
  if (flags.json) {
    process.stdout.write(`${JSON.stringify({ files: [a, b], ...curve, reversals: turns, bayesianRewardDifference: lead }, null, 2)}\n`);
    return;
  }
  const { bold, dim } = style(wantsColour());
  const rows = curve.priors.map((q, i) => {
    const [x, y] = curve.means.map((means) => means[i]);
    return [figure(q, 2), figure(x), figure(y), x > y ? 'A' : x < y ? 'B' : '='];
  });
  const lines = table([[`prior of ${curve.class}`, 'A', 'B', 'ahead'], ...rows], [true, true, true, false]);
  const names = ['A', 'B'];
  const verdict =
    turns.length === 0
      ? 'The generalized reward gives the same verdict under every prior.'
      : turns.map(({ prior, below, above }) => `Below a prior of ${figure(prior)} ${names[below]} is ahead, above it ${names[above]}.`).join('\n');
  process.stdout.write(
    [
      dim(`A  ${a}\nB  ${b}\ngeneralized reward (000 Def. 3), the other classes sharing the rest evenly`),
      '',
      dim(lines[0]),
      ...lines.slice(1),
      '',
      bold(verdict),
      lead === 0
        ? 'The Bayesian reward does not depend on it: both earn the same under any prior.'
        : `The Bayesian reward does not depend on it: ${lead > 0 ? 'A' : 'B'} leads by ${figure(Math.abs(lead))} bits a prediction under any prior.`,
      '',
    ].join('\n'),
  );
}
