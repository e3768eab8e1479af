/** Our own client against our own server: the two halves of the protocol agree. */
import { expect, onTestFinished, test } from 'vitest';
import { skipSleeps } from '../../support/clock.ts';
import { ledgerKeys } from '../../support/served-agents.ts';
import { startServingFleet } from '../../support/serving.ts';
import { openClient } from './calls.ts';
import { remoteAgent } from './remote-agent.ts';

const TOKEN = 'ledger-token-0123456789';
const SIGNING = 'signing-secret-0123456789';

const ACTIONS = [
  { name: 'get_progress_insights', description: 'Reads', parameters: {} },
  { name: 'add_entry', description: 'Writes', idempotent: false },
  { name: 'answer_wrongly', description: 'Breaks' },
  { name: 'answer_at_length', description: 'Says too much' },
  { name: 'unknown', description: 'Is not there' },
];

function ledger(more: Record<string, unknown> = {}) {
  const remote = { endpoint: '$LEDGER_URL', actions: ACTIONS, fallback: { cached_seconds: 0 }, ...more };
  return { ...remoteAgent(remote), name: 'LedgerAgent' };
}

async function start(env: Record<string, string> = {}, variables: Record<string, string> = {}) {
  const serving = await startServingFleet('serving process', { env: { A2A_TOKEN: TOKEN, A2A_TENANT: 'acme', ...env } });
  onTestFinished(() => serving.close());
  const client = openClient({ LEDGER_URL: `${serving.url}/a2a`, A2A_AUTH_TOKEN: TOKEN, ...variables });
  const { redis, keys } = serving.fleet.base;
  const runs = () => redis.connect('worker').llen(ledgerKeys(keys.tag).runs);
  return { ...client, runs };
}

test('a question is answered, alone and in a batch, for the tenant of the token', async () => {
  const { ask } = await start();
  const parameters = { include_recommendations: true };
  const request = { action: 'get_progress_insights', parameters };
  expect(await ask(ledger(), request)).toMatchObject({ from: 'remote', output: { insights: ['acme/user_123'] } });
  const batched = ['u1', 'u2', 'u3'].map((user_id) => ask(ledger({ batch: true }), request, { task: { user_id } }));
  expect((await Promise.all(batched)).map(({ output }) => output.insights)).toEqual([
    ['acme/u1'],
    ['acme/u2'],
    ['acme/u3'],
  ]);
});

test('a run that was killed after its call and goes on elsewhere has its effect once', async () => {
  const { ask, runs } = await start();
  const write = { action: 'add_entry', parameters: { amount: 5 } };
  const run = { runId: 'Front.1.0.LedgerAgent' };
  const first = await ask(ledger(), write, run);
  expect(await ask(ledger(), write, run)).toEqual(first);
  expect(await runs()).toBe(1);
  await ask(ledger(), write, { runId: 'Front.2.0.LedgerAgent' });
  expect(await runs()).toBe(2);
});

test('signed requests are accepted, unsigned and wrongly signed ones are not', async () => {
  const { ask } = await start(
    { A2A_SIGNING_SECRET: SIGNING },
    { LEDGER_SECRET: SIGNING, OTHER_SECRET: 'another-secret-012345' },
  );
  const request = { action: 'get_progress_insights', parameters: { include_recommendations: false } };
  expect(await ask(ledger({ signing_secret: '$LEDGER_SECRET' }), request)).toMatchObject({ from: 'remote' });
  for (const agent of [ledger(), ledger({ signing_secret: '$OTHER_SECRET' })])
    await expect(ask(agent, request)).rejects.toMatchObject({ code: 'remote_refused' });
});

test.each([
  ['add_entry', { amount: -1 }, 'remote_refused', 'INVALID_REQUEST'],
  ['unknown', {}, 'remote_refused', 'NOT_FOUND'],
  ['answer_wrongly', {}, 'remote_failed', 'INTERNAL'],
])('its error for %s is read as what it is', async (action, parameters, code, reason) => {
  skipSleeps();
  const { ask } = await start();
  await expect(ask(ledger(), { action, parameters })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(reason),
  });
});

test('a wrong token is refused, with what to check', async () => {
  const { ask } = await start({}, { A2A_AUTH_TOKEN: 'another-token-0123456789' });
  await expect(ask(ledger(), { action: 'unknown' })).rejects.toMatchObject({
    code: 'remote_refused',
    message: expect.stringContaining('check its auth_token'),
  });
});
