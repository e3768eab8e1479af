/** The agent of the tests for A2A 1.0: its config, and the real client against the SDK's server. */
import { onTestFinished } from 'vitest';
import { startA2aAgent } from '../../../support/a2a-agent-server.ts';
import { openClient, TOKEN } from '../calls.ts';
import { remoteAgent } from '../remote-agent.ts';

export const ASK = 'ask';

const ACTIONS = [
  { name: ASK, description: 'How far a walk was', parameters: { text: '$message' } },
  { name: 'note', description: 'Notes a walk', parameters: { text: '$message' }, idempotent: false },
];

export function walks(remote: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const fields = {
    protocol: 'a2a',
    endpoint: '$WALKS_URL',
    actions: ACTIONS,
    fallback: { cached_seconds: 0 },
    ...remote,
  };
  return { ...remoteAgent(fields, more), name: 'WalksAgent' };
}

export const say = (text: string, action = ASK) => ({ action, parameters: { text } });

/** `variables` may replace where it is and the token. */
export async function startWalks(
  script: Parameters<typeof startA2aAgent>[0],
  options: Parameters<typeof startA2aAgent>[1] = {},
  variables: Record<string, string> = {},
) {
  const server = await startA2aAgent(script, options);
  onTestFinished(() => server.close());
  const client = openClient({ WALKS_URL: server.url, A2A_AUTH_TOKEN: TOKEN, ...variables });
  return { server, ...client };
}
