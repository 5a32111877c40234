/** Elements, made in one expression. */

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

/** An element: text attributes, true for those that are there or not, functions for events (`onclick`). */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : String(value));
  }
  add(made, children);
  return made;
}

export function add(parent: Element, children: readonly Child[]): void {
  for (const child of children) if (child !== null && child !== undefined && child !== false) parent.append(typeof child === 'number' ? String(child) : child);
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found as T;
}

/** Says something to those who listen rather than look. */
export function announce(text: string): void {
  byId('status').textContent = text;
}
