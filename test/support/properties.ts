/**
 * Property tests draw the same cases in each run, so that a red run is red again. Other cases: `PROPERTY_SEED=random npm test`, or a
 * number; more of them: PROPERTY_RUNS. What such a run finds becomes a test with its own case.
 */
import fc from 'fast-check';

const { PROPERTY_SEED: seed = '1', PROPERTY_RUNS: runs = '100' } = process.env;
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  numRuns: Number(runs),
  ...(seed !== 'random' && { seed: Number(seed) }),
});
