/** What a process that serves agents asks of its callers besides a token: signatures, patience, and few wrong guesses. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { SIGNATURE_HEADER, signatureOf } from '../../../src/interop/envelope/signature.ts';
import { envelope, postEnvelope } from '../../support/envelope.ts';
import { testRedis } from '../../support/redis.ts';
import { type Serving, startServingFleet } from '../../support/serving.ts';

const TOKEN = 'a2a-token-0123456789';
const SECRET = 'signing-secret-0123456789';
const ask = envelope('get_progress_insights', { include_recommendations: true });

async function serving(env: Record<string, string>): Promise<Serving> {
  const started = await startServingFleet('serving process', { env: { A2A_TOKEN: TOKEN, A2A_TENANT: 'acme', ...env } });
  onTestFinished(() => started.close());
  return started;
}

function signed(body: string): Record<string, string> {
  const at = { time: Math.floor(Date.now() / 1000), nonce: randomUUID() };
  return { [SIGNATURE_HEADER]: signatureOf(SECRET, at, Buffer.from(body)) };
}

test('where calls are signed, an unsigned, a changed and a repeated one are refused, single or in a batch', async () => {
  const { url } = await serving({ A2A_SIGNING_SECRET: `${SECRET},another-secret-0123456789` });
  const single = JSON.stringify(ask);
  const batch = JSON.stringify({ requests: [ask] });
  for (const [path, body] of [
    ['/a2a', single],
    ['/a2a/batch', batch],
  ] as const) {
    const headers = signed(body);
    const post = (text: string, more: Record<string, string>) =>
      postEnvelope(url, text, { path, token: TOKEN, headers: more });
    expect((await post(body, headers)).status).toBe(200);
    for (const reply of [await post(body, headers), await post(body, {}), await post(`${body} `, signed(body))]) {
      expect([reply.status, reply.body.error?.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
      expect(reply.body.error?.message).toMatch(/sign/i);
    }
  }
});

test('a wrong token is told so before its signature is looked at, and uses up no nonce', async () => {
  const { url, fleet } = await serving({ A2A_SIGNING_SECRET: SECRET });
  const body = JSON.stringify(ask);
  const reply = await postEnvelope(url, body, { token: 'wrong-token-0123456789', headers: signed(body) });
  expect([reply.status, reply.body.error?.message]).toEqual([401, 'Invalid A2A token']);
  expect(await testRedis().keys(`${fleet.base.keys.tag}:a2a:nonce*`)).toEqual([]);
});

test('an address that guesses tokens is stopped; one that knew its token before is not', async () => {
  const { url } = await serving({ AUTH_FAILURES_PER_MINUTE: '3' });
  const status = async (token: string) => (await postEnvelope(url, ask, { token })).status;
  expect(await status(TOKEN)).toBe(200);
  const guesses = [];
  for (let guess = 0; guess < 5; guess += 1) guesses.push(await status(`guess-${guess}-0123456789`));
  expect(guesses).toEqual([401, 401, 401, 429, 429]);
  expect(await status(TOKEN)).toBe(200);
});

test('all calls of a token count, at whichever process they arrive', async () => {
  const { url, fleet } = await serving({ A2A_CALLS_PER_MINUTE: '4', API_TOKENS: 'acme:acme-token-0123456789' });
  const token = 'acme-token-0123456789';
  const statuses = [];
  for (const door of [url, fleet.url, url, fleet.url, url, fleet.url])
    statuses.push((await postEnvelope(door, ask, { token })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test('what is not there is answered in the same form', async () => {
  const { url } = await serving({});
  const lost = await postEnvelope(url, ask, { token: TOKEN, path: '/a2a/jsonrpc' });
  expect([lost.status, lost.body.error?.code, lost.body.status]).toEqual([404, 'NOT_FOUND', 'error']);
});

test('without Redis a call is unavailable and may be tried again, and the process is not ready', async () => {
  const { url, fleet } = await serving({ A2A_CALLS_PER_MINUTE: '100' });
  await fleet.base.redis.closeAll();
  const reply = await postEnvelope(url, ask, { token: TOKEN });
  expect([reply.status, reply.body.error?.code, reply.body.error?.retryable]).toEqual([503, 'UNAVAILABLE', true]);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
