/** Durability 4: what is done after a task has ended, memory and account of research agents, while workers are killed. */
import { openChaosFleet } from '../chaos-fleet.ts';
import { equal, type Finding } from '../finding.ts';
import { chance } from '../random.ts';
import { createAgents } from '../research.ts';
import type { Setting } from '../scenarios.ts';
import { inParallel, until } from '../wait.ts';

const AGENTS = 20;
const MESSAGES = 10;
const KILLS = 12;

type Turn = { turn_id: string; status: string; usage: { model_calls: number } };

export async function afterTheEnd({ dir, code, seed }: Setting): Promise<Finding[]> {
  const fleet = await openChaosFleet({ dir, code, seed, workers: 2, env: { MODEL_PROVIDER: 'offline' } });
  try {
    const agents = await createAgents(fleet, AGENTS);
    const sending = inParallel(agents, AGENTS, async ({ id }) => {
      for (let n = 1; n < MESSAGES; n += 1) {
        const headers = { 'Idempotency-Key': `${id}-${n}` };
        await fleet.call('POST', `/v1/agents/${id}/messages`, { text: `Look at number ${n}.` }, headers);
      }
    });
    const all = AGENTS * MESSAGES;
    const turnsOf = async (id: string) =>
      (await fleet.call('GET', `/v1/turns?session_id=agent-${id}&limit=100`)).body.turns as Turn[];
    const done = async () =>
      (await inParallel(agents, 10, async ({ id }) => (await turnsOf(id)).filter(isEnded).length)).reduce(
        (a, b) => a + b,
        0,
      );
    let ended = 0;
    const reached = async (count: number) => {
      const enough = async () => {
        ended = await done();
        return ended >= count;
      };
      await until(enough, { progress: () => ended, stalledMs: 120_000, everyMs: 30 });
    };
    for (let n = 0; n < KILLS; n += 1) {
      await reached(Math.floor((all * (n + chance(seed, `kill ${n}`))) / KILLS));
      await fleet.kill('worker');
      await fleet.start('worker');
    }
    await sending;
    await reached(all);

    const lost = { memories: 0, doubled: 0, steps: 0 };
    // A sweep may still be at work.
    const settled = async () => {
      Object.assign(lost, { memories: 0, doubled: 0, steps: 0 });
      for (const { id } of agents) {
        const { body } = await fleet.call('GET', `/v1/agents/${id}/files/notes/activations.md`);
        const memories = String(body.content ?? '').split(/^## /m).length - 1;
        lost.memories += Math.max(0, MESSAGES - memories);
        lost.doubled += Math.max(0, memories - MESSAGES);
        const agent = (await fleet.call('GET', `/v1/agents/${id}`)).body as { spent: { steps: number } };
        const used = (await turnsOf(id)).reduce((sum, { usage }) => sum + usage.model_calls, 0);
        lost.steps += Math.abs(used - agent.spent.steps);
      }
      return lost.memories + lost.doubled + lost.steps === 0;
    };
    await until(settled, { stalledMs: 40_000, everyMs: 2_000 });
    return [
      equal('after-the-end', `activations that did not end, of ${all}`, all - ended, 0),
      equal('after-the-end', 'memories lost', lost.memories, 0),
      equal('after-the-end', 'memories doubled', lost.doubled, 0),
      equal('after-the-end', 'steps not accounted for, or twice', lost.steps, 0),
    ];
  } finally {
    await fleet.close();
  }
}

function isEnded({ status }: Turn): boolean {
  return ['completed', 'degraded', 'failed'].includes(status);
}
