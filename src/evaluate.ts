import { type Classes, classNames, list } from './classes.js';
import { createEngine, type Engine, type EngineOptions } from './engine.js';
import { FairbitsError } from './errors.js';
import { checkArrays, type Estimates, impliedClasses, type Labels } from './input.js';
import { lemma1 } from './lemma1.js';
import type { Measure } from './measures/measure.js';
import { measures } from './measures/registry.js';
import type { Summary } from './moments.js';
import type { Prior } from './priors.js';
import { type MeasureReport, type Report, reported } from './report.js';
import type { Tally } from './tally.js';
import { type TreatmentOptions, treat } from './treatment.js';

export interface EvaluateOptions extends TreatmentOptions, EngineOptions {
  /** The number of classes, or their names in the order of the columns. By default as many as the arrays say. */
  classes?: Classes;
  /** `test` by default. */
  prior?: Prior;
  /** An engine to use; made if not given. */
  engine?: Engine;
}

/** Above this many classes the confusion matrix is no longer something to look at. */
const MOST_SHOWN = 100;

/** Every measure of a test set, as plain data that goes into JSON as it is. */
export async function evaluate(estimates: Estimates, labels: Labels, options: EvaluateOptions = {}): Promise<Report> {
  const engine = options.engine ?? (await createEngine(options));
  checkArrays(estimates, labels);
  if (labels.length === 0) throw new FairbitsError('length', 'there are no rows to evaluate', { found: 0, expected: 'at least one row' });
  const names = classNames(options.classes ?? impliedClasses(estimates, labels));
  const tally = engine.tally(names, options).add(estimates, labels);
  const prior = engine.resolve(options.prior, names, labels);
  const scoring = engine.scoring(treat(names, estimates, options), prior.values, measures);
  try {
    scoring.add(estimates, labels);
    return report(engine.backend, tally, prior, scoring.summaries());
  } finally {
    scoring.free();
  }
}

function report(backend: string, tally: Tally, prior: { source: string; values: Float64Array }, summaries: Summary[]): Report {
  const { classes, rows, cutoff } = tally;
  const result: Report = {
    rows,
    classes,
    backend,
    prior: { source: prior.source, values: Object.fromEntries(classes.map((name, i) => [name, prior.values[i]])) },
    cutoff: { ...cutoff, changed: tally.clamped },
    renormalized: tally.renormalized,
    measures: Object.fromEntries(measures.map((measure, i) => [measure.id, measureReport(measure, summaries[i])])),
    ties: tally.ties,
    warnings: warnings(tally, summaries),
  };
  if (tally.k === 2) {
    const lemma = lemma1(tally, prior.values);
    const { logW, logX, logY, logZ, reward, uniformReward } = lemma;
    result.lemma1 = {
      ...lemma,
      logW: reported(logW),
      logX: reported(logX),
      logY: reported(logY),
      logZ: reported(logZ),
      reward: reported(reward),
      uniformReward: reported(uniformReward),
    };
  }
  if (tally.k <= MOST_SHOWN) result.confusion = tally.confusion.table();
  return result;
}

function measureReport({ unit }: Measure, { mean, total, standardError, infinite, infiniteRows, rows }: Summary): MeasureReport {
  const result: MeasureReport = { mean: reported(mean), total: reported(total), standardError: reported(standardError), infinite, unit };
  if (infinite > 0) {
    result.reason = 'an infinite value has no standard error';
    result.infiniteRows = infiniteRows;
  } else if (rows < 2) result.reason = 'a standard error needs two rows';
  return result;
}

function warnings(tally: Tally, summaries: Summary[]): string[] {
  const found: string[] = [];
  const { rows, impossible, ties, renormalized, clamped, cutoff } = tally;
  if (impossible > 0) {
    const first = summaries[0].infiniteRows;
    const where = `row${first.length > 1 ? 's' : ''} ${first.join(', ')}${impossible > first.length ? ', …' : ''}`;
    found.push(
      `${impossible} of ${rows} predictions called impossible what then happened (${where}) and earn −∞; a cutoff such as mml:N, N the size of the training set, holds estimates away from 0 and 1`,
    );
  }
  if (ties > 0) found.push(`${ties} of ${rows} rows have several most probable classes; the first in class order was taken`);
  if (clamped > 0) found.push(`the cutoff ${cutoff.name} changed ${clamped} estimates`);
  if (renormalized > 0) found.push(`${renormalized} rows were divided by their sum`);
  const counts = tally.confusion.actual();
  const unseen = tally.classes.filter((_, i) => counts[i] === 0);
  if (unseen.length > 0) found.push(`no row has the class ${list(unseen)}`);
  return found;
}
