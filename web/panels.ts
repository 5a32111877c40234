import type { App } from './app.js';
import { benchPanel } from './panels/bench.js';
import { calibrationPanel } from './panels/calibration.js';
import { comparePanel } from './panels/compare.js';
import { decisionsPanel } from './panels/decisions.js';
import { measuresPanel } from './panels/measures.js';
import { overviewPanel } from './panels/overview.js';
import type { Panel } from './panels/panel.js';
import { priorPanel } from './panels/prior.js';
import { rankingPanel } from './panels/ranking.js';
import { rewardCurvesPanel } from './panels/rewardCurves.js';
import { rulesPanel } from './panels/rules.js';
import { slicesPanel } from './panels/slices.js';
import { worstPanel } from './panels/worst.js';
import { byId, h } from './ui/dom.js';
import { Tabs } from './ui/tabs.js';

const ALL: readonly Panel[] = [
  overviewPanel,
  measuresPanel,
  priorPanel,
  calibrationPanel,
  rankingPanel,
  decisionsPanel,
  comparePanel,
  slicesPanel,
  worstPanel,
  rulesPanel,
  rewardCurvesPanel,
  benchPanel,
];

const MOST_READ_AHEAD = 64e6;

/** The tabs that there is something for. Each is made when first opened, and the others when there is time: printing shows them all. */
export class Panels {
  private readonly tabs = new Tabs((id, byHand) => this.opened(id, byHand));
  private resting: ReturnType<typeof setTimeout> | undefined;
  private roots = new Map<string, { panel: Panel; root: HTMLElement; made: boolean }>();

  constructor(private readonly app: App) {
    byId('tabs').append(this.tabs.element);
  }

  show(): void {
    const { app } = this;
    const wanted = app.settings.tab;
    this.roots = new Map(
      ALL.filter((panel) => panel.available(app)).map((panel) => [
        panel.id,
        {
          panel,
          root: h('section', { id: `panel-${panel.id}`, class: 'panel', role: 'tabpanel', tabindex: 0, 'aria-labelledby': `tab-${panel.id}` }),
          made: false,
        },
      ]),
    );
    byId('panels').replaceChildren(...[...this.roots.values()].map(({ root }) => root));
    byId('tabs').hidden = this.roots.size === 0;
    if (this.roots.size === 0) return;
    this.tabs.show(
      [...this.roots.values()].map(({ panel: { id, label }, root }) => ({ id, label, panel: root })),
      wanted,
    );
    // Some of them read the files again, which takes a while where they are large.
    const bytes = app.learners.reduce((sum, { outcome }) => sum + outcome.bytes, 0);
    if (app.learners.length > 0) void this.makeRest(bytes);
  }

  /** Opens the tab that the address names. */
  choose(): void {
    const { tab } = this.app.settings;
    if (tab !== undefined && this.roots.has(tab)) this.tabs.open(tab);
  }

  /** The prior was moved: what is seen follows at once, the rest when the slider rests. */
  moved(): void {
    this.follow(({ hidden }) => hidden === false);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.follow(({ hidden }) => hidden !== false), 150);
  }

  private follow(which: (root: HTMLElement) => boolean): void {
    for (const { panel, root, made } of this.roots.values()) if (made && which(root)) panel.moved?.(this.app, root);
  }

  private opened(id: string, byHand: boolean): void {
    // What a page opens with by itself is no choice of the visitor's.
    if (byHand) this.app.keep({ tab: id });
    void this.make(id);
  }

  private async make(id: string): Promise<void> {
    const found = this.roots.get(id);
    if (!found || found.made) return;
    found.made = true;
    await found.panel.render(this.app, found.root);
  }

  private async makeRest(bytes: number): Promise<void> {
    const { version } = this.app;
    await this.app.drawn();
    for (const [id, { panel }] of this.roots) {
      if (bytes > (panel.ahead ?? MOST_READ_AHEAD)) continue;
      await new Promise((turn) => setTimeout(turn, 30));
      if (version !== this.app.version) return;
      await this.make(id);
    }
  }
}
