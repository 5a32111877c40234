// The package as a stranger gets it: packed, installed into an empty project, every entry and command tried, types looked at, on every Node that can be had.
//   npm run test:package                      the Node that runs this, and 20.0.0 (the oldest that will do), 20, 22, 24, 26 where npm has them for this platform
//   npm run test:package -- --nodes 22,26
//   npm run test:package -- --offline         this Node alone; nothing is installed, dependencies are those of the repository (npm test does this)
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = process.argv.slice(2);
const offline = args.includes('--offline');
const wanted = args.includes('--nodes') ? args[args.indexOf('--nodes') + 1].split(',') : ['20.0.0', '20', '22', '24', '26'];
const windows = process.platform === 'win32';
const runNpm = (cwd, ...parts) => execFileSync(...npm(...parts), { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** How TypeScript may look for modules, in a page without the types of Node, and in Node without those of a page. */
const TYPE_SETTINGS = [...['node16', 'nodenext'].map((module) => [module, module]), ['esnext', 'bundler']].flatMap((way) => [
  [...way, '--lib', 'es2022,dom', '--types', ''],
  [...way, '--lib', 'es2022', '--types', 'node', '--typeRoots', resolve('node_modules/@types')],
]);

const folder = mkdtempSync(join(tmpdir(), 'fairbits-package-'));
const project = join(folder, 'project');
try {
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n');
  const [{ filename, files }] = JSON.parse(runNpm('.', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  if (offline) unpack(filename);
  else runNpm(project, 'install', '--no-audit', '--no-fund', '--ignore-scripts', join(folder, filename));
  console.log(`${filename}: ${files.length} files`);
  copyFileSync('scripts/package/smoke.mjs', join(project, 'smoke.mjs'));
  checkTypes();
  const nodes = new Map([[`this Node ${process.versions.node}`, process.execPath]]);
  if (!offline) for (const version of wanted) if (version !== process.versions.node.split('.')[0]) nodes.set(`Node ${version}`, fetched(version));
  for (const [name, path] of nodes) {
    if (!path) console.log(`${name}: skipped, npm has no binary of it for ${process.platform} ${process.arch} that could be fetched`);
    else if (spawnSync(path, ['smoke.mjs'], { cwd: project, stdio: 'inherit' }).status !== 0)
      throw new Error(`${name}: the package does not do what it should`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The package beside links to what it depends on, and what these do. */
function unpack(tarball) {
  // By its name alone: before a colon GNU's tar, on Windows too, expects a machine.
  execFileSync('tar', ['-xzf', tarball], { cwd: folder });
  cpSync(join(folder, 'package'), join(project, 'node_modules', 'fairbits'), { recursive: true });
  const link = (name) => {
    const place = join(project, 'node_modules', name);
    if (existsSync(place)) return;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(resolve('node_modules', name), place, 'junction');
    for (const other of Object.keys(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).dependencies ?? {})) link(other);
  };
  for (const name of Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)) link(name);
}

/** Whoever writes TypeScript finds the types of every entry. */
function checkTypes() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.entries(exports).flatMap(([path, target]) => (target.types ? [`fairbits${path.slice(1)}`] : []));
  const lines = names.map((name, i) => `import * as entry${i} from '${name}';\nexport const keys${i}: string[] = Object.keys(entry${i});`);
  writeFileSync(join(project, 'types.ts'), `${lines.join('\n')}\n`);
  for (const [module, resolution, ...surroundings] of TYPE_SETTINGS) {
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      module,
      '--moduleResolution',
      resolution,
      '--target',
      'es2022',
      ...surroundings,
      '--skipLibCheck',
      'false',
    ];
    const { status, stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...options, 'types.ts'], {
      cwd: project,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`types of the package, ${options.join(' ')}:\n${stdout}`);
  }
  console.log(`types of ${names.length} entries are whole`);
}

/** The newest Node of a version, from npm; undefined where there is none. */
function fetched(version) {
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const place = join(folder, `node${version}`);
  mkdirSync(place);
  try {
    runNpm(place, 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', `${name}@${version}`);
  } catch {
    return undefined;
  }
  const path = join(place, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}
