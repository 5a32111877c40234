import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiPages, changedSymbols, publicSymbols } from '../../scripts/api/pages.mjs';
import { type CodeBlock, saidIn, writeBlocks, wrongIn } from './codeBlocks.js';

const FOLDER = 'build/api-examples';
const symbols = [...publicSymbols().values()];
const blocks: CodeBlock[] = symbols.flatMap(({ name, entries: [entry], examples }) =>
  examples.map((code: string) => ({ place: `the example of ${name} of ${entry}`, code })),
);

describe('docs/api', () => {
  it('is what the code exports; public types change on purpose: node scripts/api.mjs writes it anew', () => {
    const written = new Map(readdirSync('docs/api').map((name) => [name, readFileSync(`docs/api/${name}`, 'utf8')]));
    expect(changedSymbols(written, apiPages())).toEqual([]);
  });

  it('tells a type that changed from a text that did', () => {
    const page = '### auc\n\nThe area.\n\n```typescript\nfunction auc(): number;\n```\n';
    const changed = (after: string) => changedSymbols(new Map([['a.md', page]]), new Map([['a.md', after]]));
    expect(changed(page)).toEqual([]);
    expect(changed(page.replace('area', 'surface'))).toEqual(['a.md: auc is described otherwise']);
    expect(changed(page.replace('number', 'string'))).toEqual(['a.md: auc has another type']);
    expect(changed(page.replace('### auc', '### AUC'))).toEqual(['a.md: auc is gone', 'a.md: AUC is new']);
  });

  it('has a sentence for every symbol', () => {
    expect(symbols.length).toBeGreaterThan(300);
    expect(symbols.filter(({ text }) => !/[.?!:)]$/.test(text.trim())).map(({ name }) => name)).toEqual([]);
  });

  it('has one for every type that these name, and a link to each', () => {
    const pages = apiPages();
    const others = (pages.get('other-types.md') as string).split(/^### /m).slice(1);
    expect(others.length).toBeGreaterThan(20);
    expect(others.filter((section) => !/^\w+\n\n[^`\n]/.test(section)).map((section) => section.split('\n')[0])).toEqual([]);
    const all = [...pages.values()].join('\n');
    for (const name of others.map((section) => section.split('\n')[0]))
      expect(all, name).toMatch(new RegExp(`\\[${name}\\]\\((other-types\\.md)?#${name.toLowerCase()}\\)`));
  });

  it('has an example for everything that can be called or read', () => {
    expect(symbols.filter(({ kind, examples }) => kind !== 'type' && examples.length === 0).map(({ name }) => name)).toEqual([]);
    const silent = symbols.filter(({ kind, examples }) => kind !== 'type' && examples.every((code: string) => saidIn(code) === 0));
    // Nothing comes of them that could be shown.
    expect(silent.map(({ name }) => name).sort()).toEqual(['loadFormats', 'serveWorker']);
  });
});

describe('examples of the reference', () => {
  beforeAll(() => writeBlocks(FOLDER, blocks));

  it('have the right types', () => {
    const { stdout, status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', FOLDER], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('come to what they say', async () => {
    const wrong: string[] = [];
    for (const [number, block] of blocks.entries()) wrong.push(...(await wrongIn(FOLDER, number, block)));
    expect(wrong).toEqual([]);
    expect(blocks.length).toBeGreaterThan(120);
  });
});
