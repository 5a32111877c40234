import { COLOURS, type Colour } from './colours.js';
import { escaped } from './escape.js';

/**
 * A chart as a file of its own. Colours are written out, for programs that know no CSS variables, and a style block
 * turns them for dark screens.
 */
export function standaloneSvg(svg: SVGSVGElement): string {
  const used = new Set<string>();
  const body = [...svg.childNodes].map((node) => svgTextOf(node, used)).join('');
  const { light, dark } = COLOURS.ink;
  const rules = [...used].map((mark) => {
    const [property, name] = mark.split(' ');
    return `.${property}-${name}{${property}:${COLOURS[name as unknown as Colour].dark}}`;
  });
  const [, , width, height] = (svg.getAttribute('viewBox') ?? '').split(' ');
  const margin = 12;
  const box = `${-margin} ${-margin} ${Number(width) + 2 * margin} ${Number(height) + 2 * margin}`;
  const attributes = [...svg.attributes]
    .filter(({ name }) => !['xmlns', 'viewBox', 'width', 'height', 'class'].includes(name))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`)
    .join('');
  const size = `width="${Number(width) + 2 * margin}" height="${Number(height) + 2 * margin}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" ${size} color="${light}"${attributes}>
<style>@media screen and (prefers-color-scheme:dark){svg{color:${dark}}.fill-paper{fill:${COLOURS.paper.dark}}${rules.join('')}}</style>
<rect class="fill-paper" x="${-margin}" y="${-margin}" ${size} fill="${COLOURS.paper.light}"/>
${body}
</svg>
`;
}

/** A chart as it stands in a page or report: the same text from every document. */
export function inlineSvg(svg: SVGSVGElement): string {
  return svgTextOf(svg);
}

/** With `used`, colours are written out and their names collected. */
function svgTextOf(node: Node, used?: Set<string>): string {
  if (node.nodeType === 3) return escaped(node.nodeValue ?? '');
  if (node.nodeType !== 1) return '';
  const element = node as Element;
  // Documents of HTML may say it in capitals; of SVG, the case counts.
  const name = element.localName;
  const classes: string[] = [];
  let attributes = '';
  for (const { name: key, value } of [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const variable = used && (key === 'fill' || key === 'stroke') ? /^var\(--fb-(\w+)\)$/.exec(value)?.[1] : undefined;
    if (variable !== undefined) {
      used?.add(`${key} ${variable}`);
      classes.push(`${key}-${variable}`);
    }
    attributes += ` ${key}="${escaped(variable === undefined ? value : COLOURS[variable as unknown as Colour].light)}"`;
  }
  if (classes.length > 0) attributes = ` class="${classes.join(' ')}"${attributes}`;
  const inside = [...element.childNodes].map((child) => svgTextOf(child, used)).join('');
  return inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`;
}
