import type { Comparison } from '../src/compare/comparison.js';
import type { Engine } from '../src/engine.js';
import { measure } from '../src/measures/registry.js';
import type { RulesOfFile } from '../src/rules/rulesOf.js';
import type { Session } from './session.js';
import { readSettings, type Settings, writeSettings } from './settings.js';
import type { LivePrior } from './verdict.js';
import type { Looked } from './work/jobs.js';
import type { Pool } from './work/pool.js';

/** What the page holds: settings, the files that were scored, and the prior as it stands on the sliders. */
export class App {
  settings: Settings = readSettings(location.hash);
  session: Session | undefined;
  /** Counts what was scored, so that what comes late for something older is dropped. */
  version = 0;
  /** The prior on the sliders, where it is not the one that was scored with. */
  moved: Float64Array | undefined;
  /** What was dropped last, whether or not it could be scored. */
  dropped: { file: File; looked: Looked }[] = [];
  /** What computes in the workers, known when all is loaded. */
  get backend(): string {
    return document.documentElement.dataset.loaded ?? 'wasm';
  }

  private compared: Promise<Comparison> | undefined;
  private ruled: Promise<RulesOfFile[]> | undefined;

  constructor(
    readonly pool: Pool,
    readonly engine: Engine,
  ) {}

  get learners(): Session['learners'] {
    return this.session?.learners ?? [];
  }

  get names(): string[] {
    return this.learners.map(({ name }) => name);
  }

  get classes(): readonly string[] {
    return this.learners[0]?.tally.classes ?? [];
  }

  get confidence(): number {
    return this.settings.confidence ?? 0.95;
  }

  /** Files with a column of sets: the one that was said, or one that looks like it. */
  get setFiles(): { file: File; column: string }[] {
    return this.dropped.flatMap(({ file, looked: { sets, columns } }) => {
      const column = this.settings.sets !== undefined && columns.includes(this.settings.sets) ? this.settings.sets : sets;
      return column === undefined ? [] : [{ file, column }];
    });
  }

  /** What the sets of each file come to, once. */
  setReports(): Promise<RulesOfFile[]> {
    const { truth, classes } = this.settings;
    const given = classes?.split(',').map((name) => name.trim());
    this.ruled ??= Promise.all(this.setFiles.map(({ file, column }) => this.pool.free().ask('rules', [file, truth, column, given])));
    return this.ruled;
  }

  take(session: Session | undefined): void {
    this.session = session;
    this.version++;
    this.moved = undefined;
    this.compared = undefined;
    this.ruled = undefined;
  }

  /** Keeps settings in the address, without a step in the browser's history. */
  keep(changed: { [Key in keyof Settings]?: Settings[Key] | undefined }): void {
    this.settings = { ...this.settings, ...changed } as Settings;
    for (const [key, value] of Object.entries(changed)) if (value === undefined || value === '' || value === false) delete this.settings[key as keyof Settings];
    history.replaceState(null, '', `${location.pathname}${location.search}${writeSettings(this.settings)}`);
  }

  /** The prior that was scored with, by class. */
  get scoredPrior(): Float64Array {
    const { classes } = this;
    const { values } = this.learners[0].outcome.json.prior;
    return Float64Array.from(classes, (name) => values[name]);
  }

  get prior(): Float64Array {
    return this.moved ?? this.scoredPrior;
  }

  /** The mean of a measure of a learner under the prior on the sliders; undefined where a tally cannot say. */
  mean(learner: number, id: string): number | undefined {
    const { tally, outcome } = this.learners[learner];
    const { usesPrior, total } = measure(id);
    if (!this.moved || !usesPrior) {
      const { mean } = outcome.json.measures[id];
      return mean === 'Infinity' ? Number.POSITIVE_INFINITY : mean === '-Infinity' ? Number.NEGATIVE_INFINITY : (mean ?? Number.NaN);
    }
    return total ? tally.mean(id, this.priorOf(learner)) : undefined;
  }

  /** Learners may have the classes in another order. */
  priorOf(learner: number): Float64Array {
    const { classes, prior } = this;
    return Float64Array.from(this.learners[learner].tally.classes, (name) => prior[classes.indexOf(name)]);
  }

  get livePrior(): LivePrior {
    const source = this.moved ? 'given' : this.learners[0].outcome.json.prior.source;
    return { source, means: this.learners.map((_, i) => this.mean(i, 'bayesianReward') as number), scored: !this.moved };
  }

  /** Every pair of learners, once. */
  comparison(): Promise<Comparison> {
    this.compared ??= this.compare();
    return this.compared;
  }

  private async compare(): Promise<Comparison> {
    const rows = await Promise.all(this.learners.map(({ hand, id, name }) => hand.ask('rows', [id, name])));
    return this.pool.free().ask('compare', [rows, this.confidence]);
  }
}
