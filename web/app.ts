import type { LeftOut, Looked, RulesOfFile } from '../src/files.js';
import type { Engine } from '../src/index.js';
import { type Comparison, type MeasureReport, measure, measureReport, scoreOf } from '../src/parts.js';
import type { Session } from './session.js';
import { readSettings, type Settings, writeSettings } from './settings.js';
import { numberOf } from './ui/figures.js';
import type { LivePrior } from './verdict.js';
import type { PostedRows, Progress } from './work/jobs.js';
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

  /** Measures under the prior on the sliders, each made when it is first looked at. */
  private live: { prior: Float64Array; measures: Map<string, MeasureReport> } | undefined;
  private compared: Promise<Comparison> | undefined;
  /** Those who want to hear how far the comparison is. */
  private readonly comparing = new Set<(share: number) => void>();
  /** What reads the files again, so that it can be stopped. */
  private reading = new AbortController();
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

  /** Learners by what they earn under the prior on the sliders, the best first. */
  get order(): number[] {
    const means = this.learners.map((_, i) => this.mean(i, 'bayesianReward'));
    // One that earns nothing that can be told comes last.
    const rank = (i: number): number => (Number.isNaN(means[i]) ? Number.NEGATIVE_INFINITY : means[i]);
    return means.map((_, i) => i).sort((a, b) => (rank(a) === rank(b) ? a - b : rank(b) - rank(a)));
  }

  get classes(): readonly string[] {
    return this.learners[0]?.statistics.classes ?? [];
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
    this.stopReading();
    this.session = session;
    for (const { stop } of this.learners) this.readingSignal.addEventListener('abort', stop, { once: true });
    this.version++;
    this.moved = undefined;
    this.live = undefined;
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

  /** A measure of a learner under the prior on the sliders: mean, interval, or why there is none. */
  measure(learner: number, id: string): MeasureReport {
    const { moved } = this;
    const { statistics, outcome } = this.learners[learner];
    const found = measure(id);
    if (!moved || !found.usesPrior) return outcome.json.measures[found.id];
    if (this.live?.prior !== moved) this.live = { prior: moved, measures: new Map() };
    const key = `${learner} ${id}`;
    const known = this.live.measures.get(key);
    if (known) return known;
    const { summary, reason, ceiling } = scoreOf(found, statistics, this.priorOf(learner));
    const made = measureReport(found, summary, this.confidence, reason, ceiling);
    this.live.measures.set(key, made);
    return made;
  }

  /** Its mean alone; NaN where it cannot be told. */
  mean(learner: number, id: string): number {
    return numberOf(this.measure(learner, id).mean);
  }

  /** Learners may have the classes in another order. */
  priorOf(learner: number): Float64Array {
    const { classes, prior } = this;
    return Float64Array.from(this.learners[learner].statistics.classes, (name) => prior[classes.indexOf(name)]);
  }

  get livePrior(): LivePrior {
    const source = this.moved ? 'given' : this.learners[0].outcome.json.prior.source;
    return { source, rewards: this.learners.map((_, i) => this.measure(i, 'bayesianReward')) };
  }

  /** Whatever reads the files again stops. */
  stopReading(): void {
    this.reading.abort();
    this.reading = new AbortController();
  }

  /** When nothing is being drawn of the rows any more: then all workers are free for what reads the files again. */
  async drawn(): Promise<void> {
    await Promise.allSettled(this.learners.map(({ curves }) => curves));
  }

  /** For what reads the files again. */
  get readingSignal(): AbortSignal {
    return this.reading.signal;
  }

  /** Every pair of learners, once; for that the files are read again. `heard` is told what share of them has been. */
  async comparison(heard: (share: number) => void = () => {}): Promise<Comparison> {
    const { version } = this;
    this.comparing.add(heard);
    this.compared ??= this.compare();
    try {
      return await this.compared;
    } catch (error) {
      // What was stopped can be begun anew.
      if ((error as Error).name === 'AbortError' && version === this.version) this.compared = undefined;
      throw error;
    } finally {
      this.comparing.delete(heard);
    }
  }

  private async compare(): Promise<Comparison> {
    const { learners, readingSignal: signal } = this;
    await this.drawn();
    const bytes = learners.map(({ outcome }) => outcome.bytes);
    const all = bytes.reduce((sum, each) => sum + each, 0);
    const shares = new Array<number>(learners.length).fill(0);
    const tell = (share: number): void => {
      for (const each of this.comparing) each(share);
    };
    const heard = (learner: number, { share }: Progress): void => {
      shares[learner] = share;
      tell(Math.min(0.99, shares.reduce((sum, each, i) => sum + each * bytes[i], 0) / all));
    };
    const asked = (i: number, leaveOut?: readonly LeftOut[]): Promise<PostedRows> => {
      const { worker, id, name } = learners[i];
      return worker.ask('rows', leaveOut ? [id, name, leaveOut] : [id, name], { signal, heard: (progress) => heard(i, progress) });
    };
    let rows = await Promise.all(learners.map((_, i) => asked(i)));
    // A row that is bad in one file is left out of all: what is left of the others is read once more.
    const common = rows[0].parts && (await this.pool.free().ask('common', [rows.map(({ json, parts = [] }) => ({ file: json.files[0], parts }))], { signal }));
    if (common) rows = await Promise.all(rows.map((each, i) => (common.leaveOut[i].length > 0 ? asked(i, common.leaveOut[i]) : each)));
    tell(1);
    return this.pool.free().ask('compare', common ? [rows, this.confidence, common] : [rows, this.confidence], { signal });
  }
}
