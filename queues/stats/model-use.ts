/** What was asked of models since the beginning of the day (UTC), by all processes, and what a probe has found out about them. */
import type { Keys } from '../../src/engine/task/keys.ts';
import type { RedisClient } from '../../src/platform/lua.ts';
import { partsOf } from './worker-tally.ts';

export type ModelUse = {
  name: string;
  provider: string;
  state: 'closed' | 'open' | 'half_open';
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
};

/** So many failures in a row, and nobody should expect the next call to be answered. */
const OPEN_AFTER = 5;
/** After this time without a failure, the next call may be answered again. */
const HALF_OPEN_MS = 30_000;

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** No field where nothing was probed. */
export async function readModelReport(redis: RedisClient, keys: Keys): Promise<{ model_report?: string[] }> {
  const report = await redis.get(keys.fleet_model_report());
  return report === null ? {} : { model_report: JSON.parse(report) };
}

export async function readModelUse(redis: RedisClient, keys: Keys, now: number): Promise<ModelUse[]> {
  const hash = await redis.hgetall(keys.fleet_models(dayOf(now)));
  const counts = new Map<string, Map<string, number>>();
  for (const [field, value] of Object.entries(hash)) {
    const [what = '', ...model] = partsOf(field);
    const id = JSON.stringify(model);
    counts.set(id, (counts.get(id) ?? new Map()).set(what, Number(value)));
  }
  return [...counts].map(([id, count]) => {
    const [server, name = ''] = JSON.parse(id) as string[];
    const of = (what: string) => count.get(what) ?? 0;
    const inARow = of('in_a_row');
    const resting = now - of('failed_at') > HALF_OPEN_MS;
    return {
      name,
      provider: server || 'offline',
      state: inARow < OPEN_AFTER ? 'closed' : resting ? 'half_open' : 'open',
      calls: of('calls'),
      input_tokens: of('input_tokens'),
      output_tokens: of('output_tokens'),
      cost_usd: of('unpriced') > 0 ? null : of('cost_usd'),
    };
  });
}
