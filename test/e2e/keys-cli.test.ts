/** `npm run keys`: the same keys as the API's, with a Redis of one's own, with the private one of a running fleet, and with none running. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api.ts';
import { fleetEnv, startFleet } from '../support/fleet.ts';
import { startMain } from '../support/main-process.ts';
import { type Ended, startProcess } from '../support/processes.ts';
import { testPrefix } from '../support/redis.ts';

const SECRET = /mf_[0-9a-f]{16}_[A-Za-z0-9_-]{43}/;
const LOOK = '/v1/turns?patient_id=p1';
const CREATE = ['create', '--tenant', 'acme', '--name', 'app', '--scopes', 'turns:read'];

function keys(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return startProcess('src/cli/main', env, /$^/, { args: ['keys', ...args] }).ended;
}

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'medfleet-keys-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('makes a key that a fleet accepts, lists it without its secret, rotates and revokes it', async () => {
  const env = { REDIS_PREFIX: testPrefix(), AUTH_REQUIRED: 'true' };
  const fleet = await startFleet({ roles: [], env });
  onTestFinished(() => fleet.close());
  const shared = { ...fleetEnv(newDir()), ...env };
  const made = await keys(shared, ...CREATE, '--patients', 'p1,p2', '--actions', 'AnalyticsAgent', '--expires', '90d');
  expect([made.code, made.stderr]).toEqual([0, '']);
  const [secret = ''] = SECRET.exec(made.stdout) ?? [];
  const id = secret.split('_')[1] ?? '';
  const ask = (token: string) => apiClient(fleet.url, token).call('GET', LOOK);
  expect((await ask(secret)).status).toBe(200);

  const listed = await keys(shared, 'list', '--tenant', 'acme');
  expect(listed.stdout).toMatch(new RegExp(`^${id}  app  turns:read  for p1,p2  calls AnalyticsAgent  expires 20`));
  expect(listed.stdout).not.toMatch(/mf_|[0-9a-f]{64}/);

  const rotated = await keys(shared, 'rotate', id, '--tenant', 'acme', '--overlap', '1h');
  const [second = ''] = SECRET.exec(rotated.stdout) ?? [];
  expect(second).not.toBe(secret);
  for (const token of [secret, second]) expect((await ask(token)).status).toBe(200);

  const other = await keys(shared, 'revoke', id, '--tenant', 'beta');
  expect([other.code, other.stderr]).toEqual([1, 'medfleet: There is no such key.\n']);
  expect((await keys(shared, 'revoke', id, '--tenant', 'acme')).code).toBe(0);
  for (const token of [secret, second]) expect((await ask(token)).body.detail).toBe('This key was revoked.');
  expect((await keys(shared, 'list', '--tenant', 'acme')).stdout).toBe('The tenant acme has no keys.\n');
});

test('without REDIS_URL: makes a key before the first start, and another beside the running fleet', async () => {
  const dataDir = newDir();
  const env = { ...fleetEnv(dataDir), REDIS_URL: '', AUTH_REQUIRED: 'true', LOG_LEVEL: 'warn' };
  const before = await keys(env, ...CREATE);
  expect([before.code, before.stderr]).toEqual([0, '']);
  const main = startMain(env);
  const url = /http:\/\/[\d.]+:\d+/.exec(await main.ready)?.[0] ?? '';
  const beside = await keys(env, ...CREATE);
  expect([beside.code, beside.stderr]).toEqual([0, '']);
  for (const { stdout } of [before, beside])
    expect((await apiClient(url, SECRET.exec(stdout)?.[0]).call('GET', LOOK)).status).toBe(200);
  expect((await apiClient(url).call('GET', LOOK)).status).toBe(401);
});

test.each([
  [[], 'say what to do: create, list, rotate, revoke'],
  [['destroy'], 'say what to do'],
  [['constructor', '--tenant', 'acme'], 'say what to do'],
  [['list'], '--tenant is missing'],
  [['revoke', '--tenant', 'acme'], 'revoke needs the id of a key'],
  [['create', '--tenant', 'a:b', '--name', 'x', '--scopes', 'turns:read'], 'lower-case letters'],
  [['create', '--tenant', 'acme', '--scopes', 'turns:read'], 'name'],
  [[...CREATE.slice(0, -1), 'turns:reed'], 'turns:read'],
  [[...CREATE, '--patients', 'p:1'], 'patients[0]'],
  [[...CREATE, '--per-minute', 'many'], 'per_minute'],
  [[...CREATE, '--expires', 'soon'], '--expires must be'],
  [[...CREATE, '--expires', '2020-01-01'], '--expires must be in the future'],
  [[...CREATE, '--secret', 'x'], 'secret'],
])('what it is not told right: %j', async (args, message) => {
  const { code, stderr, stdout } = await keys(fleetEnv(newDir()), ...args);
  expect([code !== 0, stdout]).toEqual([true, '']);
  expect(stderr).toContain(message);
});
