import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { packedExample } from './example/pack.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * The worker as one more chunk of the page's own build, so that the two share their code: Vite's own way would build it apart, and
 * the engine would be loaded twice.
 */
const worker = {
  name: 'worker-address',
  resolveId: (id) => (id === 'virtual:worker-address' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0virtual:worker-address') return;
    const reference = this.emitFile({ type: 'chunk', id: resolve(here, 'work/worker.ts'), name: 'worker' });
    return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
  },
};

/** The core in the form that packs best, and without what the page does not use (scripts/build.mjs). */
const core = {
  name: 'core',
  enforce: 'pre',
  resolveId(id) {
    if (id.endsWith('/wasmBytes.js')) return resolve(here, '../build/wholeWasmBytes.js');
    const absent = /\/(pairedStatistics|dealtRows|plain\/dealt)\.js$/.exec(id);
    return absent ? resolve(here, '../build', basename(id)) : undefined;
  },
};

/** The bundled forecasters, in a form that packs well. */
const example = {
  name: 'example',
  resolveId: (id) => (id === 'virtual:example' ? `\0${id}` : undefined),
  load: (id) => (id === '\0virtual:example' ? `export default ${JSON.stringify(packedExample())};` : undefined),
};

/** What is loaded first: the page, its workers and the charts. */
const FIRST = { page: 'main.ts', work: 'work/worker.ts', charts: '../src/charts.ts' };
let imported;

/** All that a module imports, by itself or through others, but for what it loads later. */
function importsOf(entry, getModuleInfo) {
  const found = new Set();
  const walk = (id) => {
    if (found.has(id)) return;
    found.add(id);
    for (const other of getModuleInfo(id)?.importedIds ?? []) walk(other);
  };
  walk(entry);
  return found;
}

/**
 * The chunk of a module that is loaded first: one for what the page, its workers and the charts share, one for the rest of each. What
 * comes later shares some of it in many ways, and would else have it cut into dozens of small chunks, which pack worse.
 */
function chunkOf(id, context) {
  imported ??= Object.entries(FIRST).map(([name, path]) => [name, importsOf(resolve(here, path), (each) => context.getModuleInfo(each))]);
  const whose = imported.filter(([, ids]) => ids.has(id)).map(([name]) => name);
  return whose.length === 0 ? null : whose.length === 1 ? whose[0] : 'shared';
}

export default defineConfig({
  root: here,
  // Works under any path of any host.
  base: './',
  plugins: [core, worker, example],
  // The learners know the library by its public names.
  resolve: {
    alias: [
      { find: /^fairbits$/, replacement: resolve(here, '../src/index.ts') },
      { find: /^fairbits\/significance$/, replacement: resolve(here, '../src/significance.ts') },
    ],
  },
  // What a report says it was computed by.
  define: {
    WASM_SHA256: JSON.stringify(
      createHash('sha256')
        .update(readFileSync(resolve(here, '../build/fairbits.wasm')))
        .digest('hex'),
    ),
  },
  build: {
    outDir: resolve(here, '../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // Everything is loaded by name right after the first paint: see offline.ts.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf, debugName: 'first' }] } } },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
