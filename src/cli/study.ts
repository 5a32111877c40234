import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { runStudy, type StudyReport, studies, studyHtml, studyOf } from 'fairbits/studies';
import { FairbitsError } from '../base/errors.js';
import { style } from '../terminal/style.js';
import { fold } from '../terminal/table.js';
import { threads as threadsOption, wholeOption } from './options.js';
import { print, tellAnew } from './outputs/print.js';

interface StudyFlags {
  data?: string;
  into?: string;
  quick?: boolean;
  seed: number;
  threads?: number;
  quiet?: boolean;
}

const WIDTH = 100;

export function addStudy(program: Command): void {
  program
    .command('study')
    .description("run a paper's experiment again: its tables and figures beside ours")
    .argument('<name>', `list, or ${studies.map((study) => study.id).join(', ')}`)
    .option('--data <dir>', 'the folder of data sets, for studies that need some')
    .option('--into <dir>', 'where results are kept, and found again by another run (default: study-NAME)')
    .option('--quick', 'a part of it, within two minutes')
    .option('--seed <n>', 'of everything that is drawn', wholeOption('--seed', 0), 1)
    .option('--threads <n>', 'how many threads (default: one per core)', threadsOption)
    .option('--quiet', 'no progress on standard error')
    .addHelpText('after', '\nExample:\n  fairbits study hope-korb-2004-artificial --quick')
    .action(study);
}

async function study(id: string, { data, into, quick = false, seed, threads = availableParallelism(), quiet = false }: StudyFlags): Promise<void> {
  if (id === 'list')
    return print(
      studies.flatMap(({ id: name, title, source, needsData }) => [`${style.bold(name)}: ${title}`, `  ${source}${needsData ? '; needs --data' : ''}`]),
    );
  const found = studyOf(id);
  if (!found) {
    const known = studies.map((other) => other.id).join(', ');
    throw new FairbitsError('option', `there is no study "${id}"; expected list, or one of ${known}`, { found: id, expected: known });
  }
  if (found.needsData && data === undefined)
    throw new FairbitsError('option', `${id} needs data sets: expected --data DIR, a folder with ARFF files`, {
      expected: '--data DIR',
      suggestion: ['--data', 'data'],
    });
  const folder = into ?? `study-${id}`;
  const options = { quick, seed, ...(data === undefined ? {} : { data }) };
  const started = performance.now();
  const results = await runStudy(found, {
    ...options,
    folder,
    threads,
    onProgress: (done, total, key) => {
      if (!quiet && process.stderr.isTTY) tellAnew(`fairbits: ${done} of ${total} units, ${key}`);
    },
  });
  const report = found.report(results, options);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of [
    ['report.json', `${JSON.stringify(report, null, 2)}\n`],
    ['report.html', studyHtml(report)],
  ]) {
    writeFileSync(join(folder, `${name}.part`), text);
    renameSync(join(folder, `${name}.part`), join(folder, name));
  }
  await print([
    ...rendered(report),
    '',
    `${results.size} units in ${((performance.now() - started) / 1000).toFixed(0)} s; tables and figures: ${join(folder, 'report.html')}`,
  ]);
}

function rendered({ title, source, findings, notes }: StudyReport): string[] {
  return [
    style.bold(title),
    source,
    '',
    ...findings.flatMap(({ sentence, holds, because }) => [
      ...fold(`${holds ? 'holds:' : 'does not hold:'} ${sentence}`, WIDTH, '  '),
      ...fold(`  ${because}`, WIDTH, '    ').map((line) => style.dim(line)),
    ]),
    '',
    ...notes.flatMap((note) => fold(note, WIDTH, '  ')),
  ];
}
