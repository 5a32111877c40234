// The tests, on the WebAssembly backend and on the plain one, but those that take long, which --long runs (vitest.config.ts has the list).
// Other arguments go to vitest, which then takes any test, on one backend.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import './setup.mjs';

const args = process.argv.slice(2);
const vitest = (backend, which, ...more) =>
  execFileSync(process.execPath, [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...more], {
    stdio: 'inherit',
    env: { ...process.env, FAIRBITS_BACKEND: backend, FAIRBITS_TESTS: which },
  });

try {
  execFileSync(process.execPath, [join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '.'], { stdio: 'inherit' });
  execFileSync(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '--project', 'test'], { stdio: 'inherit' });
  if (args[0] === '--long') vitest('wasm', 'long');
  else if (args.length > 0) vitest(process.env.FAIRBITS_BACKEND ?? 'wasm', 'all', ...args);
  else for (const backend of ['wasm', 'plain']) vitest(backend, 'short');
} catch (error) {
  process.exit(error.status || 1);
}
