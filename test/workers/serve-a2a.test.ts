/** Agents that are served from processes of their own: several of one kind, killed, restarted, and stopped. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKeys } from '../../src/engine/task/keys.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { serveA2a } from '../../workers/serve-a2a.ts';
import { envelope, postEnvelope } from '../support/envelope.ts';
import { fleetEnv, startFleet } from '../support/fleet.ts';
import { type Started, startProcess } from '../support/processes.ts';
import { testRedis } from '../support/redis.ts';
import { ledgerKeys } from '../support/served-agents.ts';

const TOKEN = 'a2a-token-0123456789';

function environment(): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'medfleet-serve-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { ...fleetEnv(dataDir), A2A_PORT: '0', A2A_TOKEN: TOKEN, A2A_TENANT: 'acme', A2A_TIMEOUT_SECONDS: '300' };
}

async function serveLedger(env: Record<string, string>): Promise<Started & { url: string }> {
  const one = startProcess('test/support/serve-ledger-process', env, /^medfleet agents: .+\n/m);
  onTestFinished(async () => {
    if (one.child.exitCode === null && one.child.signalCode === null) await one.end('SIGKILL');
  });
  return { ...one, url: /http:\/\/[^\s/]+/.exec(await one.ready)?.[0] ?? '' };
}

const keyed = (key: string) => ({ token: TOKEN, headers: { 'Idempotency-Key': key } });

test('a killed process leaves its write to another, which does it once; a stopped one answers what it has begun', async () => {
  const env = environment();
  const redis = testRedis();
  const ledger = ledgerKeys(createKeys(env.REDIS_PREFIX ?? '').tag);
  const begun = (count: number) => expect.poll(() => redis.llen(ledger.runs)).toBe(count);
  const [first, second] = await Promise.all([serveLedger(env), serveLedger(env)]);
  const body = envelope('hold_entry', { amount: 5 });
  const lost = postEnvelope(first.url, body, keyed('k1')).catch((error: Error) => error);
  await begun(1);
  await first.end('SIGKILL');
  expect(await lost).toBeInstanceOf(Error);
  await redis.set(ledger.gate, '');
  // The second has to wait until the lease of the first has run out.
  const again = await postEnvelope(second.url, body, keyed('k1'));
  expect(again.body).toMatchObject({ status: 'success', output: { entries: 1 } });
  expect((await postEnvelope(second.url, body, keyed('k1'))).body).toEqual(again.body);
  expect(await redis.hvals(ledger.entries)).toEqual(['acme/user_123/5']);

  for (const path of ['/healthz', '/readyz']) expect((await fetch(second.url + path)).status).toBe(200);
  await redis.del(ledger.gate, ledger.runs);
  const last = postEnvelope(second.url, body, keyed('k2'));
  await begun(1);
  second.child.kill('SIGTERM');
  await redis.set(ledger.gate, '');
  expect((await last).body.status).toBe('success');
  expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a name that no team serves stops the start', async () => {
  const fleet = await startFleet({ roles: [] });
  onTestFinished(() => fleet.close());
  const at = { host: '127.0.0.1', port: 0, tokens: [TOKEN], tenant: 'acme' };
  await expect(serveA2a(fleet.base, { ...at, names: ['NobodyAgent'] })).rejects.toThrow(
    /^there is no served agent "NobodyAgent"; /,
  );
});

test('beyond this machine a token is needed, and one that cannot be guessed', () => {
  expect(() => loadConfig({ HOST: '0.0.0.0' })).toThrow('HOST=0.0.0.0 can be reached from other machines');
  expect(() => loadConfig({ HOST: '0.0.0.0', A2A_TOKEN: `${TOKEN},short` })).toThrow(
    'A2A_TOKEN: at least 16 characters',
  );
  expect(loadConfig({ HOST: '0.0.0.0', A2A_TOKEN: `${TOKEN}, ${TOKEN}2` }).A2A_TOKEN).toEqual([TOKEN, `${TOKEN}2`]);
});
