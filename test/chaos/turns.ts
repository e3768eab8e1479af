/**
 * Turns of many sessions while workers and producers are killed. Every turn that was acknowledged must end, once, with its own reply, in
 * its session's order; its fact is filed once; a model step that was written to Redis is never asked for again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { STATE_LIMIT_MS } from '../support/limits.ts';
import type { ChaosFleet } from './chaos-fleet.ts';
import { chance } from './random.ts';
import { inParallel, until } from './wait.ts';

export type Load = {
  seed: number;
  sessions: number;
  turnsEach: number;
  kills: number;
  /** What fails, if not a process that is killed; when that was. It is whole again afterwards. */
  fail?: (role: Killed['role']) => Promise<number>;
};

/** A turn that was acknowledged. */
export type Sent = { id: string; session: number; nth: number; mark: string };

export type Killed = { role: 'worker' | 'producer'; at: number };

export type Ran = { sent: Sent[]; kills: Killed[]; stalled: boolean; ms: number };

/** Model calls of a turn without faults: triage, four extractors, two of the consultant. */
const CALLS_A_TURN = 7;
/** The next turn of a session is sent when this share of the calls for the ones before has been seen: all sessions keep a queue. */
const AHEAD = 0.6;
/** Redis is away. */
const RETRY_MS = 200;
/** Of the kills, so many are of producers. */
const PRODUCER_SHARE = 0.2;

export async function runTurns(fleet: ChaosFleet, load: Load): Promise<Ran> {
  const { seed, sessions, turnsEach, kills } = load;
  const began = performance.now();
  const { calls } = fleet.model;
  const sent: Sent[] = [];
  let stalled = false;
  const patience = { progress: () => calls.length + sent.length, stalledMs: STATE_LIMIT_MS };

  const sending = inParallel(
    Array.from({ length: sessions }, (_, session) => session),
    sessions,
    async (session) => {
      for (let nth = 0; nth < turnsEach && !stalled; nth += 1) {
        const spread = chance(seed, `send ${session} ${nth}`) * sessions * CALLS_A_TURN * AHEAD;
        const due = nth === 0 ? 0 : (nth - 1) * sessions * CALLS_A_TURN * AHEAD + spread;
        if (!(await until(() => stalled || calls.length >= due, patience))) stalled = true;
        if (!stalled) sent.push(await send(fleet, session, nth));
      }
    },
  );

  const killOne = async (role: Killed['role']) => {
    const at = await fleet.kill(role);
    await fleet.start(role);
    return at;
  };
  const { fail = killOne } = load;
  const total = sessions * turnsEach * CALLS_A_TURN;
  const killed: Killed[] = [];
  for (let n = 0; n < kills && !stalled; n += 1) {
    const due = total * (0.03 + (0.92 * (n + chance(seed, `kill ${n}`))) / kills);
    if (!(await until(() => stalled || calls.length >= due, { ...patience, everyMs: 10 }))) stalled = true;
    if (stalled) break;
    // Evenly among the kills.
    const role = Math.floor((n + 1) * PRODUCER_SHARE) > Math.floor(n * PRODUCER_SHARE) ? 'producer' : 'worker';
    killed.push({ role, at: await fail(role) });
  }
  await sending;

  let left = -1;
  const ended = await until(
    async () => {
      left = await fleet.redis.zcard(fleet.keys.open());
      return left === 0;
    },
    { progress: () => calls.length * 10_000 + left, everyMs: 100 },
  );
  return { sent, kills: killed, stalled: stalled || !ended, ms: performance.now() - began };
}

export async function send(fleet: ChaosFleet, session: number, nth: number): Promise<Sent> {
  const mark = `[s${session}-t${nth}]`;
  const text = `${mark} My weight ${weightOf(nth)} kg is new.`;
  const body = { text, patient_id: `p${session}`, session_id: `s${session}` };
  const post = () => fleet.call('POST', '/v1/turns', body, { 'Idempotency-Key': mark.slice(1, -1) });
  let answer = await post();
  for (; answer.status === 503; answer = await post()) await sleep(RETRY_MS);
  const { status, body: turn } = answer;
  if (status !== 200 && status !== 202) throw new Error(`POST /v1/turns answered ${status}: ${JSON.stringify(turn)}`);
  return { id: String(turn.turn_id), session, nth, mark };
}

export function weightOf(nth: number): number {
  return 60 + nth;
}
