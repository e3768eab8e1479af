/**
 * Property tests draw the same cases in each run, so that a red run is red again. Other cases: `PROPERTY_SEED=random npm test`,
 * or a number. What such a run finds becomes a test with its own case.
 */
import fc from 'fast-check';

const asked = process.env.PROPERTY_SEED ?? '1';
if (asked !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(asked) });
