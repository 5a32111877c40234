import { resolve } from 'node:path';
import type { Command } from 'commander';
import { applyRecalibration, fitRecalibration, METHODS, type RecalibrationMethod } from '../calibration/recalibration.js';
import { list } from '../classes.js';
import { createEngine } from '../engine.js';
import { FairbitsError } from '../errors.js';
import { normalQuantile } from '../intervals/normalQuantile.js';
import type { MeasureId } from '../measures/registry.js';
import { style, wantsColour } from '../render/style.js';
import { figure, fold, table } from '../render/table.js';
import { reported, reportedAll } from '../report.js';
import { type LoadedRows, loadRows } from '../score/loadRows.js';
import { OutputFile } from './outputFile.js';
import { addRowOptions, type RowFlags, rowOptions } from './rowOptions.js';

interface Flags extends RowFlags {
  fit: string;
  apply: string;
  out?: string;
  method: string;
  json?: boolean;
}

/** What is compared, before and after. The differences in bits do not depend on a prior. */
const COMPARED: MeasureId[] = ['bayesianReward', 'informationLoss', 'quadraticLoss', 'accuracy'];

export function addRecalibrate(program: Command): void {
  addRowOptions(
    program
      .command('recalibrate')
      .description('learn from one file how to correct estimates, apply it to another, and say what it gains in bits')
      .requiredOption('--fit <file>', 'predictions to learn from')
      .requiredOption('--apply <file>', 'other predictions of the same learner, to correct')
      .option('--method <name>', METHODS.join(', '), 'isotonic')
      .option('--out <file>', 'write the corrected predictions, as CSV')
      .option('--json', 'print the figures as JSON'),
  )
    .addHelpText('after', '\nExample:\n  fairbits recalibrate --fit validation.csv --apply test.csv --out corrected.csv --method temperature')
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const { fit, apply, out, method, json } = flags;
  if (!METHODS.includes(method as RecalibrationMethod))
    throw new FairbitsError('option', `--method ${method}: expected ${METHODS.join(', ')}`, { found: method, expected: METHODS.join(', ') });
  const options = rowOptions(flags);
  const learned = await loadRows([fit], options);
  const target = await loadRows([apply], options);
  const estimates = inOrder(target, learned.classes, fit, apply);
  const model = fitRecalibration(method as RecalibrationMethod, learned.estimates, learned.labels, learned.classes);
  const { estimates: corrected, held } = applyRecalibration(model, estimates.estimates);
  const gains = await compare(estimates.estimates, corrected, estimates.labels, learned.classes);
  if (out !== undefined) write(out, corrected, estimates.labels, learned.classes);
  const warnings = resolve(fit) === resolve(apply) ? ['learned from and applied to the same file: on other predictions it gains less'] : [];
  const result = { fit, apply, ...(out === undefined ? {} : { out }), rows: target.labels.length, held, gains, warnings, model };
  if (json) process.stdout.write(`${JSON.stringify(reportedAll(result), null, 2)}\n`);
  else process.stdout.write(rendered(result));
}

type Gains = Awaited<ReturnType<typeof compare>>;

/** The rows of a file with its classes in the order of another's. */
function inOrder({ classes, estimates, labels }: LoadedRows, wanted: readonly string[], fit: string, apply: string): Pick<LoadedRows, 'estimates' | 'labels'> {
  if (classes.length !== wanted.length || classes.some((name) => !wanted.includes(name)))
    throw new FairbitsError('columns', `${apply} has the classes ${list(classes)}, ${fit} has ${list(wanted)}: expected the same, of one learner`, {
      file: apply,
      found: list(classes),
      expected: list(wanted),
    });
  const k = wanted.length;
  const places = wanted.map((name) => classes.indexOf(name));
  return {
    estimates: estimates.map((_, at) => estimates[at - (at % k) + places[at % k]]),
    labels: labels.map((label) => wanted.indexOf(classes[label])),
  };
}

async function compare(before: Float64Array, after: Float64Array, labels: Uint16Array, classes: readonly string[]) {
  const engine = await createEngine();
  const z = normalQuantile(0.975);
  return COMPARED.map((id) => {
    const options = { classes, prior: 'uniform' as const };
    const [one, two] = [before, after].map((estimates) => engine.score(id, estimates, labels, options));
    // Row by row; where one of them is infinite there is a difference, but no standard error.
    const differences = two.values.map((value, r) => value - one.values[r]);
    const mean = two.mean - one.mean;
    const squares = differences.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
    const standardError = labels.length > 1 ? Math.sqrt(squares / (labels.length - 1) / labels.length) : NaN;
    const known = Number.isFinite(standardError);
    return {
      measure: id,
      before: one.mean,
      after: two.mean,
      difference: mean,
      standardError: known ? standardError : null,
      interval: known ? [mean - z * standardError, mean + z * standardError] : null,
      ...(known ? {} : { reason: labels.length > 1 ? 'an infinite value has no standard error' : 'a standard error needs two rows' }),
    };
  });
}

function write(path: string, estimates: Float64Array, labels: Uint16Array, classes: readonly string[]): void {
  const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const k = classes.length;
  const file = new OutputFile(path);
  try {
    file.write(`label,${classes.map((name) => quoted(`p_${name}`)).join(',')}\n`);
    const names = classes.map(quoted);
    for (let from = 0; from < labels.length; from += 4096) {
      const lines: string[] = [];
      for (let r = from; r < Math.min(labels.length, from + 4096); r++) lines.push(`${names[labels[r]]},${estimates.subarray(r * k, (r + 1) * k).join(',')}\n`);
      file.write(lines.join(''));
    }
    file.finish();
  } catch (error) {
    file.discard();
    throw error;
  }
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
  gains: Gains;
  warnings: string[];
  model: ReturnType<typeof fitRecalibration>;
}): string {
  const { bold, dim, warn } = style(wantsColour());
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
      : `${model.isotonic?.map((blocks) => blocks.length).join(', ')} steps`;
  const [{ difference }] = gains;
  return [
    dim(`${model.method}, learned from ${model.rows} rows of ${fit}: ${learned}`),
    dim(`applied to ${apply}; ${held} estimates held away from 0 and 1`),
    '',
    dim(head),
    ...body,
    '',
    ...fold(
      Number.isFinite(difference)
        ? `Recalibration ${difference >= 0 ? 'gains' : 'loses'} ${figure(Math.abs(difference))} bits a prediction.`
        : 'Before, predictions called impossible what then happened, and earned −∞; now none does.',
      80,
      '',
    ).map(bold),
    dim('under a uniform prior; the differences are the same under any'),
    ...warnings.flatMap((text) => fold(`! ${text}`, 80, '  ')).map(warn),
    ...(out === undefined ? [dim('--out FILE writes the corrected predictions')] : [dim(`written to ${out}`)]),
    '',
  ].join('\n');
}
