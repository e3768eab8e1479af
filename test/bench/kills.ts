/**
 * `npm run bench -- kills`: what a killed worker costs. Two worker processes, a model that takes 100 ms, 200 turns in flight; one worker
 * is killed with SIGKILL. Measured: the time until a step that was cut off is asked for again, whether all turns end, and how many steps
 * that Redis had been told of are asked for again. Once with a job for each agent, once with all agents inline.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dispatch, openChaosFleet } from '../chaos/chaos-fleet.ts';
import { askedAgain, recoveries } from '../chaos/invariants.ts';
import { type Ran, type Sent, send } from '../chaos/turns.ts';
import { inParallel, until } from '../chaos/wait.ts';
import { compileFleet } from '../support/compile-fleet.ts';
import type { Code } from '../support/processes.ts';
import { median } from './measure.ts';

const ROUNDS = 5;
const TURNS = 200;
const MODEL_MS = 100;
/** Model calls before the kill: most turns are running by then. */
const CALLS_BEFORE = 300;

type Round = { recoveredMs: number; asked: number; answered: number; finished: number };

const dir = mkdtempSync(join(tmpdir(), 'medfleet-kills-'));
try {
  const code = await compileFleet(dir);
  for (const dispatch of ['job', 'inline'] as const) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await killOne(code, dispatch, round));
    const recovered = rounds.map(({ recoveredMs }) => recoveredMs);
    const sum = (field: keyof Round) => rounds.reduce((total, one) => total + one[field], 0);
    console.log(
      `${dispatch.padEnd(7)} ${ROUNDS} kills, ${ROUNDS * TURNS} turns, all completed; a step is asked for again after ` +
        `${(median(recovered) / 1000).toFixed(1)} s (median), ${(Math.max(...recovered) / 1000).toFixed(1)} s (longest); ` +
        `${sum('asked')} calls, ${sum('answered')} answered and not yet written, asked again; ${sum('finished')} written and asked again`,
    );
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function killOne(code: Code, dispatch: Dispatch, seed: number): Promise<Round> {
  const fleet = await openChaosFleet({
    dir: join(dir, `${dispatch}-${seed}`),
    code,
    seed,
    dispatch,
    workers: 2,
    delayMs: [MODEL_MS, MODEL_MS],
  });
  const { calls } = fleet.model;
  const sessions = Array.from({ length: TURNS }, (_, session) => session);
  const sendAll = (nth: number) => inParallel(sessions, TURNS, (session) => send(fleet, session, nth));
  const allDone = async (sent: Sent[]) => {
    const open = async () => (await fleet.redis.zcard(fleet.keys.open())) > 0;
    const ended = await until(async () => !(await open()), { progress: () => calls.length });
    const statuses = await Promise.all(sent.map(({ id }) => fleet.redis.hget(fleet.keys.task(id), 'status')));
    if (!ended || statuses.some((status) => status !== 'completed'))
      throw new Error('the turns did not end in time: something was lost');
  };
  try {
    // The first turns of a process take long: code is loaded and compiled.
    const first = await sendAll(0);
    await allDone(first);
    const warm = calls.length;
    const second = await sendAll(1);
    await until(() => calls.length >= warm + CALLS_BEFORE, { everyMs: 5 });
    const at = await fleet.kill('worker');
    await allDone(second);
    const ran: Ran = { sent: [...first, ...second], kills: [{ role: 'worker', at }], stalled: false, ms: 0 };
    const again = askedAgain(fleet, ran);
    return {
      recoveredMs: Math.min(...recoveries(fleet)),
      asked: calls.length,
      answered: again.answered,
      finished: again.finished.length,
    };
  } finally {
    await fleet.close();
  }
}
