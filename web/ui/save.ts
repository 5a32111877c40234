import { h } from './dom.js';

/** Hands a file to the visitor, made here. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
