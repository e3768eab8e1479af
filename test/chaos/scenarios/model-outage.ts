/** Durability 8: one call that never answers, and a model that fails for eight seconds with sixty turns open. No turn is degraded. */
import { type ChaosFleet, openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding, figure, seconds } from '../finding.ts';
import type { Setting } from '../scenarios.ts';
import { type Sent, send } from '../turns.ts';
import { inParallel, until } from '../wait.ts';

const TURNS = 60;
const OUTAGE_MS = 8_000;
/** Triage and four extractors begin at the same time. */
const FIRST_CALLS = 5;

export async function modelOutage({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 2, env: { WORKER_CONCURRENCY: '200' } });
  try {
    let hung = false;
    fleet.model.intercept(async ({ step }) => {
      if (hung || !step.includes('TriageAgent')) return undefined;
      hung = true;
      return { hang: true };
    });
    const began = performance.now();
    const [afterHang] = await statusesOf(fleet, [await send(fleet, 1_000, 0)]);
    const hangMs = performance.now() - began;

    // It begins when all turns have asked for the first time.
    const before = fleet.model.calls.length;
    let over: number | undefined;
    fleet.model.intercept(async () => {
      if (!over) await until(() => over !== undefined || fleet.model.calls.length >= before + TURNS * FIRST_CALLS);
      over ??= Date.now() + OUTAGE_MS;
      return Date.now() < over ? { error: { status: 503 } } : undefined;
    });
    const numbers = Array.from({ length: TURNS }, (_, session) => session);
    const sent = await inParallel(numbers, TURNS, (session) => send(fleet, session, 0));
    const harmed = (await statusesOf(fleet, sent)).filter((status) => status !== 'completed');
    return [
      equal(
        'model-outage',
        'not completed after one hung call',
        afterHang === 'completed' ? 0 : 1,
        0,
        String(afterHang),
      ),
      figure('model-outage', 'the turn with the hung call took', seconds(hangMs)),
      equal(
        'model-outage',
        `not completed after ${OUTAGE_MS / 1000} s of 503, of ${TURNS}`,
        harmed.length,
        0,
        [...new Set(harmed)].join(', '),
      ),
    ];
  } finally {
    await fleet.close();
  }
}

async function statusesOf({ redis, keys, model }: ChaosFleet, sent: Sent[]): Promise<(string | null)[]> {
  const read = () => Promise.all(sent.map(({ id }) => redis.hget(keys.task(id), 'status')));
  const ended = async () => (await read()).every((status) => status !== 'queued' && status !== 'running');
  await until(ended, { progress: () => model.calls.length, stalledMs: 150_000, everyMs: 100 });
  return read();
}
