// What the bundles carry of others, with their licences, for dist/THIRD-PARTY-NOTICES.md. A plugin of the bundler sees every module that goes in.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Packages that bring what they depend on in their own bundle, and these. */
const BUNDLED = new Set(['linkedom', 'htmlparser2', 'css-select', 'dom-serializer', 'domutils']);
const FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Of modules that a bundle uses, which packages they are of. */
export class Notices {
  /** Folders of packages. */
  folders = new Set();

  /** For each bundle that is published. */
  get plugin() {
    return {
      name: 'notices',
      generateBundle: (_options, bundle) => {
        for (const { modules = {} } of Object.values(bundle))
          for (const [id, { renderedLength = 1 }] of Object.entries(modules)) if (renderedLength > 0) this.add(id);
      },
    };
  }

  add(path) {
    const folder = FOLDER.exec(path.replaceAll('\\', '/').replace(/^\0/, ''))?.[1];
    if (!folder || this.folders.has(folder)) return;
    this.folders.add(folder);
    if (BUNDLED.has(basename(folder))) for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) this.add(`${dirname(folder)}/${name}/`);
  }

  write(file) {
    const packages = [...this.folders].map(packageIn).sort((a, b) => (a.name < b.name ? -1 : 1));
    const parts = packages.map(({ name, version, license, texts }) => `## ${name} ${version}\n\nLicence: ${license}\n\n${texts.map(quoted).join('\n\n')}\n`);
    writeFileSync(
      file,
      `# Third-party notices\n\nThe bundles of fairbits (\`bin/\`, \`fairbits.page.js\`, \`web/\` and \`fairbits.wasm\`) hold code of these packages.\n\n${parts.join('\n')}`,
    );
  }
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function packageIn(folder) {
  const { name, version, license } = manifestIn(folder);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (!license) throw new Error(`${name}: its package.json names no licence`);
  return { name, version, license, texts };
}

/** As it stands there, whatever it holds. */
function quoted(text) {
  return `\`\`\`text\n${text.replace(/\r\n?/g, '\n').replaceAll('```', "'''")}\n\`\`\``;
}
