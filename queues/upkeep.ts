/**
 * Looks after gates whose holder has died without a word: a turn whose flow was never added (the producer died in between) gets it
 * now; a turn whose job was given up is ended, so that its session goes on. Runs on a schedule, on any worker, once.
 */

import { redFlags } from '../src/clinical/red-flags/red-flags.ts';
import type { Teams } from '../src/engine/agents/team.ts';
import { spoken } from '../src/engine/run/speaker.ts';
import { EMPTY_RESULT } from '../src/engine/task/turn.ts';
import type { Log } from '../src/platform/log.ts';
import type { FleetQueues } from './fleet-queues.ts';
import type { Gate } from './gate/gate.ts';
import type { StartTurn } from './start-turn.ts';

const EVERY_MS = 5_000;
/** Longer than a healthy turn needs to be picked up again after a crash, so that the sweep does not race recovery. */
const STALE_MS = 10_000;
const BATCH = 100;

type Parts = {
  queues: FleetQueues;
  gate: Gate;
  teams: () => Teams;
  startTurn: StartTurn;
  textOf(turnId: string): Promise<string>;
  chaseDeliveries(): Promise<number>;
  log: Log;
};

export async function scheduleUpkeep(queues: FleetQueues): Promise<void> {
  await queues.queue('trigger').upsertJobScheduler('upkeep', { every: EVERY_MS }, { name: 'upkeep', data: {} });
}

export async function upkeep(parts: Parts, staleMs = STALE_MS): Promise<{ restarted: number; failed: number }> {
  const done = { restarted: 0, failed: 0 };
  for (const { turnId, team } of await parts.gate.stale(staleMs, BATCH)) {
    const state = await parts.queues.queue('turn').getJobState(turnId);
    if (state === 'unknown') {
      await parts.startTurn({ turnId, team });
      parts.log.warn({ turn_id: turnId }, 'turn.restarted');
      done.restarted += 1;
    } else if (state === 'failed' || state === 'completed') {
      await giveUp(parts, turnId, team);
      done.failed += 1;
    }
  }
  await parts.chaseDeliveries();
  return done;
}

async function giveUp(parts: Parts, turnId: string, teamName: string): Promise<void> {
  const text = await parts.textOf(turnId);
  const fallback = parts.teams().get(teamName)?.fallback_reply;
  const { next } = await parts.gate.end(turnId, {
    status: 'failed',
    result: {
      ...EMPTY_RESULT,
      red_flags: redFlags(text).map(({ family, advice }) => ({ family, advice })),
      error: { code: 'internal', detail: 'The turn was given up after repeated crashes.' },
    },
    reply: fallback ? { agent: 'Medfleet', text: spoken(text, fallback) } : null,
  });
  parts.log.error({ turn_id: turnId }, 'turn.given_up');
  if (next) await parts.startTurn(next);
}
