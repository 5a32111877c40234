// Builds everything: AssemblyScript to wasm, wasm into the sources, TypeScript to dist/, one file for plain pages.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeStamp } from './stamp.mjs';

const bin = (name) => join('node_modules', '.bin', name);
const run = (name, ...args) => execFileSync(bin(name), args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });

run('asc', 'assembly/index.ts', '--target', 'release');
const wasm = readFileSync('build/fairbits.wasm');
// Inlined, the core reaches Node, bundlers and pages without a request or any configuration; the raw file is exported too.
writeFileSync(
  'src/kernels/wasmBytes.ts',
  `// Made from build/fairbits.wasm by scripts/build.mjs.\nexport const wasmBase64 =\n  '${wasm.toString('base64')}';\n`,
);
copyFileSync('build/fairbits.wasm', 'dist/fairbits.wasm');

run('tsc', '--project', '.');

const { build } = await import('vite');
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    lib: { entry: 'dist/index.js', formats: ['es'], fileName: () => 'fairbits.page.js' },
  },
});
writeStamp();
