import type { Command } from 'commander';
import { leftOutText } from '../compare/leftOutText.js';
import { createEngine, type Engine } from '../core/engine.js';
import type { PairedStatistics } from '../core/statistics/pairedStatistics.js';
import type { Tally } from '../core/tally.js';
import { type PriorPathOptions, priorCurve, priorPath, reversals, rewardLead } from '../core/thesis1.js';
import { pairedFiles } from '../tasks/compare/pairedFiles.js';
import { readSaved, tallyOf } from '../tasks/score/saved.js';
import { type ScoreOptions, scoreFiles } from '../tasks/score/scoreFiles.js';
import { style } from '../terminal/style.js';
import { figure, fold, LINE_WIDTH, table } from '../terminal/table.js';
import { readText } from './merge.js';
import { MARKDOWN, MOST_POINTS, number, onError, parseCutoff, wholeOption } from './options.js';
import { printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';

interface PriorsFlags extends Pick<ScoreOptions, 'truth' | 'probs' | 'positive'> {
  cutoff?: ReturnType<typeof parseCutoff>;
  onError?: 'stop' | 'skip';
  class?: string;
  points?: number;
  confidence?: number;
  json?: boolean;
  markdown?: boolean;
}

/** Rows that are left out of both files, and how many are bad in each. */
interface LeftOutOfBoth {
  skipped: number;
  skippedOf: number[];
}

/** How far the first learner is ahead of the second, and how sure that is. */
interface PriorsDifference {
  mean: number;
  standardError: number;
  interval: [number, number];
  /** Whether the interval leaves out 0. */
  moreThanChance: boolean;
}

/** At each prior of the curve, or why there is none. */
interface Differences {
  confidence: number;
  rows?: number;
  generalizedReward?: PriorsDifference[];
  bayesianReward?: PriorsDifference;
  reason?: string;
}

const LEARNER_NAMES = ['A', 'B'] as const;

export function addPriors(program: Command): void {
  program
    .command('priors')
    .description('compare two learners under every prior, and find where the verdict changes')
    .argument('<a>', 'a file of predictions, or a file that score --save wrote')
    .argument('<b>', 'the file of the other learner')
    .option('--class <class>', 'the class whose prior is varied; the others keep their proportions (default: the second class, or --positive)')
    .option('--truth <column>', 'as in score')
    .option('--probs <columns>', 'as in score')
    .option('--positive <class>', 'as in score')
    .option('--cutoff <cutoff>', 'as in score', parseCutoff)
    .option('--on-error <what>', 'stop at a bad row, or skip it in both files and count it', onError, 'stop')
    .option('--points <n>', 'number of priors to compute', wholeOption('--points', 1, MOST_POINTS))
    .option(
      '--confidence <share>',
      'the confidence of the intervals of the differences, which are computed if both files have the same rows (default: 0.95)',
      number('--confidence', 0, 1),
    )
    .option('--markdown', MARKDOWN)
    .option('--json', 'print the curves as JSON')
    .addHelpText('after', '\nExample:\n  fairbits priors examples/forecasters/calibrated.csv examples/forecasters/timid.csv --class home')
    .action(priors);
}

/** Both learners' tallies, and their rows side by side where these are those of one test set. */
async function load(
  engine: Engine,
  files: readonly [string, string],
  { truth, probs, positive, cutoff, onError: bad }: PriorsFlags,
): Promise<{ tallies: Tally[]; paired: PairedStatistics | string; skipped: LeftOutOfBoth | undefined }> {
  const given = Object.fromEntries(Object.entries({ truth, probs, positive, cutoff }).filter(([, value]) => value !== undefined));
  const skipBad = bad === 'skip';
  const options: ScoreOptions = { prior: 'uniform', ranking: false, skipBad, ...given };
  if (!files.some(isSaved)) {
    const { scored, paired, common } = await pairedFiles(engine, files, options);
    const of = scored.map(({ skipped }) => skipped);
    return { tallies: scored.map(({ tally }) => tally), paired, skipped: skipBad ? { skipped: common?.skipped ?? of[0] + of[1], skippedOf: of } : undefined };
  }
  const tallies: Tally[] = [];
  const skippedOf: number[] = [];
  for (const file of files) {
    const { tally, skipped } = isSaved(file)
      ? { tally: tallyOf(readSaved(engine, readText(file), file).whole), skipped: 0 }
      : await scoreFiles([file], options);
    tallies.push(tally);
    skippedOf.push(skipped);
  }
  return { tallies, paired: 'what score --save wrote has no rows', skipped: skipBad ? { skipped: skippedOf[0] + skippedOf[1], skippedOf } : undefined };
}

const isSaved = (file: string): boolean => file.endsWith('.json');

async function priors(a: string, b: string, flags: PriorsFlags): Promise<void> {
  checkPrint(flags);
  const engine = await createEngine();
  const { tallies, paired, skipped } = await load(engine, [a, b], flags);
  const [first, second] = tallies;
  const wanted = flags.class ?? flags.positive;
  const path: PriorPathOptions = { ...(wanted === undefined ? {} : { class: wanted }), base: 'test' };
  const curve = priorCurve(tallies, { ...path, points: flags.points ?? (flags.json ? 99 : 9) });
  const turns = reversals(first, second, path);
  const lead = rewardLead(first, second, 'bayesianReward', 'uniform');
  const differences = differencesOf(paired, curve.priors.map(priorPath(first, path)), flags.confidence ?? 0.95);
  if (flags.json) {
    await printJson({ files: [a, b], ...curve, reversals: turns, bayesianRewardDifference: lead, differences, ...skipped });
    return;
  }
  const { bold, dim } = style;
  const level = `${Number((100 * differences.confidence).toFixed(1))} %`;
  const { generalizedReward, bayesianReward, reason } = differences;
  const rows = curve.priors.map((q, i) => {
    const [x, y] = curve.means.map((means) => means[i]);
    const ahead = curve.ahead[i];
    return [
      figure(q, 2),
      figure(x),
      figure(y),
      ahead === null ? '=' : LEARNER_NAMES[ahead],
      ...(generalizedReward ? priorsDifferenceCells(generalizedReward[i]) : []),
    ];
  });
  const heads = [`prior of ${curve.class}`, 'A', 'B', 'ahead', ...(generalizedReward ? ['A − B', `${level} interval`] : [])];
  const lines = table([heads, ...rows], [true, true, true, false, true, true].slice(0, heads.length));
  const verdict =
    turns.length > 0
      ? turns.map(
          ({ prior, below, above }) =>
            `Below a prior of ${figure(prior)} for "${curve.class}" ${LEARNER_NAMES[below]} is ahead, above it ${LEARNER_NAMES[above]}.`,
        )
      : curve.ahead.every((ahead) => ahead === null)
        ? ['Both earn the same generalized reward under every prior.']
        : ['The generalized reward gives the same verdict under every prior.'];
  const sure = bayesianReward ? ` (${level} interval ${figure(bayesianReward.interval[0])} to ${figure(bayesianReward.interval[1])} for A − B)` : '';
  const names = LEARNER_NAMES.map((name, i) => ({ name, skipped: skipped?.skippedOf[i] }));
  const texts = [
    ...leftOutText(first.rows, { skipped: skipped?.skipped, learners: names }).map((text) => `${text}.`),
    generalizedReward
      ? chanceText(generalizedReward, curve.priors, level)
      : `There are no intervals of the difference: ${reason}.${typeof paired === 'string' ? ' They need two files of the same rows in the same order.' : ''}`,
    lead === 0
      ? 'The Bayesian reward does not depend on it: both earn the same under any prior.'
      : `The Bayesian reward does not depend on it: ${lead > 0 ? 'A' : 'B'} leads by ${figure(Math.abs(lead))} bits per prediction under any prior${sure}.`,
  ];
  const shown = [
    ...verdict.map(bold),
    '',
    dim(lines[0]),
    ...lines.slice(1),
    '',
    ...[
      `A  ${a}`,
      `B  ${b}`,
      `The figures are mean generalized rewards (Hope & Korb 2002, Definition 3): 1 is perfect, 0 what quoting the prior earns. The prior of "${curve.class}" is varied (--class says another)${first.k > 2 ? '; the other classes keep their proportions in the test set' : ''}.`,
    ]
      .flatMap((text) => fold(text, LINE_WIDTH, ''))
      .map(dim),
    ...texts.flatMap((text) => fold(text, LINE_WIDTH, '')),
  ];
  await printLines(shown, flags.markdown);
}

const priorsDifferenceCells = ({ mean, interval, moreThanChance }: PriorsDifference): string[] => [
  figure(mean),
  `${figure(interval[0])} … ${figure(interval[1])}${moreThanChance ? ' *' : '  '}`,
];

function differencesOf(paired: PairedStatistics | string, priors: readonly Float64Array[], confidence: number): Differences {
  if (typeof paired === 'string') return { confidence, reason: paired };
  const of = (id: 'bayesianReward' | 'generalizedReward', prior: Float64Array): PriorsDifference => {
    const { mean, standardError } = paired.difference(id, prior);
    const interval = paired.interval(id, prior, confidence);
    return { mean, standardError, interval, moreThanChance: interval[0] > 0 || interval[1] < 0 };
  };
  const { rows } = paired;
  if (rows < 2) return { confidence, rows, reason: 'a standard error needs two rows' };
  const shared = { confidence, rows, bayesianReward: of('bayesianReward', priors[0]) };
  const reason = paired.untold('generalizedReward', priors[0]);
  return reason ? { ...shared, reason } : { ...shared, generalizedReward: priors.map((prior) => of('generalizedReward', prior)) };
}

/** Under which of some priors the lead is more than chance, in runs of neighbours. */
function chanceText(differences: readonly PriorsDifference[], priors: readonly number[], level: string): string {
  const runs: { leader: string; from: number; to: number }[] = [];
  for (const [i, { mean, moreThanChance }] of differences.entries()) {
    const leader = mean > 0 ? 'A' : 'B';
    const last = runs.at(-1);
    if (!moreThanChance) continue;
    if (last?.leader === leader && last.to === priors[i - 1]) last.to = priors[i];
    else runs.push({ leader, from: priors[i], to: priors[i] });
  }
  if (runs.length === 0) return `Under none of these priors is the lead more than chance (${level} intervals).`;
  const texts = runs.map(({ leader, from, to }) => `${from === to ? `at ${figure(from, 2)}` : `from ${figure(from, 2)} to ${figure(to, 2)}`} (${leader})`);
  return `* The lead is more than chance ${texts.join(' and ')}: there the ${level} interval, of each prior by itself, leaves out 0.`;
}
