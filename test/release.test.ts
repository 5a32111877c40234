import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../src/base/version.js';

const root = mkdtempSync(join(tmpdir(), 'fairbits-release-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder: string;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const commit = (): string => git('commit', '--quiet', '-am', 'change');
const EMPTY = '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- All.\n';

/** The release script in a repository of its own, with a build and checks that are soon over. */
beforeEach(() => {
  folder = mkdtempSync(join(root, 'repository-'));
  for (const path of ['scripts', 'src/base', '.ci']) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['package.json', 'package-lock.json', 'src/base/version.ts', 'scripts/release.mjs', 'scripts/npm.mjs']) cpSync(path, join(folder, path));
  // Whatever version this is.
  for (const path of ['package.json', 'package-lock.json', 'src/base/version.ts']) put(path, read(path).replaceAll(version, '0.1.0'));
  put('CHANGELOG.md', EMPTY.replace('Unreleased\n', 'Unreleased\n\n- Something new.\n'));
  put('scripts/build.mjs', '');
  put('.ci/run', 'exit 0\n');
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  git('add', '.');
  commit();
});

function release(...args: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stderr };
}

const state = (): string[] => [git('tag'), git('status', '--porcelain'), git('rev-parse', 'HEAD')];

function change(path: string, text: string): void {
  put(path, text);
  commit();
}

describe('npm run release', () => {
  it.each([
    ['no version', [], /expected a version such as 1\.2\.3 or 1\.2\.3-rc\.1, found none/, () => {}],
    ['what is no version', ['1.2'], /found 1\.2/, () => {}],
    ['the version that is there', ['0.1.0'], /0\.1\.0 does not follow 0\.1\.0/, () => {}],
    ['an early one of the version that is there', ['0.1.0-rc.1'], /does not follow/, () => {}],
    ['a tree with changes', ['0.2.0'], /changes that are not committed/, () => put('new', '')],
    ['another branch', ['0.2.0'], /this is the branch other: expected main/, () => git('checkout', '--quiet', '-b', 'other')],
    ['a tag that exists', ['0.2.0'], /there is a tag v0\.2\.0 already/, () => git('tag', 'v0.2.0')],
    ['a changelog with nothing new', ['0.2.0'], /nothing under "Unreleased"/, () => change('CHANGELOG.md', EMPTY)],
    ['a changelog without the heading', ['0.2.0'], /nothing under "Unreleased"/, () => change('CHANGELOG.md', '# Changelog\n\n## 0.1.0\n')],
    ['checks that fail', ['0.2.0'], /bash \.ci\/run failed/, () => change('.ci/run', 'exit 3\n')],
    ['a build that fails', ['0.2.0'], /build\.mjs failed/, () => change('scripts/build.mjs', 'process.exit(2)')],
  ])('refuses %s, and leaves everything as it was', (_, args, expected, prepare) => {
    prepare();
    const before = state();
    const { status, stderr } = release(...args);
    expect(stderr).toMatch(expected);
    expect(status).toBe(1);
    expect(state()).toEqual(before);
  });

  it('makes the section, the versions, the commit and the tag', () => {
    const { status, stderr } = release('0.2.0');
    expect(stderr).toMatch(/committed and tagged v0\.2\.0/);
    expect(status).toBe(0);
    expect(read('CHANGELOG.md')).toMatch(/^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n\n## 0\.1\.0\n/);
    expect(JSON.parse(read('package.json')).version).toBe('0.2.0');
    expect(JSON.parse(read('package-lock.json')).packages[''].version).toBe('0.2.0');
    expect(read('src/base/version.ts')).toContain("'0.2.0'");
    expect([git('tag'), git('log', '-1', '--format=%s'), git('status', '--porcelain')]).toEqual(['v0.2.0', 'Release 0.2.0', '']);
    // Nothing but the versions differs.
    expect(git('diff', '--stat', 'HEAD~1', '--', 'package.json', 'package-lock.json')).toMatch(/3 insertions\(\+\), 3 deletions\(-\)/);
    expect(release('0.3.0').stderr).toMatch(/nothing under "Unreleased"/);
  });

  it('a dry run does all but the commit and the tag, of the next version where none is named', () => {
    change('.ci/run', "grep -q '0.2.0' package.json && grep -q '0.2.0' src/base/version.ts && grep -q '## 0.2.0' CHANGELOG.md\n");
    const before = state();
    const { status, stderr } = release('--dry-run');
    expect(stderr).toMatch(/a dry run: v0\.2\.0 was neither committed nor tagged/);
    expect(status).toBe(0);
    expect(state()).toEqual(before);
  });
});
