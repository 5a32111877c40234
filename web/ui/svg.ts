/** Elements of a small picture of the page's own; charts are made by src/charts. */
export function svg(tag: string, attributes: Record<string, string | number | undefined>, ...children: (Node | string)[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}
