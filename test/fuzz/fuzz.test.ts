/** The short form of `npm run fuzz`, with two seeds that stay; `npm run fuzz` takes a new one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { fuzz } from './fuzz.ts';
import { FUZZ_SETTINGS, FUZZ_TOKEN } from './fuzz-settings.ts';
import { neverDone } from './report.ts';

const REQUESTS = 1_500;
/** The rarest of the operations that have to succeed does so once in twenty-five requests. */
const ENOUGH = 200;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({
    dashboard: true,
    env: { ...FUZZ_SETTINGS, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent' },
  });
});
afterAll(() => fleet.close());

test.each([1, 2])(
  'random requests are answered, and never with 5xx; npm run fuzz -- --requests 1500 --seed %d',
  async (seed) => {
    const report = await fuzz({ url: fleet.url, token: FUZZ_TOKEN, seed, requests: REQUESTS });
    expect(report.faults).toEqual([]);
    expect(report.health.failed).toBe(0);
    expect([...report.operations].filter(([, { asked }]) => asked === 0)).toEqual([]);
    expect(neverDone(report, ENOUGH)).toEqual([]);
    expect(report.operations.get('POST /v1/turns')?.done).toBeGreaterThan(0);
    // It reaches what is behind the validation, and the validation.
    const answered = (status: number) => report.statuses.get(status) ?? 0;
    for (const status of [200, 202, 400, 404, 422]) expect([status, answered(status)]).not.toEqual([status, 0]);
  },
);
