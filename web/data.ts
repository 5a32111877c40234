import type { App } from './app.js';
import type { DataKind } from './learn/learnJobs.js';
import type { LearnHost, LearnView } from './learn/learnView.js';
import { byId } from './ui/dom.js';
import { WorkError } from './work/pageWorker.js';

/** What compares learners of data is loaded after the rest. */
export const loadLearn = (): Promise<typeof import('./learn/learnView.js')> => import('./learn/learnView.js');

/** What a file that cannot be scored may be: data to learn from, in doubt or without. Of several files none is looked at. */
export async function dataKind({ pool }: App, files: readonly File[], error: unknown, signal: AbortSignal): Promise<DataKind> {
  if (files.length !== 1 || !(error instanceof WorkError) || error.fault) return 'no';
  const kind = await pool.free().ask('kindOfData', [files[0]], { signal });
  // Columns were found: these are predictions with something wrong, unless someone says otherwise.
  return kind === 'data' && error.code !== 'columns' ? 'perhaps' : kind;
}

let view: LearnView | undefined;

/** Shows a file as data to learn from. What cannot be read is an error. */
export async function showData(host: LearnHost, file: File, kind: DataKind, signal: AbortSignal): Promise<void> {
  const looked = await host.app.pool.free().ask('lookAtData', [file], { signal });
  const { LearnView } = await loadLearn();
  signal.throwIfAborted();
  const place = byId('learn');
  view = new LearnView(host, file, kind, looked, place);
  document.body.classList.remove('failed');
  document.body.classList.add('scored');
  document.title = `${file.name} – fairbits`;
  byId('result').hidden = true;
  place.hidden = false;
  view.focus();
}

/** Shows again what was there before predictions were looked into. */
export function reshowData(): void {
  byId('result').hidden = true;
  byId('learn').hidden = false;
  view?.focus();
}

export function hideData(): void {
  byId('learn').hidden = true;
}

/** Leaves it for good. */
export async function leaveData(): Promise<void> {
  const left = view;
  view = undefined;
  byId('learn').replaceChildren();
  hideData();
  await left?.stop();
}
