/** A team that serves one agent, whose actions do what a test needs: count, block, fail. It keeps a ledger in Redis. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { defineAction, type ServedAgent, type ServedCall } from '../../src/engine/run/served-agent.ts';
import type { TeamFactory, TeamParts } from '../../src/teams/team-parts.ts';

/** What no answer, log line or error may repeat. */
export const SECRET = 'zebra-biopsy-of-Mrs-Quill';

/** Keys of the ledger, below the test's own prefix. */
export function ledgerKeys(tag: string) {
  return {
    /** Every time that the action ran. */
    runs: `${tag}:ledger:runs`,
    /** What was entered, by key: the same key is the same entry. */
    entries: `${tag}:ledger:entries`,
    /** `hold` runs until this exists. */
    gate: `${tag}:ledger:gate`,
  };
}

function ledgerAgent({ redis, keys: { tag } }: TeamParts): ServedAgent {
  const untilOpen = async (signal?: AbortSignal) => {
    while ((await redis.exists(ledgerKeys(tag).gate)) === 0) await wait(10, undefined, { signal });
  };
  const enter = async ({ tenant, user_id, idempotency_key, parameters }: ServedCall<{ amount: number }>) => {
    await redis.rpush(ledgerKeys(tag).runs, idempotency_key);
    await redis.hset(ledgerKeys(tag).entries, idempotency_key, `${tenant}/${user_id}/${parameters.amount}`);
    return { entries: await redis.hlen(ledgerKeys(tag).entries) };
  };
  const Entry = z.strictObject({ amount: z.number().int().positive() });
  const Entered = z.object({ entries: z.number() });
  return {
    name: 'LedgerAgent',
    version: '1.2.0',
    description: 'Keeps a ledger',
    actions: {
      get_progress_insights: defineAction({
        description: 'Who asks, and what about',
        effect: 'read',
        parameters: z.strictObject({ timeframe: z.string().default('7d'), include_recommendations: z.boolean() }),
        output: z.object({ insights: z.array(z.string()), metrics: z.record(z.string(), z.unknown()) }),
        run: async ({ tenant, user_id, parameters, context }) => ({
          insights: [`${tenant}/${user_id}`],
          metrics: { ...parameters, ...context },
        }),
      }),
      add_entry: defineAction({ description: 'Adds', effect: 'write', parameters: Entry, output: Entered, run: enter }),
      /** Heeds no signal, as an action in the middle of a write. */
      hold_entry: defineAction({
        description: 'Adds when the gate opens',
        effect: 'write',
        parameters: Entry,
        output: Entered,
        async run(call) {
          await redis.rpush(ledgerKeys(tag).runs, 'begun');
          await untilOpen();
          return enter(call);
        },
      }),
      hold: defineAction({
        description: 'Answers when the gate opens',
        effect: 'read',
        parameters: z.strictObject({}),
        output: z.object({}),
        async run({ signal }) {
          await redis.rpush(ledgerKeys(tag).runs, 'begun');
          await untilOpen(signal);
          return {};
        },
      }),
      fail: defineAction({
        description: 'Fails',
        effect: 'write',
        parameters: z.strictObject({}),
        output: z.object({}),
        async run({ idempotency_key }) {
          await redis.rpush(ledgerKeys(tag).runs, idempotency_key);
          throw new Error(SECRET);
        },
      }),
      answer_wrongly: defineAction({
        description: 'Answers with what it did not promise',
        effect: 'read',
        parameters: z.strictObject({}),
        output: z.object({ count: z.number() }),
        run: async () => ({ count: SECRET as unknown as number }),
      }),
      answer_at_length: defineAction({
        description: 'Answers with more than anyone reads',
        effect: 'read',
        parameters: z.strictObject({}),
        output: z.object({ text: z.string() }),
        run: async () => ({ text: 'x'.repeat(2_000_000) }),
      }),
    },
  };
}

export const ledgerTeam: TeamFactory = (parts) => ({
  name: 'ledger',
  subject: null,
  get serves() {
    return [ledgerAgent(parts)];
  },
});
