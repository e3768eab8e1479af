/** Every test; vitest.gate.config.ts has those that run before each change. */
import { defineConfig } from 'vitest/config';
import { FileOrder } from './test/support/file-order.ts';
import { STATE_LIMIT_MS, TEST_LIMIT_MS } from './test/support/limits.ts';
import { runReport } from './test/support/run-report.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/cpu-time.ts', 'test/support/properties.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/support/neo4j/global-setup.ts'],
    sequence: { sequencer: FileOrder },
    expect: { poll: { timeout: STATE_LIMIT_MS } },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    teardownTimeout: 60_000,
    // For two cores: a third of a worker's time is waiting.
    maxWorkers: 3,
    // Files share what they import: loading the fleet anew for each of them took longer than the tests.
    isolate: false,
    // A file a line where nobody watches: the log of a machine that runs it for others.
    reporters: [process.stdout.isTTY ? 'dot' : 'default', runReport],
    slowTestThreshold: TEST_LIMIT_MS,
  },
});
