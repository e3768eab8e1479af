import { defineConfig } from 'vitest/config';
import { Neo4jLast } from './test/support/neo4j/neo4j-last.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/support/neo4j/global-setup.ts'],
    sequence: { sequencer: Neo4jLast },
    // A state is awaited, never slept for; on a busy machine it may take a while to come.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    maxWorkers: 2,
    // Files share what they import: loading the fleet anew for each of them took longer than the tests.
    isolate: false,
    reporters: process.env.CI ? ['default'] : ['dot'],
  },
});
