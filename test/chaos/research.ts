/** Research agents of one user, made over HTTP. */
import type { ChaosFleet } from './chaos-fleet.ts';
import { inParallel } from './wait.ts';

export type Agent = { id: string; budget: { steps: number } };

/** Each has its first message. */
export function createAgents(fleet: ChaosFleet, count: number): Promise<Agent[]> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return inParallel(numbers, 10, async (n) => {
    const body = {
      user_id: 'dr-wren',
      session_id: `wren-${n}`,
      name: `Agent ${n}`,
      description: 'Follows wrens.',
      message: 'Look at number 0.',
    };
    const { status, body: agent } = await fleet.call('POST', '/v1/agents', body, { 'Idempotency-Key': `agent-${n}` });
    if (status !== 201) throw new Error(`POST /v1/agents answered ${status}: ${JSON.stringify(agent)}`);
    return agent as unknown as Agent;
  });
}
