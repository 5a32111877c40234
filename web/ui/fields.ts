import { h } from './dom.js';

let made = 0;

/** A select with its label. */
export function select(
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string,
  changed: (value: string) => void,
): HTMLElement {
  const id = `field-${made++}`;
  const field = h('select', { id }, ...choices.map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
  field.addEventListener('change', () => changed(field.value));
  return h('div', { class: 'field' }, h('label', { for: id }, label), field);
}

export function textField(label: string, value: string, attributes: Record<string, string>, changed: (value: string) => void): HTMLElement {
  const id = `field-${made++}`;
  const field = h('input', { id, type: 'text', value, ...attributes });
  field.addEventListener('change', () => changed(field.value.trim()));
  return h('div', { class: 'field' }, h('label', { for: id }, label), field);
}

export function checkbox(label: string, on: boolean, changed: (on: boolean) => void): HTMLElement {
  const field = h('input', { type: 'checkbox', checked: on });
  field.addEventListener('change', () => changed(field.checked));
  return h('label', { class: 'check' }, field, ` ${label}`);
}

/** A slider with what it stands at beside it. */
export function slider(
  label: string,
  value: number,
  { min, max, step, text = (x: number) => x.toFixed(3) }: { min: number; max: number; step: number; text?: (value: number) => string },
  moved: (value: number) => void,
): { element: HTMLElement; set(value: number): void } {
  const id = `field-${made++}`;
  const field = h('input', { id, type: 'range', min, max, step, value });
  const output = h('output', { for: id }, text(value));
  field.addEventListener('input', () => moved(Number(field.value)));
  return {
    element: h('div', { class: 'slider' }, h('label', { for: id }, label), field, output),
    set(next) {
      field.value = String(next);
      output.textContent = text(next);
      field.setAttribute('aria-valuetext', text(next));
    },
  };
}
