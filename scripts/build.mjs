// Builds everything: AssemblyScript to wasm, wasm into the sources, TypeScript to dist/, one file for plain pages, the page itself.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { codeSplitting, later } from './later.mjs';
import { Notices } from './notices.mjs';
import { built, compiled } from './stamp.mjs';

/** The core inside of a module, for Node and bundlers: base64, which Node decodes at once. */
function inlined(bytes) {
  return `// Made from build/fairbits.wasm by scripts/build.mjs.

/** The bytes of the core, with SIMD. */
export function wasmBytes(): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> } };
  return Buffer ? Buffer.from(BASE64, 'base64') : Uint8Array.from(atob(BASE64), (character) => character.charCodeAt(0));
}

const BASE64 =
  '${bytes.toString('base64')}';
`;
}

/**
 * The same for the file that plain pages load: one character to a byte, the most frequent ones plain letters and signs. Packed by
 * a server it is a quarter smaller than base64, which hides that bytes repeat; Node would take 6 ms to decode it.
 */
function inlinedForPages(bytes) {
  const rows = new Uint32Array(256);
  for (const byte of bytes) rows[byte]++;
  const order = [...rows.keys()].sort((a, b) => rows[b] - rows[a] || a - b);
  const plain = [...' !#%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~'];
  for (let code = 0xa1; plain.length < 256; code++) if (code !== 0xad) plain.push(String.fromCharCode(code));
  const alphabet = [];
  for (const [place, byte] of order.entries()) alphabet[byte] = plain[place];
  return `const ALPHABET = '${alphabet.join('')}';
const TEXT = '${Array.from(bytes, (byte) => alphabet[byte]).join('')}';
export function wasmBytes() {
  const byteOf = new Uint8Array(512);
  for (let byte = 0; byte < 256; byte++) byteOf[ALPHABET.charCodeAt(byte)] = byte;
  return Uint8Array.from(TEXT, (character) => byteOf[character.charCodeAt(0)]);
}
`;
}

const bin = (name) => join('node_modules', '.bin', name);
const run = (name, ...args) =>
  new Promise((done, fail) => {
    const started = spawn(bin(name), args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
    started.on('error', fail);
    started.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${name} ${args.join(' ')} ended with ${code}`))));
  });

for (const folder of ['dist', 'build/js']) rmSync(folder, { recursive: true, force: true });
mkdirSync('build', { recursive: true });

if (!compiled.isValid()) {
  await Promise.all([
    run('asc', 'assembly/index.ts', '--target', 'release'),
    run('asc', 'assembly/page.ts', '--target', 'release', '--outFile', 'build/page.wasm'),
  ]);
  compiled.write();
}
const wasm = readFileSync('build/fairbits.wasm');
// Inlined, the core reaches Node, bundlers and pages without a request or any configuration; the raw file is exported too.
writeFileSync('src/kernels/wasmBytes.ts', inlined(wasm));
// A page that hands over arrays needs nothing that reads text or columns, unpacks them, takes sets, deals rows out as they come or puts what is not kept into bins; one that reads files bundles `fairbits/files`, which has all.
writeFileSync('build/wasmBytes.js', inlinedForPages(readFileSync('build/page.wasm')));
// The page of ours reads files.
writeFileSync('build/wholeWasmBytes.js', inlinedForPages(wasm));
for (const absent of ['text', 'tableLoops', 'unpack', 'packedNumbers']) writeFileSync(`build/${absent}.js`, `export const ${absent} = {};\n`);
for (const absent of ['rules', 'bins', 'dealt']) writeFileSync(`build/${absent}.js`, 'export {};\n');
writeFileSync('build/dealtRows.js', 'export let RowDealer, sortOfClass, sortSignedOfClass, wholeAgain;\n');
writeFileSync('build/number.js', 'export let exactNumber;\n');
writeFileSync('build/csvPlan.js', 'export let checkCounts, csvResult, roomFor;\n');
writeFileSync(
  'build/ruleTally.js',
  `import { FairbitsError } from '../dist/base/errors.js';
export class RuleTally {
  constructor() {
    throw new FairbitsError('option', 'sets of classes are not in this small entry: expected createEngine of fairbits, the entry for bundlers', { expected: 'fairbits' });
  }
}
`,
);
// Nor does it, or our own, compare learners row by row under every prior.
writeFileSync(
  'build/pairedStatistics.js',
  `import { FairbitsError } from '../dist/base/errors.js';
export class PairedStatistics {
  constructor() {
    throw new FairbitsError('option', 'paired statistics are not in this small entry: expected createEngine of fairbits, the entry for bundlers', { expected: 'fairbits' });
  }
}
`,
);

// src/ becomes dist/; learners/ and studies/, which know the rest by its public names alone, dist/learners/ and dist/studies/.
await run('tsc', '--project', '.');
renameSync('build/js/src', 'dist');
for (const folder of ['learners', 'studies']) renameSync(`build/js/${folder}`, `dist/${folder}`);
copyFileSync('build/fairbits.wasm', 'dist/fairbits.wasm');

// One file for plain pages, and one for the command with one for its threads: a tree of modules takes longer to load
// than a small test set to score.
const notices = new Notices();
const { rolldown } = await import('rolldown');
async function bundle(input, platform, output, plugins = [], options = {}) {
  const bundled = await rolldown({ input, platform, logLevel: 'warn', plugins: [...plugins, notices.plugin], ...options });
  await bundled.write({ dir: 'dist', format: 'es', ...output });
  await bundled.close();
}
await bundle({ 'fairbits.page': 'dist/page.js' }, 'browser', { entryFileNames: '[name].js', minify: true }, [
  {
    name: 'core',
    resolveId: (id) =>
      /\/(wasmBytes|text|tableLoops|unpack|packedNumbers|csvPlan|ruleTally|pairedStatistics|dealtRows)\.js$|plain\/(rules|bins|dealt|number)\.js$/.test(id)
        ? resolve('build', basename(id))
        : undefined,
  },
]);
// The command has the core in a file of its own: as text in a module it would be read by V8, too, in each thread.
writeFileSync(
  'build/wasmFile.js',
  `import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unreadable } from '../dist/rows/bytes/unreadable.js';
export function wasmBytes() {
  const path = fileURLToPath(new URL('../fairbits.wasm', import.meta.url));
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}
`,
);
// CommonJS, since Node is ready for it some milliseconds earlier, in each thread.
const bundles = {
  command: 'dist/cli/fairbits.js',
  worker: 'dist/tasks/worker.js',
  feeder: 'dist/rows/bytes/feeder.js',
  studyWorker: 'dist/studies/studyWorker.js',
};
await bundle(
  bundles,
  'node',
  {
    format: 'cjs',
    entryFileNames: 'bin/[name].js',
    // No part may be called as a bundle is.
    chunkFileNames: 'bin/part.[name].js',
    // Nor need it load what imports, which is ready later still.
    dynamicImportInCjs: false,
    codeSplitting,
    // Names stay, for whoever is shown where it failed.
    minify: { compress: true, mangle: { toplevel: false, keepNames: { function: true, class: true } }, codegen: { removeWhitespace: true } },
  },
  [{ name: 'core', resolveId: (id) => (/\/wasmBytes\.js$/.test(id) ? resolve('build/wasmFile.js') : undefined) }, later],
  // Parts need not export the same as the modules they are of.
  { preserveEntrySignatures: 'allow-extension' },
);
writeFileSync('dist/bin/package.json', '{ "type": "commonjs" }\n');
writeFileSync('dist/bin/fairbits.js', "#!/usr/bin/env node\nrequire('./command.js');\n");

// The page, to dist/web.
await run('tsc', '--project', 'web');
const { build } = await import('vite');
await build({ configFile: 'web/vite.config.mjs', logLevel: 'warn', plugins: [notices.plugin] });
// Its library is compiled into the core.
notices.add(resolve('node_modules/assemblyscript/std/assembly/index.d.ts'));
notices.write('dist/THIRD-PARTY-NOTICES.md');
// test/package.test.ts holds the notices to what went in. Vite plans a script that it then leaves out.
writeFileSync('build/bundles.json', JSON.stringify(Object.fromEntries(Object.entries(notices.bundles).filter(([file]) => existsSync(join('dist', file))))));
built.write();
