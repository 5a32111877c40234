import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { wasmBytes } from '../dist/kernels/wasmBytes.js';
import { npm } from '../scripts/npm.mjs';

const root = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root));
const manifest = JSON.parse(read('package.json').toString());
const lock = JSON.parse(read('package-lock.json').toString());

describe('package.json', () => {
  it('says what npm shows, and invents no address', () => {
    for (const field of ['name', 'version', 'description', 'keywords', 'license', 'author', 'main', 'types', 'bin', 'engines'])
      expect(manifest[field], field).toBeTruthy();
    for (const field of ['repository', 'bugs', 'homepage']) expect(manifest[field], field).toBeUndefined();
  });

  const targets: string[] = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry as Record<string, string>),
  );

  it('exports files that exist', () => {
    expect(targets).toContain('./dist/index.js');
    expect(targets).toContain('./dist/index.d.ts');
    for (const target of targets) expect(existsSync(new URL(target.replace('*', 'score'), root)), target).toBe(true);
  });

  it('every export can be imported by its name', async () => {
    const main = await import('fairbits');
    const page = await import(/* @vite-ignore */ new URL(manifest.exports['./page'].default, root).href);
    // A page has the heart of it.
    for (const [name, value] of Object.entries(page)) expect(typeof main[name as keyof typeof main], name).toBe(typeof value);
    for (const name of ['createEngine', 'evaluate', 'lemma1', 'priorCurve', 'reversals', 'bestEstimate', 'measures', 'FairbitsError'])
      expect(Object.keys(page)).toContain(name);
    const { resolve } = createRequire(import.meta.url);
    for (const [name, entry] of Object.entries(manifest.exports as Record<string, string | { default: string }>)) {
      const target = typeof entry === 'string' ? entry : entry.default;
      expect(resolve(`fairbits${name.slice(1).replace('*', 'score')}`), name).toBe(fileURLToPath(new URL(target.replace('*', 'score'), root)));
    }
  });

  it('is small enough for a page, the core inside', () => {
    const file = readFileSync(new URL(manifest.exports['./page'].default, root));
    // Ceilings and shares of rewards, and what a headline of −∞ comes to under a cutoff, are 2 kB of it.
    // Plain arrays, labels by name and refused options are 1.5 kB.
    // What is kept around the prior is sorted by class in the core, and stacks in groups: 0.9 kB.
    expect(gzipSync(file).length).toBeLessThan(81_500);
  });

  it('pins every dependency exactly', () => {
    for (const kind of ['dependencies', 'devDependencies']) {
      expect(Object.keys(manifest[kind] ?? {}).length, kind).toBeGreaterThan(0);
      for (const [name, version] of Object.entries(manifest[kind])) expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
    for (const kind of ['optionalDependencies', 'bundledDependencies']) expect(manifest[kind], kind).toBeUndefined();
    // The clients of databases are the user's own to install, and whoever scores files needs none.
    expect(Object.keys(manifest.peerDependencies)).toEqual(['@duckdb/node-api', 'mysql2', 'pg']);
    for (const name of Object.keys(manifest.peerDependencies)) expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
  });

  it('runs nothing when it is installed', () => {
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(manifest.scripts, name).not.toHaveProperty(name);
  });

  it('is a module for Node 20 and later', () => {
    expect(manifest.type).toBe('module');
    expect(manifest.engines.node).toBe('>=20');
  });
});

describe('dist/THIRD-PARTY-NOTICES.md', () => {
  const notices = read('dist/THIRD-PARTY-NOTICES.md').toString();
  const parts = notices.split(/^## /m).slice(1);
  const named = parts.map((part) => part.split('\n')[0]);
  /** The modules of each bundle, as the bundlers told them. */
  const bundles: Record<string, string[]> = JSON.parse(read('build/bundles.json').toString());
  const manifestOf = (folder: string) => JSON.parse(read(`${folder}/package.json`).toString());

  it('is made from the modules of every bundle that is shipped', () => {
    const shipped = ['bin', 'web/assets'].flatMap((folder) => readdirSync(new URL(`dist/${folder}`, root)).map((name) => `${folder}/${name}`));
    const scripts = shipped.filter((path) => path.endsWith('.js') && path !== 'bin/fairbits.js');
    expect(Object.keys(bundles).sort()).toEqual([...scripts, 'fairbits.page.js'].sort());
    expect(scripts.length).toBeGreaterThan(50);
  });

  it('names the package of every module, with its version, and what is in the core', () => {
    const folders = new Set(Object.values(bundles).flatMap((modules) => modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])));
    expect(folders.size).toBeGreaterThan(20);
    for (const folder of folders) expect(named).toContain(`${manifestOf(folder).name} ${manifestOf(folder).version}`);
    for (const name of Object.keys(manifest.dependencies)) expect(named).toContain(`${name} ${manifest.dependencies[name]}`);
    for (const name of ['assemblyscript', 'commander', 'rolldown', 'vite']) expect(named).toContain(`${name} ${manifest.devDependencies[name]}`);
    expect(new Set(named).size).toBe(named.length);
  });

  it('names what linkedom, which comes as one module, has inside', () => {
    // Its module has no names of packages, but theirs are what it was made from.
    const needed = (name: string): string[] => Object.keys(manifestOf(`node_modules/${name}`).dependencies ?? {}).flatMap((other) => [other, ...needed(other)]);
    const all = new Set(needed('linkedom'));
    expect(all.size).toBeGreaterThan(10);
    for (const name of all) expect(named.map((each) => each.split(' ')[0])).toContain(name);
  });

  it('holds the licence of each, and its text whole', () => {
    const silent: string[] = [];
    for (const [i, part] of parts.entries()) {
      const [name, version] = named[i].split(' ');
      const [folder] = Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`) && lock.packages[path].version === version);
      expect(part, name).toMatch(/^Licence: (MIT|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause)$/m);
      const files = readdirSync(new URL(folder, root)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
      if (files.length === 0) silent.push(name);
      for (const file of files) {
        const whole = read(`${folder}/${file}`).toString().replaceAll('\r', '').trim();
        expect(part).toContain(name === 'vite' ? whole.slice(0, whole.indexOf('# Licenses of bundled')).trim() : whole);
      }
    }
    expect(silent).toEqual(['@assemblyscript/loader', 'boolbase']);
    expect(notices).toContain('Apache License\n                           Version 2.0, January 2004');
    expect(parts.find((part) => part.startsWith('boolbase'))).toMatch(/Felix Boehm[\s\S]*Permission to use, copy, modify/);
  });

  it('names those from whom packages have taken code, as the comments in their modules do', () => {
    for (const name of ['2015 Devon Govett', '2013 Google Inc', '2016 Zhipeng Jia', '2023 Arjun Barrett', '2007-2020 Steven Levithan'])
      expect(notices).toContain(name);
  });
});

describe('package-lock.json', () => {
  const packages = Object.entries(
    lock.packages as Record<
      string,
      {
        version?: string;
        resolved?: string;
        integrity?: string;
        hasInstallScript?: boolean;
        dev?: boolean;
        link?: boolean;
        optional?: boolean;
        os?: string[];
        cpu?: string[];
      }
    >,
  );

  it('holds no host name', () => {
    for (const [path, { resolved }] of packages) expect(resolved, path).toBeUndefined();
    expect(read('package-lock.json').toString()).not.toMatch(/"resolved"|registry\./);
  });

  it('holds the sum of every package that can be installed where this is tested', () => {
    expect(packages.length).toBeGreaterThan(10);
    for (const [path, { integrity, os, cpu = [], optional, dev }] of packages) {
      if (path === '') continue;
      const tested = !os?.some((name) => name !== 'linux') && (cpu.length === 0 || cpu.includes('x64') || cpu.includes('arm64'));
      if (tested) expect(integrity, path).toMatch(/^sha512-/);
      else expect({ optional, dev }, path).toEqual({ optional: true, dev: true });
    }
  });

  it('holds the packages of every platform, as `npm ci` wants it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairbits-lock-'));
    try {
      for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(folder, file), read(file));
      const { status, stderr } = spawnSync(...npm('ci', '--dry-run', '--offline', '--no-audit', '--no-fund'), { cwd: folder, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has no install scripts among what a user gets', () => {
    for (const [path, { hasInstallScript, dev }] of packages) if (!dev) expect(hasInstallScript ?? false, path).toBe(false);
  });

  it('is of this version and these dependencies', () => {
    const { version, dependencies, devDependencies } = lock.packages[''];
    expect({ version, dependencies, devDependencies }).toEqual({
      version: manifest.version,
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });
});

describe('the tarball', () => {
  const [{ files, size, unpackedSize }] = JSON.parse(
    execFileSync(...npm('pack', '--dry-run', '--json', '--ignore-scripts'), {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ files: { path: string }[]; size: number; unpackedSize: number }];
  const paths = files.map(({ path }) => path);

  it.each(['package.json', 'LICENSE', 'dist/index.js', 'dist/index.d.ts', 'dist/fairbits.wasm', 'dist/fairbits.page.js'])('has %s', (path) => {
    expect(paths).toContain(path);
  });

  it('has the page that fairbits serve serves', () => {
    expect(paths).toContain('dist/web/index.html');
    expect(paths.filter((path: string) => /^dist\/web\/assets\/worker-[\w-]+\.js$/.test(path)).length).toBe(1);
  });

  it('has types beside every module', () => {
    for (const path of paths) if (/^dist\/(?!bin\/|web\/).*(?<!\.page)\.js$/.test(path)) expect(paths).toContain(path.replace(/\.js$/, '.d.ts'));
  });

  it('has the command once: as bundles in dist/bin, without the modules that they were made from', () => {
    expect(paths).toContain('dist/bin/command.js');
    for (const path of paths) expect(path).not.toMatch(/^dist\/(cli|terminal|html|charts)\b|^dist\/(parts|reports|webTasks)\./);
  });

  it('has every module and declaration that another one names', () => {
    const shipped = new Set(paths);
    const missing = paths
      .filter((path) => /^dist\/(?!bin\/|web\/).*\.(?:js|d\.ts)$/.test(path))
      .flatMap((path) =>
        [
          ...read(path)
            .toString()
            .matchAll(/^(?:import|export)\b[^'"\n]*['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)|new URL\(['"](\.[^'"]+)['"]/gm),
        ]
          .map(([, from, loaded, url]) => posix.join(posix.dirname(path), from ?? loaded ?? url))
          .filter((other) => !shipped.has(path.endsWith('.d.ts') ? other.replace(/\.js$/, '.d.ts') : other))
          .map((other) => `${path} names ${other}`),
      );
    expect(missing).toEqual([]);
  });

  it('has no source maps, on purpose: modules are shipped one by one with their comments, and names in bundles are whole', () => {
    for (const path of paths) expect(path).not.toMatch(/\.map$/);
    for (const path of ['dist/index.js', 'dist/bin/command.js', 'dist/fairbits.page.js']) expect(read(path).toString()).not.toContain('sourceMappingURL');
  });

  it('has no tests, sources, fixtures or settings', () => {
    for (const path of paths)
      expect(path).toMatch(
        /^(dist\/|docs\/|examples\/|schemas\/\w+\.json$|package\.json$|LICENSE$|(README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)\.md$)/,
      );
    for (const path of paths) expect(path).not.toMatch(/test|oracle|^(?!examples\/forecasters\/).*\.csv$|node_modules|\.tgz$/);
  });

  it('is small: what it holds, packed and unpacked', () => {
    expect(size).toBeLessThan(3.4e6);
    expect(unpackedSize).toBeLessThan(9.5e6);
  });

  it('has what its pages link to, and the files of the tours', () => {
    const pages = paths.filter((path) => path.endsWith('.md') && !/^(CONTRIBUTING|ARCHITECTURE|CHANGELOG)/.test(path));
    const gone = pages.flatMap((page) =>
      [
        ...read(page)
          .toString()
          .replace(/```[\s\S]*?```/g, '')
          .matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g),
      ]
        .map(([, target]) => posix.join(posix.dirname(page), target))
        .filter((target) => !paths.some((path) => path === target || path.startsWith(target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(gone).toEqual([]);
    for (const name of ['calibrated', 'frequencies', 'overconfident', 'timid']) expect(paths).toContain(`examples/forecasters/${name}.csv`);
  });

  it('asks for the packages that its modules import, and for no other', () => {
    const named = paths
      .filter((path) => /^dist\/(?!web\/|bin\/|fairbits\.page).*\.js$/.test(path))
      .flatMap((path) => [
        ...read(path)
          .toString()
          .matchAll(/^(?:import\b.*|export\b.*|\} )from ['"]([^.'"][^'"]*)['"];$|\bimport\(['"]([^.'"][^'"]*)['"]\)/gm),
      ])
      .map(([, from, loaded]) => /^(?:@[^/]+\/)?[^/]+/.exec(from ?? loaded)?.[0] as string)
      .filter((name) => !name.startsWith('node:') && name !== 'fairbits');
    expect([...new Set(named)].filter((name) => !(name in manifest.peerDependencies)).sort()).toEqual(Object.keys(manifest.dependencies));
  });
});

describe('the package, unpacked into an empty project', () => {
  it('has types for every entry, and every entry and command works; npm run test:package installs it, on Node 20, 22, 24 and 26', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/testPackage.mjs', '--offline'], { cwd: fileURLToPath(root), encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/types of 9 entries are whole/);
    expect(stdout).toMatch(/12 entries and \d\d commands work/);
  }, 300_000);
});

describe('the core', () => {
  it('is the same bytes in the file and in the code', () => {
    const file = read('dist/fairbits.wasm');
    expect(file.length).toBeGreaterThan(1000);
    expect(Buffer.from(wasmBytes()).equals(file)).toBe(true);
  });

  it('is a valid module that imports its memory, and no function but abort and the reader of rare numbers', () => {
    const module = new WebAssembly.Module(wasmBytes());
    expect(WebAssembly.Module.imports(module).filter(({ kind }) => kind === 'memory')).toHaveLength(1);
    expect(WebAssembly.Module.imports(module).filter(({ kind, name }) => kind === 'function' && name !== 'abort' && name !== 'exactNumber')).toEqual([]);
  });

  it('the page bundle asks for nothing: no fetch, no other file', () => {
    const text = read('dist/fairbits.page.js').toString();
    expect(text).not.toMatch(/\bfrom\s*["'][^"']+["']|\bXMLHttpRequest\b|https?:\/\/(?!www\.apache\.org|github\.com)/);
    expect(text).not.toMatch(/\bimport\s*\(/);
  });
});
