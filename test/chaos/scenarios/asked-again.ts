/**
 * Durability 1: a model step that is finished is not asked for again. Redis stands still for 400 ms before each kill, so that steps are
 * finished whose writes Redis has not read yet; the consultant's answer is streamed. Once as jobs, once inline.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatch, openChaosFleet } from '../chaos-fleet.ts';
import type { Finding } from '../finding.ts';
import { judge } from '../invariants.ts';
import type { Setting } from '../scenarios.ts';
import { runTurns } from '../turns.ts';

const STOPPED_MS = 400;

export async function askedAgain(setting: Setting): Promise<Finding[]> {
  return [...(await stopAndKill(setting, 'job')), ...(await stopAndKill(setting, 'inline'))];
}

async function stopAndKill({ dir, code, seed }: Setting, dispatch: Dispatch): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir: join(dir, dispatch), code, seed, dispatch, workers: 2 });
  try {
    const ran = await runTurns(fleet, {
      seed,
      sessions: 30,
      turnsEach: 8,
      kills: 8,
      async fail() {
        fleet.server.signal('SIGSTOP');
        await sleep(STOPPED_MS);
        const at = await fleet.kill('worker');
        fleet.server.signal('SIGCONT');
        await fleet.start('worker');
        return at;
      },
    });
    return await judge(fleet, ran, `asked-again, ${dispatch}`);
  } finally {
    await fleet.close();
  }
}
