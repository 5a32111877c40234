// What the bundles carry of others, with their licences, for dist/THIRD-PARTY-NOTICES.md. A plugin of the bundler sees every module that goes in.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
/** Modules that a bundler writes itself, such as its helper for `import()`. */
const OWN = /^\0(rolldown|vite)\//;
/** Packages whose one module brings what they depend on. */
const BRINGS_ALL = /\/linkedom$/;
/** A comment of several lines, or lines of comments one after the other. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*\n)+|\/\/[^\n]*/gm;
const OF_OTHERS = /copyright|\(c\) ?\d{4}|\bMIT\b|apache license|adapted from|taken from/i;

/** Of modules that a bundle uses, which packages they are of. */
export class Notices {
  /** The modules of each bundle, by its path in dist/. */
  bundles = {};
  /** Folders of packages, and comments in their modules that name somebody else. */
  #folders = new Map();

  /** For each bundle that is published. */
  get plugin() {
    return {
      name: 'notices',
      generateBundle: ({ dir }, bundle) => {
        for (const [file, { type, modules = {} }] of Object.entries(bundle)) {
          if (type !== 'chunk') continue;
          const used = Object.keys(modules).filter((id) => modules[id].renderedLength > 0);
          this.bundles[relative('dist', join(resolve(dir), file)).replaceAll('\\', '/')] = used.map((id) => relative('.', id).replaceAll('\\', '/'));
          for (const id of used) this.add(id);
        }
      },
    };
  }

  add(id) {
    const own = OWN.exec(id);
    const path = own ? `${resolve('node_modules', own[1])}/` : id;
    const folder = FOLDER.exec(path.replaceAll('\\', '/'))?.[1];
    if (!folder) return;
    if (!this.#folders.has(folder)) this.#folders.set(folder, new Set());
    if (BRINGS_ALL.test(folder)) this.#addNeeded(folder);
    if (!own && existsSync(path))
      for (const [comment] of readFileSync(path, 'utf8').matchAll(COMMENT)) if (OF_OTHERS.test(comment)) this.#folders.get(folder).add(comment);
  }

  #addNeeded(folder) {
    for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
      const needed = neededBy(folder, name);
      if (this.#folders.has(needed)) continue;
      this.#folders.set(needed, new Set());
      this.#addNeeded(needed);
    }
  }

  write(file) {
    const packages = [...this.#folders].map(packageIn).sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
    const parts = packages.map(({ name, version, license, texts }) => `## ${name} ${version}\n\nLicence: ${license}\n\n${texts.map(quoted).join('\n\n')}\n`);
    writeFileSync(
      file,
      `# Third-party notices\n\nThe bundles of fairbits (\`bin/\`, \`fairbits.page.js\`, \`web/\` and \`fairbits.wasm\`) hold code of these packages, and of those whom the comments in their modules name.\n\n${parts.join('\n')}`,
    );
  }
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Where Node finds a package that another needs: beside it, or further up. */
function neededBy(folder, name) {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    const place = `${at}/node_modules/${name}`;
    if (existsSync(place)) return place;
    if (!at.includes('/node_modules/')) throw new Error(`${folder} needs ${name}, which is not installed`);
  }
}

function packageIn([folder, comments]) {
  const { name, version, license, author } = manifestIn(folder);
  if (!license) throw new Error(`${name}: its package.json names no licence`);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|third-party)/i.test(file))
    .sort()
    // What comes behind is of the bundler's own dependencies, which no bundle of ours holds.
    .map((file) => readFileSync(join(folder, file), 'utf8').split('# Licenses of bundled dependencies')[0].trim());
  if (texts.length === 0) texts.push(usualText(name, license, author));
  return { name, version, license, texts: [...texts, ...[...comments].map(plain)] };
}

/** Of a package that names its licence, and does not come with the text. */
function usualText(name, license, author) {
  if (license === 'Apache-2.0') return 'The text of the Apache License 2.0 is that of assemblyscript, in this file.';
  if (license !== 'ISC') throw new Error(`${name}: there is no text of its licence, ${license}`);
  return `${typeof author === 'string' ? author : author.name}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN
CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;
}

/** A comment without its signs. */
const plain = (comment) =>
  comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(?:\/\/|\*)? ?/gm, '')
    .trim();

/** As it stands there, whatever it holds. */
function quoted(text) {
  return `\`\`\`text\n${text.replace(/\r\n?/g, '\n').replaceAll('```', "'''")}\n\`\`\``;
}
