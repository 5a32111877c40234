import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeBlock, writeBlocks, wrongIn } from './codeBlocks.js';
import { writeFixtures } from './fixtures.js';
import { whole } from './given.js';

/** A fenced block of a page, and what a comment before it says of running it. */
interface Block extends CodeBlock {
  page: string;
  language: string;
  mark: string | undefined;
}

const pages = ['README.md', 'CONTRIBUTING.md', 'RELEASE.md', 'SECURITY.md', 'ARCHITECTURE.md', ...markdownIn('docs')].filter(
  (page) => !page.startsWith('docs/api/'),
);
const texts = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]));
const blocks: Block[] = pages.flatMap((page) =>
  [...(texts.get(page) as string).matchAll(/(?:^<!-- ((?:not run|run by|may end)[^\n]*?) -->\n+)?^( *)```(\w*)\n([\s\S]*?)^ *```/gm)].map(
    ([all, mark, indent, language, code]) => {
      const before = (texts.get(page) as string).slice(0, (texts.get(page) as string).indexOf(all));
      return { page, language, mark, place: `${page}:${before.split('\n').length}`, code: code.replace(new RegExp(`^${indent}`, 'gm'), '').trimEnd() };
    },
  ),
);

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? markdownIn(`${folder}/${entry.name}`) : entry.name.endsWith('.md') ? [`${folder}/${entry.name}`] : [],
  );
}

const folder = mkdtempSync(join(tmpdir(), 'fairbits-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('blocks that are not run', () => {
  it('say why, and are few', () => {
    const marked = blocks.filter(({ mark }) => mark?.startsWith('not run'));
    for (const { mark, place } of marked) expect(mark, place).toMatch(/^not run: .{8,}/);
    expect(marked.length, marked.map(({ place, mark }) => `${place} ${mark}`).join('\n')).toBe(NOT_RUN);
  });

  it('or name the test that runs them', () => {
    for (const { mark, place } of blocks) if (mark?.startsWith('run by')) expect(existsSync(mark.slice('run by '.length)), place).toBe(true);
  });

  it('are in no other language than those that are run, unless they say so', () => {
    for (const { language, mark, place } of blocks) if (!mark) expect(['', 'text', 'sh', 'js', 'ts'], place).toContain(language);
    for (const { language, code, place } of blocks) if (language === '') expect(code, place).not.toMatch(/^(npm|npx|node|git|fairbits) |^import /m);
  });
});

/** Each more is a block that nobody sees fail. */
const NOT_RUN = 17;

describe.skipIf(process.platform === 'win32')('commands in the pages', () => {
  const scripts = blocks.filter(({ language, mark }) => language === 'sh' && !/^(not run|run by)/.test(mark ?? ''));
  const wrong: string[] = [];

  beforeAll(async () => {
    writeFixtures(folder);
    const waiting = [...scripts];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) wrong.push(...(await run(next)));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  }, 240_000);

  it('end with 0, and print what the page says', () => {
    expect(scripts.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});

/** Runs a script in the folder of fixtures; what stands in a block of text right behind it must be among what it prints, line by line. */
function run(block: Block): Promise<string[]> {
  return new Promise((done) => {
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    // Codes that are answers are said before the block.
    const codes = block.mark?.match(/\d+/g)?.map(Number) ?? [0];
    // In a folder of its own: scripts write files, and some by the same names.
    const own = join(tmpdir(), `fairbits-docs-${crypto.randomUUID()}`);
    cpSync(folder, own, { recursive: true });
    const shell = spawn('bash', [...(codes.length > 1 ? [] : ['-e']), '-uo', 'pipefail', '-c', block.code], {
      cwd: own,
      env: { ...env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    });
    let [printed, said] = ['', ''];
    shell.stdout.on('data', (text) => (printed += text));
    shell.stderr.on('data', (text) => (said += text));
    shell.on('close', (code) => {
      rmSync(own, { recursive: true, force: true });
      const next = blocks[blocks.indexOf(block) + 1];
      const expected = next?.page === block.page && next.language === 'text' ? next.code.split('\n') : [];
      const lines = printed.split('\n').map((line) => line.trimEnd());
      const missing = expected.filter((line) => line !== '…' && !lines.includes(line.trimEnd()));
      done([
        ...(codes.includes(code ?? -1) ? [] : [`${block.place} ended with ${code}: ${said.trim().split('\n').slice(-4).join(' / ')}`]),
        ...missing.map((line) => `${block.place} does not print: ${line}`),
      ]);
    });
  });
}

describe('code in the pages', () => {
  const FOLDER = 'build/docs-examples';
  const code = blocks.filter(({ language, mark }) => (language === 'js' || language === 'ts') && !mark).map((block) => ({ ...block, code: whole(block.code) }));

  it('runs, and comes to what it says', async () => {
    writeBlocks(FOLDER, code);
    const here = process.cwd();
    const wrong: string[] = [];
    if (!existsSync(join(folder, 'a.csv'))) writeFixtures(folder);
    const { log } = console;
    console.log = () => {};
    try {
      for (const [number, block] of code.entries()) {
        process.chdir(folder);
        wrong.push(...(await wrongIn(join(here, FOLDER), number, block)));
      }
    } finally {
      process.chdir(here);
      console.log = log;
    }
    expect(wrong).toEqual([]);
    expect(code.length).toBeGreaterThan(15);
  });
});

describe('paths in the pages', () => {
  it('are those of files and folders that are there', () => {
    const gone = pages.flatMap((page) =>
      [...(texts.get(page) as string).matchAll(/`((?:src|bench|test|scripts|docs|assembly|web|learners|studies|examples|schemas)\/[\w./-]*)`/g)]
        .filter(([, path]) => !existsSync(path) && path !== 'test/fuzz/findings/')
        .map(([, path]) => `${page}: ${path}`),
    );
    expect(gone).toEqual([]);
  });
});

describe('links in the pages', () => {
  const anchors = (page: string): string[] => {
    const seen = new Map<string, number>();
    return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => {
      const anchor = title
        .toLowerCase()
        .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-');
      // The second of the same name is counted.
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    });
  };

  it('lead to files and headings that are there', () => {
    const all = [...pages, 'CHANGELOG.md', 'bench/rivals/README.md', ...markdownIn('docs/api')];
    const broken = all.flatMap((page) =>
      [
        ...readFileSync(page, 'utf8')
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/\]\(([^)\s]+)\)/g),
      ]
        .map(([, target]) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => {
          const [path, anchor] = target.split('#');
          const file = path === '' ? page : join(dirname(page), path);
          return !existsSync(file) || (anchor !== undefined && file.endsWith('.md') && !anchors(file).includes(anchor));
        })
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });
});
