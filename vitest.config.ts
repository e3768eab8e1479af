import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/support/neo4j/global-setup.ts'],
    // A state is awaited, never slept for; on a busy machine it may take a while to come.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Files share what they import: loading the fleet anew for each of them took longer than the tests.
    isolate: false,
    reporters: process.env.CI ? ['default'] : ['dot'],
  },
});
