// Every test: once on the WebAssembly backend, once on the plain one. Arguments go to vitest (one backend then).
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import './setup.mjs';

const args = process.argv.slice(2);
const vitest = (backend, ...more) =>
  execFileSync(process.execPath, [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...more], {
    stdio: 'inherit',
    env: { ...process.env, FAIRBITS_BACKEND: backend },
  });

try {
  execFileSync(process.execPath, [join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.'], { stdio: 'inherit' });
  execFileSync(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '--project', 'test'], { stdio: 'inherit' });
  if (args.length > 0) vitest(process.env.FAIRBITS_BACKEND ?? 'wasm', ...args);
  else for (const backend of ['wasm', 'plain']) vitest(backend);
} catch (error) {
  process.exit(error.status || 1);
}
