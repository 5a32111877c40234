import { resolve } from 'node:path';
import type { Command } from 'commander';
import { FairbitsError } from '../base/errors.js';
import { METHODS, type Recalibration, type RecalibrationMethod } from '../columns/recalibration/recalibration.js';
import { reported, reportedAll } from '../evaluate/report.js';
import { type Gain, recalibrateFiles } from '../tasks/recalibrateFiles.js';
import { style } from '../terminal/style.js';
import { figure, fold, table } from '../terminal/table.js';
import { MARKDOWN, RAW_TEXT } from './options.js';
import { Outputs } from './outputs/outputs.js';
import { printJson, printLines } from './outputs/print.js';
import { checkPrint } from './printOptions.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface RecalibrateFlags extends RowFlags {
  fit: string;
  apply: string;
  out?: string;
  rawText?: boolean;
  method: string;
  json?: boolean;
  markdown?: boolean;
}

export function addRecalibrate(program: Command): void {
  addRowOptions(
    program
      .command('recalibrate')
      .description('learn from one file how to correct estimates, apply the correction to another, and report the bits gained')
      .requiredOption('--fit <file>', 'predictions to learn from')
      .requiredOption('--apply <file>', 'other predictions of the same learner, which are corrected')
      .option('--method <name>', METHODS.join(', '), 'isotonic')
      .option('--out <file>', 'write the corrected predictions, as CSV')
      .option('--raw-text', RAW_TEXT)
      .option('--markdown', MARKDOWN)
      .option('--json', 'print the figures as JSON'),
  )
    .addHelpText('after', '\nExample:\n  fairbits recalibrate --fit validation.csv --apply test.csv --out corrected.csv --method temperature')
    .action(runRecalibrate);
}

async function runRecalibrate(flags: RecalibrateFlags): Promise<void> {
  checkPrint(flags);
  const { fit, apply, out, method, json } = flags;
  if (!METHODS.includes(method as RecalibrationMethod))
    throw new FairbitsError('option', `--method ${method}: expected ${METHODS.join(', ')}`, { found: method, expected: METHODS.join(', ') });
  const outputs = Outputs.open();
  const file = outputs.file('--out');
  const { rows, held, gains, model } = await recalibrateFiles(fit, apply, {
    ...rowOptions(flags),
    method: method as RecalibrationMethod,
    ...(flags.rawText ? { rawText: true } : {}),
    ...(file ? { out: file } : {}),
  });
  const warnings = resolve(fit) === resolve(apply) ? ['learned from and applied to the same file: on other predictions it gains less'] : [];
  const result = { fit, apply, ...(out === undefined ? {} : { out }), rows, held, gains, warnings, model };
  if (json) await printJson(reportedAll(result));
  else await printLines(rendered(result), flags.markdown);
  await outputs.finish();
}

function rendered({
  fit,
  apply,
  out,
  held,
  gains,
  warnings,
  model,
}: {
  fit: string;
  apply: string;
  out?: string;
  held: number;
  gains: Gain[];
  warnings: string[];
  model: Recalibration;
}): string[] {
  const { bold, dim, warn } = style;
  const cells = gains.map(({ measure, before, after, difference, interval }) => [
    measure,
    figure(reported(before)),
    figure(reported(after)),
    figure(reported(difference)),
    interval ? `${figure(interval[0])} … ${figure(interval[1])}` : '–',
  ]);
  const [head, ...body] = table([['mean', 'before', 'after', 'difference', 'interval'], ...cells], [false, true, true, true, true]);
  const learned = model.temperature
    ? `temperature ${figure(model.temperature.temperature)}${model.temperature.atBound ? ', at the end of what is looked at: the estimates say little or nothing' : ''}`
    : model.platt
      ? `log odds × ${model.platt.map(({ slope }) => figure(slope)).join(', ')} + ${model.platt.map(({ intercept }) => figure(intercept)).join(', ')}`
      : `steps: ${model.isotonic?.map((blocks) => blocks.length).join(', ')}`;
  const [{ difference }] = gains;
  return [
    ...fold(`${model.method}, learned from ${model.rows} ${model.of === undefined ? '' : `of ${model.of} `}rows of ${fit}: ${learned}`, 80, '  ').map(dim),
    ...(model.error
      ? fold(`more rows than are kept (--memory): known by their bins, which costs at most ${figure(model.error.log, 6)} bits per class on them`, 80, '  ').map(
          dim,
        )
      : []),
    ...fold(`applied to ${apply}; ${held} estimates held away from 0 and 1`, 80, '  ').map(dim),
    '',
    dim(head),
    ...body,
    '',
    ...fold(
      Number.isFinite(difference)
        ? `Recalibration ${difference >= 0 ? 'gains' : 'loses'} ${figure(Math.abs(difference))} bits per prediction.`
        : 'Before, predictions called impossible what then happened, and earned −∞; now none does.',
      80,
      '',
    ).map(bold),
    dim('under a uniform prior; the differences are the same under any'),
    ...warnings.flatMap((text) => fold(`! ${text}`, 80, '  ')).map(warn),
    ...(out === undefined ? [dim('--out FILE writes the corrected predictions')] : fold(`written to ${out}`, 80, '  ').map(dim)),
  ];
}
