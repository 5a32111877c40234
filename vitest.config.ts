import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    // Left alone, vitest keeps a core for itself, and of two that is half.
    maxWorkers: availableParallelism(),
    // The tests import the package by its name, so what they test is what is built; Node loads it as it is, without Vite.
    server: { deps: { external: [/\/dist\//] } },
  },
});
