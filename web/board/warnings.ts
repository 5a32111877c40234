import type { App } from '../app.js';
import { h } from '../ui/dom.js';
import { pageWords } from '../ui/pageWords.js';

/** All that is to be known about the files, in one line that opens. */
export function warningsLine(all: readonly { name?: string | undefined; text: string }[]): HTMLElement | string {
  if (all.length === 0) return '';
  const names = [...new Set(all.map(({ name }) => name).filter((name) => name !== undefined))];
  const about = names.length === 0 ? '' : names.length <= 2 ? ` about ${names.join(' and ')}` : ` about ${names.length} learners`;
  return h(
    'details',
    { class: 'warnings' },
    h('summary', {}, `${all.length} warning${all.length === 1 ? '' : 's'}${about}`),
    h('ul', {}, ...all.map(({ name, text }) => h('li', {}, name === undefined ? null : h('b', {}, `${name}: `), `${sentence(pageWords(text))}`))),
  );
}

const sentence = (text: string): string => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

export function warningsOf({ learners }: App): { name?: string | undefined; text: string }[] {
  return learners.flatMap(({ name, outcome }) => outcome.json.warnings.map((text) => ({ name: learners.length > 1 ? name : undefined, text })));
}
