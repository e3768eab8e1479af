/** The short form of `npm run chaos`: three workers, two producers, four of them killed while turns run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compileFleet } from '../support/compile-fleet.ts';
import { openChaosFleet } from './chaos-fleet.ts';
import { table } from './finding.ts';
import { judge } from './invariants.ts';
import { runTurns } from './turns.ts';

test('turns survive killed workers and a killed producer: each ends once, in order, and no finished call is paid for twice', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-chaos-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const fleet = await openChaosFleet({
    dir: join(dir, 'fleet'),
    code: await compileFleet(dir),
    seed: 7,
    workers: 3,
    producers: 2,
    faults: true,
  });
  onTestFinished(() => fleet.close());
  const ran = await runTurns(fleet, { seed: 7, sessions: 12, turnsEach: 5, kills: 5 });
  const findings = await judge(fleet, ran, 'short');
  expect(ran.stalled).toBe(false);
  expect(ran.kills.map(({ role }) => role)).toEqual(['worker', 'worker', 'worker', 'worker', 'producer']);
  expect(
    findings.filter(({ ok }) => !ok),
    table(findings),
  ).toEqual([]);
}, 480_000);
