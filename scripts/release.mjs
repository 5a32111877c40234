// Makes a release: node scripts/release.mjs VERSION [--dry-run]. RELEASE.md says what it does, step by step. It publishes nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = process.argv.slice(2);
const dryRun = args.includes('--dry-run');
const VERSION = 'src/base/version.ts';
const FILES = ['CHANGELOG.md', 'package.json', 'package-lock.json', VERSION];

const output = (command, rest) => execFileSync(command, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const read = (file) => readFileSync(file, 'utf8');

function stop(why) {
  console.error(`no release: ${why}`);
  process.exit(1);
}

function run(command, ...rest) {
  try {
    execFileSync(command, rest, { stdio: 'inherit' });
  } catch {
    stop(`${[command, ...rest].join(' ')} failed`);
  }
}

const { version: last } = JSON.parse(read('package.json'));
// A dry run without a version is one of the next.
const version = args.find((arg) => !arg.startsWith('--')) ?? (dryRun ? last.replace(/\.(\d+)\..*$/, (_, minor) => `.${Number(minor) + 1}.0`) : undefined);
if (!version || !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))
  stop(`expected a version such as 1.2.3 or 1.2.3-rc.1, found ${version ?? 'none'}. Try: npm run release -- --dry-run`);
if (!follows(version, last)) stop(`${version} does not follow ${last}`);
if (output('git', ['status', '--porcelain']) !== '') stop('there are changes that are not committed');
const branch = output('git', ['rev-parse', '--abbrev-ref', 'HEAD']);
if (branch !== 'main' && !dryRun) stop(`this is the branch ${branch}: expected main`);
if (output('git', ['tag', '--list', `v${version}`]) !== '') stop(`there is a tag v${version} already`);
const changes = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(read('CHANGELOG.md'));
if (!changes || changes[1].trim() === '') stop('CHANGELOG.md has nothing under "Unreleased"');

const before = new Map(FILES.map((file) => [file, read(file)]));
let done = false;
process.on('exit', () => {
  if (!done) for (const [file, text] of before) writeFileSync(file, text);
});
// What runs gets Ctrl-C, too, and fails; then all is put back.
process.on('SIGINT', () => {});

const date = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`));
for (const file of ['package.json', 'package-lock.json']) {
  const manifest = JSON.parse(read(file));
  manifest.version = version;
  if (manifest.packages) manifest.packages[''].version = version;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
writeFileSync(VERSION, read(VERSION).replace(`'${last}'`, `'${version}'`));

run(process.execPath, 'scripts/build.mjs');
run('bash', '.ci/run');
const [{ files, size, unpackedSize }] = JSON.parse(output(...npm('pack', '--dry-run', '--json', '--ignore-scripts')));
console.error(`fairbits ${version}: ${files.length} files, ${(size / 1e6).toFixed(2)} MB packed, ${(unpackedSize / 1e6).toFixed(2)} MB unpacked`);

if (dryRun) console.error(`a dry run: v${version} was neither committed nor tagged. dist/ is of that version; npm run build makes it anew.`);
else {
  run('git', 'commit', '--quiet', '-am', `Release ${version}`);
  run('git', 'tag', '-a', `v${version}`, '-m', `fairbits ${version}`);
  done = true;
  console.error(`committed and tagged v${version}. To publish: RELEASE.md`);
}

/** Whether a version may come after another. */
function follows(next, previous) {
  const parts = (text) => {
    const [numbers, early] = text.split('-');
    return [...numbers.split('.').map(Number), early ? Number(early.split('.')[1]) : Infinity];
  };
  const [a, b] = [parts(next), parts(previous)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at] > b[at];
}
