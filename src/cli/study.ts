import { renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { runStudy, type Study, type StudyReport, studies, studyHtml, studyOf } from 'fairbits/studies';
import { FairbitsError } from '../base/errors.js';
import { version } from '../base/version.js';
import { style } from '../terminal/style.js';
import { fold } from '../terminal/table.js';
import { threads as threadsOption, wholeOption } from './options.js';
import { print, printJson, tellAnew } from './outputs/print.js';

interface StudyFlags {
  data?: string;
  into?: string;
  quick?: boolean;
  seed: number;
  threads?: number;
  quiet?: boolean;
  json?: boolean;
}

const WIDTH = 100;
/** How many reversals the summary names; the report has all. */
const SHOWN_REVERSALS = 10;

export function addStudy(program: Command): void {
  program
    .command('study')
    .description("repeat a paper's experiment, and print its tables and figures beside ours")
    .argument('<name>', `list, to list the studies, or one of ${studies.map((study) => study.id).join(', ')}`)
    .option('--data <dir>', 'the folder of data sets, for studies that need some (ARFF, also .gz; subfolders are searched)')
    .option('--into <dir>', 'where results are kept, so that a later run can reuse them (default: study-NAME)')
    .option('--quick', 'run only a part, in about two minutes')
    .option('--seed <n>', 'the seed of all random numbers', wholeOption('--seed', 0), 1)
    .option('--threads <n>', 'number of threads (default: one per core)', threadsOption)
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'show no progress on standard error')
    .addHelpText('after', '\nExamples:\n  fairbits study hope-korb-2004-artificial --quick\n  fairbits study korb-2001 --data data --into korb')
    .action(study);
}

async function study(
  id: string,
  { data, into, quick = false, seed, threads = availableParallelism(), quiet = false, json = false }: StudyFlags,
): Promise<void> {
  if (id === 'list') return json ? printJson({ studies: studies.map(described) }) : print(studies.flatMap(listedStudy));
  const chosen = studyOf(id);
  if (!chosen) {
    const known = studies.map((other) => other.id).join(', ');
    throw new FairbitsError('option', `there is no study "${id}"; expected list, or one of ${known}`, { found: id, expected: known });
  }
  if (chosen.needsData && data === undefined)
    throw new FairbitsError('option', `${id} needs data sets: expected --data DIR, a folder with ARFF files`, {
      expected: '--data DIR',
      suggestion: ['--data', 'data'],
    });
  const folder = into ?? `study-${id}`;
  const options = { quick, seed, ...(data === undefined ? {} : { data }) };
  const plan = chosen.plan(options);
  if (plan.units.length === 0) {
    const others = plan.missing.flatMap(({ found: other }) => other ?? []);
    const found = others.length === 0 ? 'no file of such a name' : others.join('; ');
    throw new FairbitsError(
      'file',
      `${data}: none of the ${plan.missing.length} data sets of ${id} is there; expected files such as ${plan.missing[0].expected}; found ${found}`,
      { file: String(data), found, expected: plan.missing.map(({ expected }) => expected).join('; ') },
    );
  }
  const started = performance.now();
  const told = !quiet && process.stderr.isTTY;
  let first: number | undefined;
  const { results, failed, kept } = await runStudy(chosen, plan, {
    folder,
    threads,
    version,
    onProgress: (done, total, key) => {
      first ??= done;
      const rest = ((performance.now() - started) / (done - first + 1)) * (total - done);
      if (told) tellAnew(`fairbits: ${done} of ${total} units, ${key}${done < total ? `; ${timeWords(rest)} left if all were as long` : ''}`);
    },
  });
  const report = chosen.report(results, { ...plan, left: [...plan.left, ...failed.map(({ key, reason }) => `${key}: ${reason}`)] }, options);
  for (const [name, text] of [
    ['report.json', `${JSON.stringify(report, null, 2)}\n`],
    ['report.html', studyHtml(report)],
  ]) {
    writeFileSync(join(folder, `${name}.part`), text);
    renameSync(join(folder, `${name}.part`), join(folder, name));
  }
  if (json) return printJson(report);
  const again = kept === 0 ? '' : `, ${kept} of them kept from before`;
  await print([
    ...rendered(report),
    '',
    `${results.size} units${again}, ${timeWords(performance.now() - started)}; tables and figures: ${join(folder, 'report.html')}`,
  ]);
}

const described = ({ id, title, source, needsData }: Study) => ({ id, title, source, needsData });

const listedStudy = ({ id, title, source, needsData }: Study): string[] => [`${style.bold(id)}: ${title}`, `  ${source}${needsData ? '; needs --data' : ''}`];

function timeWords(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 100 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`;
}

/** Text in lines, all of them indented, those after the first a little more. */
const indented = (text: string, indent: string): string[] => fold(text, WIDTH - indent.length, '  ').map((line) => `${indent}${line}`);

/** The verdict first, then what was not run, the paper's sentences and ours, verdicts that turn round, and where we differ. */
function rendered({ title, source, verdict, findings, measures, reversals, missing, left, notes }: StudyReport): string[] {
  const clear = reversals.filter(({ significant }) => significant === 'both');
  const sentences = (whose: string) =>
    findings
      .filter((finding) => finding.whose === whose)
      .flatMap(({ sentence, holds, because }) => [
        ...indented(`${holds === null ? 'not told' : holds ? 'holds' : 'does not hold'}: ${sentence}`, '  '),
        ...indented(because, '    ').map((line) => style.dim(line)),
      ]);
  return [
    ...fold(verdict, WIDTH, '').map((line) => style.bold(line)),
    '',
    title,
    source,
    ...(missing.length + left.length === 0 ? [] : ['', style.warn('Not run:')]),
    ...missing.flatMap(({ name, expected, found }) =>
      indented(`${name} is missing: expected ${expected}${found === undefined ? '' : `; found ${found}`}`, '  '),
    ),
    ...left.flatMap((line) => indented(line, '  ')),
    '',
    "The paper's sentences, in our words:",
    ...sentences('paper'),
    ...(findings.some(({ whose }) => whose === 'ours') ? ['', 'Ours:', ...sentences('ours')] : []),
    ...(clear.length === 0 ? [] : ['', `Significant by ${measures.accuracy}, and the other way by ${measures.reward}:`]),
    ...clear
      .slice(0, SHOWN_REVERSALS)
      .map(({ set, byAccuracy, byReward }) => `  ${set}: ${byAccuracy} by ${measures.accuracy}, ${byReward} by ${measures.reward}`),
    ...(clear.length > SHOWN_REVERSALS ? [`  and ${clear.length - SHOWN_REVERSALS} more`] : []),
    '',
    'Where this differs from the paper:',
    ...notes.flatMap((note) => indented(note, '  ')),
  ];
}
