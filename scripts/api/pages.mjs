// The pages of docs/api/: one for each entry, one for types that are named there and not exported, and a list of all.
import { commentOf, declarationOf, entries, entryText, exportsOf, kindOf, namedBy, standsFor } from './publicTypes.mjs';

const ENTRY_OF_ALL = 'fairbits';
const MADE = '<!-- Made from the types by node scripts/api.mjs; edit the comments in the sources. -->';
const OTHERS = 'other-types.md';
const ORDER = ['function', 'class', 'constant', 'type'];
/** More symbols than this are listed before they are described. */
const MANY = 8;
const HEADINGS = { function: 'Functions', class: 'Classes', constant: 'Constants', type: 'Types' };

const keyOf = ({ file, name }) => `${file}#${name}`;
const pageOf = (entry) => `${entry === ENTRY_OF_ALL ? 'index' : entry.slice(ENTRY_OF_ALL.length + 1)}.md`;

/** Every symbol that some entry exports, once: `{ name, symbol, entries, kind, text, examples }`, under the first entry that has it. */
export function publicSymbols() {
  const found = new Map();
  for (const { name: entry, file } of entries()) {
    for (const [name, symbol] of exportsOf(file)) {
      const key = keyOf(symbol);
      if (!found.has(key)) found.set(key, { name, symbol, entries: [], kind: kindOf(symbol), ...commentOf(symbol) });
      found.get(key).entries.push(entry);
    }
  }
  return found;
}

/** The pages by their names. */
export function apiPages() {
  const all = publicSymbols();
  const others = otherTypes(all);
  const places = placesOf(all, others);
  const pages = new Map();
  for (const { name: entry, file } of entries()) {
    const elsewhere = [...all.values()].filter(({ entries: [first, ...more] }) => first !== entry && more.includes(entry)).sort(byName);
    pages.set(pageOf(entry), entryPage(entry, entryText(file), firstIn(entry, all), elsewhere, places));
  }
  const about = 'Public types name these; no entry exports them, so they have no name to import.';
  pages.set(OTHERS, `${['# Other types', MADE, about, ...others.map((each) => section(each, OTHERS, places))].join('\n\n')}\n`);
  pages.set('README.md', contents(all, places));
  return pages;
}

/** The symbols that stand on the page of an entry, in their order there. */
const firstIn = (entry, all) =>
  [...all.values()].filter(({ entries: [first] }) => first === entry).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || byName(a, b));

/** Where each symbol stands: its page and its anchor. Of headings that differ in capitals alone, the later ones are counted. */
function placesOf(all, others) {
  const places = new Map();
  const place = (page, symbols) => {
    const seen = new Map();
    for (const { name, symbol } of symbols) {
      const anchor = name.toLowerCase();
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      places.set(keyOf(symbol), { page, anchor: before === 0 ? anchor : `${anchor}-${before}` });
    }
  };
  for (const { name: entry } of entries()) place(pageOf(entry), firstIn(entry, all));
  place(OTHERS, others);
  return places;
}

/** A link to a symbol, from a page. */
function linkTo(symbol, name, from, places) {
  const { page, anchor } = places.get(keyOf(symbol));
  return `[${name}](${page === from ? '' : page}#${anchor})`;
}

const byName = (a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : a.name.toLowerCase() > b.name.toLowerCase() ? 1 : a.name < b.name ? -1 : 1);

function entryPage(entry, about, symbols, elsewhere, places) {
  const page = pageOf(entry);
  const parts = [`# \`${entry}\``, MADE, about];
  for (const kind of ORDER) {
    const some = symbols.filter((each) => each.kind === kind);
    if (some.length === 0) continue;
    parts.push(`## ${HEADINGS[kind]}`);
    if (some.length > MANY) parts.push(`${some.map(({ symbol, name }) => linkTo(symbol, name, page, places)).join(', ')}.`);
    parts.push(...some.map((each) => section(each, page, places)));
  }
  const links = elsewhere.map(({ symbol, name }) => linkTo(symbol, name, page, places));
  if (links.length > 0) parts.push('## Also here', `${links.join(', ')}.`);
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function section({ name, symbol, text, examples }, page, places) {
  const of = standsFor(symbol) ?? symbol;
  const declared = declarationOf(of).replace(new RegExp(`\\b${of.name}\\b`), name);
  const named = [...namedBy(of).values()]
    .filter((other) => keyOf(other) !== keyOf(of) && keyOf(other) !== keyOf(symbol) && places.has(keyOf(other)))
    .sort(byName);
  const links = named.length > 0 && `Types: ${named.map((other) => linkTo(other, other.name, page, places)).join(', ')}.`;
  const blocks = examples.map((example) => `Example:\n\n\`\`\`ts\n${example}\n\`\`\``);
  return [`### ${name}`, text, `\`\`\`typescript\n${declared}\n\`\`\``, links, ...blocks].filter(Boolean).join('\n\n');
}

/** Types that public ones name, and that no entry exports: they belong to what a caller sees. */
function otherTypes(all) {
  const found = new Map();
  const walk = (symbol) => {
    for (const [key, named] of namedBy(standsFor(symbol) ?? symbol)) {
      if (all.has(key) || found.has(key) || kindOf(named) !== 'type') continue;
      found.set(key, { name: named.name, symbol: named, ...commentOf(named) });
      walk(named);
    }
  };
  for (const { symbol } of all.values()) walk(symbol);
  return [...found.values()].sort(byName);
}

function contents(all, places) {
  const rows = entries().map(({ name: entry, file }) => {
    const symbols = [...all.values()].filter(({ entries: [first] }) => first === entry).sort(byName);
    const about = entryText(file).split('\n').join(' ');
    const values = symbols.filter(({ kind }) => kind !== 'type').map(({ symbol, name }) => linkTo(symbol, name, 'README.md', places));
    const types = symbols.length - values.length;
    return `## [\`${entry}\`](${pageOf(entry)})\n\n${[about, values.length > 0 ? `${values.join(', ')}${types > 0 ? `, and [${types === 1 ? 'a type' : `${types} types`}](${pageOf(entry)}#types)` : ''}.` : ''].filter(Boolean).join('\n\n')}`;
  });
  const about = `Every symbol that the package exports. In examples, what follows \`// →\` is what the line comes to, numbers rounded; a test runs them all. Files are those of \`examples/\` in the package.`;
  return `${['# API reference', MADE, about, ...rows, `Types without an export: [other types](${OTHERS}).`].join('\n\n')}\n`;
}

/** What differs between written pages and those that the code calls for, symbol by symbol. */
export function changedSymbols(written, pages) {
  const lines = [];
  for (const name of new Set([...written.keys(), ...pages.keys()])) {
    const [before, after] = [sections(written.get(name) ?? ''), sections(pages.get(name) ?? '')];
    if (written.get(name) === pages.get(name)) continue;
    const seen = lines.length;
    for (const symbol of new Set([...before.keys(), ...after.keys()])) {
      const [old, now] = [before.get(symbol), after.get(symbol)];
      if (old === now) continue;
      const what =
        old === undefined ? 'is new' : now === undefined ? 'is gone' : declared(old) === declared(now) ? 'is described otherwise' : 'has another type';
      lines.push(`${name}: ${symbol} ${what}`);
    }
    if (lines.length === seen) lines.push(`${name}: the text between symbols differs`);
  }
  return lines;
}

const sections = (page) => new Map([...page.matchAll(/^### (\S+)\n([\s\S]*?)(?=^##+ |$(?![\s\S]))/gm)].map(([, name, text]) => [name, text]));
const declared = (text) =>
  /```typescript\n([\s\S]*?)\n```/
    .exec(text)?.[1]
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ');
