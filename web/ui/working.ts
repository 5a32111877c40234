import type { Progress } from '../work/jobs.js';
import { announce, byId, h } from './dom.js';
import { count } from './figures.js';

/** How far the work is: a bar for each learner, and a button that stops it. */
export class Working {
  private bars: { progress: HTMLProgressElement; text: HTMLElement }[] = [];
  private stop_: () => void = () => {};
  private told = 0;
  private showing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    byId('cancel').addEventListener('click', () => this.stop_());
  }

  start(stop: () => void): void {
    this.stop_ = stop;
    this.bars = [];
    this.told = 0;
    byId('bars').replaceChildren();
    // Most files are done before anyone could read it.
    clearTimeout(this.showing);
    this.showing = setTimeout(() => {
      byId('working').hidden = false;
    }, 120);
  }

  heard(learner: number, name: string, progress: Progress | undefined): void {
    if (!this.bars[learner] || !progress) {
      const bar = { progress: h('progress', { max: 1, value: 0, 'aria-label': name }), text: h('span', {}, 'waiting') };
      const line = h('div', { class: 'bar' }, h('span', { class: 'name' }, name), bar.progress, bar.text);
      const place = byId('bars');
      if (this.bars[learner]) place.children[learner]?.replaceWith(line);
      else place.append(line);
      this.bars[learner] = bar;
    }
    if (!progress) return;
    const { share, rows, megabytesPerSecond, again } = progress;
    this.bars[learner].progress.value = share;
    this.bars[learner].text.textContent =
      `${Math.floor(100 * share)} %, ${count(rows)} rows ${again ? 'looked at again' : 'scored'}, ${megabytesPerSecond.toFixed(0)} MB/s`;
    const quarter = Math.floor(4 * Math.min(...this.bars.map((bar) => bar.progress.value)));
    if (quarter > this.told) {
      this.told = quarter;
      announce(`${25 * quarter} % read`);
    }
  }

  stop(): void {
    clearTimeout(this.showing);
    byId('working').hidden = true;
  }
}
