/**
 * Many calls at once to a server that fails every tenth: before the work, during it, or after it, with the answer lost. The server counts
 * the work by idempotency key and deduplicates nothing. Half of the actions may be asked twice. Used by a test and by a bench.
 */
import type { RemoteAgents } from '../../../src/engine/run/context.ts';
import { type RemoteAnswer, type RemoteCall, startRemoteAgent } from '../../support/remote-agent-server.ts';
import { READ, remoteAgent, runOf, WRITE } from './remote-agent.ts';

const KINDS = ['unavailable', 'broken', 'answer lost'] as const;

export async function startFailingAgent() {
  /** How often the work of each call was done. */
  const done = new Map<string, number>();
  /** How often each was sent. */
  const sent = new Map<string, number>();
  let failures = 0;

  function answer({ headers, input }: RemoteCall): RemoteAnswer {
    const key = headers['idempotency-key'] ?? '';
    const before = sent.get(key) ?? 0;
    sent.set(key, before + 1);
    const kind = before === 0 && sent.size % 10 === 0 ? KINDS[failures++ % KINDS.length] : undefined;
    if (kind === 'unavailable') return { error: 'UNAVAILABLE', status: 503, retryable: true };
    done.set(key, (done.get(key) ?? 0) + 1);
    if (kind === 'broken') return { error: 'INTERNAL', status: 500, retryable: true };
    return kind === 'answer lost' ? 'reset' : { output: { n: input.parameters.n } };
  }

  const server = await startRemoteAgent(answer);
  return { ...server, done, sent, failed: () => failures };
}

export type Ended = { n: number; action: string; answer?: unknown; code?: string; ms: number };

/** All at once; each ends with an answer or with an error. */
export async function callMany(remotes: RemoteAgents, calls: number, failuresToOpen: number): Promise<Ended[]> {
  // However slow the machine is, no call runs out of time.
  const limits = { seconds: 900 };
  const remote = { breaker: { failures: failuresToOpen }, fallback: { cached_seconds: 0 }, timeout_seconds: 300 };
  const agent = remoteAgent(remote, { limits });
  return Promise.all(
    Array.from({ length: calls }, async (_, n): Promise<Ended> => {
      const action = n % 2 === 0 ? READ : WRITE;
      const began = performance.now();
      const run = runOf({ task: { id: `task-${n}`, user_id: `user-${n % 50}`, session_id: `s${n % 100}` } });
      try {
        const { output } = await remotes.call(agent, { action, parameters: { n } }, run);
        return { n, action, answer: output.n, ms: performance.now() - began };
      } catch (thrown) {
        return { n, action, code: String((thrown as { code?: unknown }).code), ms: performance.now() - began };
      }
    }),
  );
}
