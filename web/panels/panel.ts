import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { pageWords } from '../ui/pageWords.js';

/** One tab of the page. */
export interface Panel {
  id: string;
  label: string;
  /** Bytes of files up to which it is made before it is opened; as `MOST_READ_AHEAD` unless it takes longer than others. */
  ahead?: number;
  /** Whether there is something to show. */
  available(app: App): boolean;
  /** Shows it. What is changed on it later it takes care of itself. */
  render(app: App, root: HTMLElement): void | Promise<void>;
  /** The prior was moved: what depends on it is shown anew. */
  moved?(app: App, root: HTMLElement): void;
}

/** Whether something is scored. */
export const hasFiles = (app: App): boolean => app.learners.length > 0 || app.setFiles.length > 0;

/** An explanation under a panel's title. */
export const lead = (text: string): HTMLElement => h('p', { class: 'lead' }, text);

export const title = (text: string): HTMLElement => h('h2', {}, text);

/** Why something is not shown. */
export const absent = (text: string): HTMLElement => h('p', { class: 'absent' }, text);

/** What went wrong, where it is no failure of the page's own. */
export const reasonOf = (error: unknown): string => pageWords(error instanceof Error ? error.message : String(error));
