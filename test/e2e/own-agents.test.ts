/** `npm start` and the command line of the document: remote agents without any setting, and in a process of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api.ts';
import { postEnvelope } from '../support/envelope.ts';
import { fleetEnv } from '../support/fleet.ts';
import { startMain } from '../support/main-process.ts';
import { startProcess } from '../support/processes.ts';

function environment(): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-own-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { ...fleetEnv(dataDir), AGENTS_RELOAD: 'false' };
}

const progress = { team: 'tutor', user_id: 'user_123', text: "What's my progress?" };
const urlIn = (text: string) => /http:\/\/[^\s/]+/.exec(text)?.[0] ?? '';

test('the tutor team works out of the box, for every tenant, over HTTP', async () => {
  const main = startMain({ ...environment(), API_TOKENS: 'acme:acme-token-0123456789,beta:beta-token-0123456789' });
  const url = urlIn(await main.ready);
  for (const token of ['acme-token-0123456789', 'beta-token-0123456789']) {
    const sent = await apiClient(url, token).call('POST', '/v1/turns?wait=60', progress);
    expect(sent.body).toMatchObject({ status: 'completed', source_agents: expect.arrayContaining(['analytics']) });
  }
});

test('an agent is served by the process that is told to, and no other agent is', async () => {
  const env = { ...environment(), A2A_TOKEN: 'a2a-token-0123456789', A2A_PORT: '0' };
  const args = ['--serve-a2a', 'AnalyticsAgent'];
  const serving = startProcess('workers/main', env, /^medfleet agents: .+\n/m, { args });
  onTestFinished(async () => void (await serving.end('SIGTERM')));
  const url = urlIn(await serving.ready);
  const call = (agent_name: string, token: string) => {
    const input = { action: 'get_progress_insights', user_id: 'user_123', parameters: { timeframe: '7d' } };
    return postEnvelope(url, { agent_name, conversation_id: 'conv_abc123', input }, { token });
  };
  const { body } = await call('AnalyticsAgent', 'a2a-token-0123456789');
  expect(body).toMatchObject({ agent_name: 'AnalyticsAgent', conversation_id: 'conv_abc123', status: 'success' });
  expect(Object.keys(body.output ?? {}).sort()).toEqual(['insights', 'metrics', 'recommendations']);
  expect((await call('SchedulerAgent', 'a2a-token-0123456789')).body.error?.code).toBe('NOT_FOUND');
  expect((await call('AnalyticsAgent', 'another-token-0123456789')).body.error?.code).toBe('AUTHENTICATION_ERROR');
});
