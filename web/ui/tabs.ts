import { h } from './dom.js';

export interface Tab {
  id: string;
  label: string;
  panel: HTMLElement;
}

/** Tabs as a keyboard expects them: arrows move, Home and End jump. */
export class Tabs {
  readonly element = h('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Results' });
  private tabs: Tab[] = [];
  private buttons = new Map<string, HTMLButtonElement>();

  constructor(private readonly opened: (id: string, byHand: boolean) => void) {}

  show(tabs: Tab[], wanted: string | undefined): void {
    this.tabs = tabs;
    this.buttons = new Map(
      tabs.map(({ id, label }) => {
        const button = h(
          'button',
          { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, 'data-label': label, onclick: () => this.open(id, true) },
          label,
        );
        button.addEventListener('keydown', (event) => this.moved(event, id));
        return [id, button];
      }),
    );
    this.element.replaceChildren(...this.buttons.values());
    this.open(tabs.some(({ id }) => id === wanted) ? (wanted as string) : tabs[0].id);
  }

  open(id: string, byHand = false): void {
    for (const tab of this.tabs) {
      const on = tab.id === id;
      const button = this.buttons.get(tab.id) as HTMLButtonElement;
      button.setAttribute('aria-selected', String(on));
      button.tabIndex = on ? 0 : -1;
      tab.panel.hidden = !on;
    }
    const button = this.buttons.get(id);
    // Only the row of tabs is scrolled, never the page.
    if (button && this.element.scrollWidth > this.element.clientWidth) this.element.scrollLeft = button.offsetLeft - this.element.clientWidth / 3;
    this.opened(id, byHand);
  }

  private moved(event: KeyboardEvent, id: string): void {
    const at = this.tabs.findIndex((tab) => tab.id === id);
    const last = this.tabs.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.open(this.tabs[next].id, true);
    this.buttons.get(this.tabs[next].id)?.focus();
  }
}
