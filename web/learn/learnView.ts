import type { App } from '../app.js';
import { absent } from '../panels/panel.js';
import { announce, h } from '../ui/dom.js';
import { count } from '../ui/figures.js';
import { pageWords } from '../ui/pageWords.js';
import { WorkError } from '../work/pageWorker.js';
import { choiceOf } from './learnChoice.js';
import { learnForm } from './learnForm.js';
import type { DataKind, LookedData } from './learnJobs.js';
import { learnResult } from './learnResult.js';
import { type Learned, runLearners } from './learnRun.js';

/** What the view asks of the page around it. */
export interface LearnHost {
  app: App;
  /** Takes files of predictions. */
  open(files: File[]): void;
  /** Takes the file as predictions all the same. */
  asPredictions(): void;
}

/** A file of data, and what two learners make of it. */
export class LearnView {
  private running: AbortController | undefined;
  /** Resolves when what was begun last has ended. */
  private over: Promise<void> = Promise.resolve();
  private readonly title: HTMLElement;
  private readonly progress = h('div', { class: 'learn-progress', role: 'group', 'aria-label': 'Progress' });
  private readonly result = h('div', {});

  constructor(
    private readonly host: LearnHost,
    private readonly file: File,
    kind: DataKind,
    private readonly looked: LookedData,
    place: HTMLElement,
  ) {
    this.title = h('h2', { id: 'learn-title', tabindex: -1 }, `${file.name}: data to learn from`);
    place.replaceChildren(
      this.title,
      h(
        'p',
        { class: 'lead' },
        `${count(looked.rows)} rows and ${looked.columns.length} columns, ${
          kind === 'arff' ? 'in ARFF, the format of Weka' : 'and none of them looks like the estimates of a learner'
        }. Choose the class and two learners: each learns from a part of the rows and is tested on the others, in turn, here in the page.`,
      ),
      kind === 'arff' ? '' : h('button', { type: 'button', class: 'small', onclick: () => host.asPredictions() }, 'Take it as predictions'),
      learnForm(host.app, looked, () => void this.compare()),
      this.progress,
      this.result,
    );
  }

  focus(): void {
    this.title.focus();
    announce(`${this.title.textContent}. Choose the class and two learners.`);
  }

  /** Whatever is being learned is left. Workers that do not hear of it are ended first: what they would be asked meanwhile would end with them. */
  stop(): Promise<void> {
    this.running?.abort();
    this.running = undefined;
    return this.over;
  }

  private async compare(): Promise<void> {
    const before = this.stop();
    const control = new AbortController();
    this.running = control;
    await before;
    if (this.running !== control) return;
    this.over = this.run(control);
    await this.over;
  }

  private async run(control: AbortController): Promise<void> {
    const { app } = this.host;
    const { className, learners, plan, cutoff } = choiceOf(app.settings, this.looked);
    if (learners[0].name === learners[1].name) {
      this.fail(new Error('Both learners are the same: expected another one, or other options.'));
      this.running = undefined;
      return;
    }
    const bars = learners.map(({ name }) => {
      const bar = h('progress', { max: 1, value: 0, 'aria-label': name });
      const text = h('span', {}, 'waiting');
      return { bar, text, line: h('div', { class: 'bar' }, h('span', { class: 'name' }, name), bar, text) };
    });
    const cancel = h('button', { type: 'button', onclick: () => control.abort() }, 'Cancel');
    this.progress.replaceChildren(h('div', { class: 'learn-bars' }, ...bars.map(({ line }) => line)), cancel);
    this.result.replaceChildren();
    cancel.focus();
    announce(`Comparing ${learners[0].name} and ${learners[1].name}…`);
    try {
      const data = await app.pool.free().ask('readData', [this.file, className], { signal: control.signal });
      const request = { data, learners: [...learners], plan, cutoff, confidence: app.confidence };
      const learned = await runLearners(app.pool, request, control.signal, (learner, done, total) => {
        bars[learner].bar.value = done / total;
        bars[learner].text.textContent = done < total ? `${done} of ${total} models` : 'done';
      });
      if (this.running !== control) return;
      this.progress.replaceChildren();
      this.show(learned);
    } catch (error) {
      if (this.running !== control) return;
      this.progress.replaceChildren();
      if ((error as Error).name === 'AbortError') {
        announce('Cancelled.');
        this.result.replaceChildren(h('p', { class: 'note' }, 'Cancelled: the learners were not compared.'));
        this.title.focus();
      } else this.fail(error);
    } finally {
      if (this.running === control) this.running = undefined;
    }
  }

  private show(learned: Learned): void {
    const made = learnResult(this.file.name, learned, (files) => this.host.open(files));
    this.result.replaceChildren(made);
    made.querySelector<HTMLElement>('.verdict')?.focus();
  }

  private fail(error: unknown): void {
    const message = pageWords(error instanceof Error ? error.message : String(error)).replace('choose the files again', 'compare the learners again');
    const [option, value] = error instanceof WorkError ? (error.suggestion ?? []) : [];
    const mend =
      option === '--class' && value !== undefined
        ? h(
            'p',
            { class: 'offer' },
            h(
              'button',
              {
                type: 'button',
                class: 'main',
                onclick: () => {
                  this.host.app.keep({ class: value });
                  this.form();
                  void this.compare();
                },
              },
              `Take “${value}” as the class`,
            ),
          )
        : '';
    const place = h('div', { class: 'learn-problem', role: 'alert', tabindex: -1 }, absent(message), mend);
    this.result.replaceChildren(place);
    place.focus();
  }

  /** The form anew, where a setting was changed elsewhere. */
  private form(): void {
    this.progress.previousElementSibling?.replaceWith(learnForm(this.host.app, this.looked, () => void this.compare()));
  }
}
