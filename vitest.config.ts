import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    // The tests import the package by its name, so what they test is what is built.
    alias: {},
  },
});
