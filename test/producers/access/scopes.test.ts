/** Every route, taken from the document that is made from the table: which token opens it and which does not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_SCOPES, type Scope, TENANT_SCOPES } from '../../../src/engine/access/scopes.ts';
import { apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from '../http/expect-problem.ts';

type Operation = { description?: string; security: { bearer?: Scope[] }[] };
type Row = { method: string; path: string; scope: Scope | 'any' | 'open'; description: string | undefined };

const TENANT_TOKEN = 'tenant-token-0123456789';
const BOTH_TOKEN = 'tenant-and-admin-0123456789';
const only = (scope: Scope) => `only-${scope}-0123456789`;
const without = (scope: Scope) => `without-${scope}-0123456789`;
const others = (scope: Scope) => ALL_SCOPES.filter((one) => one !== scope).join('+');

let fleet: Fleet;
let rows: Row[];
beforeAll(async () => {
  const entries = ALL_SCOPES.flatMap((scope) => [
    `acme[${scope}]:${only(scope)}`,
    `acme[${others(scope)}]:${without(scope)}`,
  ]);
  const env = { API_TOKENS: [`acme:${TENANT_TOKEN}`, `acme[tenant+admin]:${BOTH_TOKEN}`, ...entries].join(',') };
  fleet = await startFleet({ dashboard: true, roles: [], env });
  const document = (await fleet.call('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  rows = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security, description }]) => ({
      method: method.toUpperCase(),
      path,
      scope: security[0]?.bearer?.[0] ?? (security[0]?.bearer ? 'any' : 'open'),
      description,
    })),
  );
});
afterAll(() => fleet.close());

const ask = ({ method, path }: Pick<Row, 'method' | 'path'>, token?: string) =>
  apiClient(fleet.url, token).call(method, path.replace(/\{\w+\}/g, 'x'));
/** What it says. The envelope of A2A is the one exception to problems. */
function refusedWith({ path }: Row, answer: Awaited<ReturnType<typeof ask>>, status: number, code: string): string {
  if (!path.startsWith('/a2a')) return String(expectProblem(answer, status, code).detail);
  expect([answer.status, answer.body.status]).toEqual([status, 'error']);
  return (answer.body.error as { message: string }).message;
}
const closed = () => rows.filter((row): row is Row & { scope: Scope } => row.scope !== 'open' && row.scope !== 'any');

test('every route needs a scope, but for the health checks, the signed mail, secret calendars and signing in', () => {
  expect(closed().length).toBeGreaterThanOrEqual(25);
  expect(rows.filter(({ scope }) => scope === 'open').map(({ path }) => path)).toEqual([
    '/v1/mail/inbound',
    '/v1/calendars/feed/{token}.ics',
    '/v1/sign-in',
    '/v1/sign-in',
    '/healthz',
    '/readyz',
  ]);
  expect(rows.filter(({ scope }) => scope === 'any').map(({ path }) => path)).toEqual(['/v1/me']);
  for (const { scope, description } of closed()) expect(description).toContain(`\`${scope}\``);
  // The queues are a page, and no row of the table.
  expect(new Set([...closed().map(({ scope }) => scope), 'queues:read'])).toEqual(new Set(ALL_SCOPES));
});

test('what only reads needs no right to write, and what changes something does', () => {
  const reading = closed().filter(({ scope }) => scope.endsWith(':read'));
  const questions = reading.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  expect(questions).toEqual(['/v1/patients/{id}/query']);
  const writing = closed().filter(({ scope }) => /:(write|erase)$/.test(scope));
  expect(writing.filter(({ method }) => method === 'GET')).toEqual([]);
});

test('without a token: 401', async () => {
  for (const row of closed()) refusedWith(row, await ask(row), 401, 'unauthenticated');
});

test('who asks is told to everyone with a token, whatever its scopes, and to nobody else', async () => {
  const me = { method: 'GET', path: '/v1/me' };
  expectProblem(await ask(me), 401, 'unauthenticated');
  const { status, body } = await ask(me, only('a2a'));
  expect([status, body]).toEqual([
    200,
    { name: 'acme', tenant: 'acme', user_id: null, scopes: ['a2a'], patients: null, access: 'credentials' },
  ]);
});

test('with every scope but the one it needs: 403 that names it, before the body is looked at', async () => {
  for (const row of closed()) {
    const answer = await ask(row, without(row.scope));
    expect(refusedWith(row, answer, 403, 'forbidden'), row.path).toContain(row.scope);
    expect(answer.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${row.scope}"`);
  }
});

test('with that scope alone: let in', async () => {
  // The demo waits for workers, and this fleet has none.
  for (const row of closed().filter(({ path }) => path !== '/v1/demo')) {
    const { status } = await ask(row, only(row.scope));
    expect([row.path, status]).toEqual([row.path, expect.toBeOneOf([200, 202, 400, 404, 422])]);
  }
});

test('a token without a list of scopes may do all that its tenant may', async () => {
  for (const row of closed()) {
    const { status } = await ask(row, TENANT_TOKEN);
    if (row.scope === 'admin') expect([row.path, status]).toEqual([row.path, 403]);
    else expect([row.path, status]).toEqual([row.path, expect.not.toBeOneOf([401, 403])]);
  }
  for (const spanning of ['admin', 'queues:read']) expect(TENANT_SCOPES).not.toContain(spanning);
});

describe('what spans tenants', () => {
  const pages = ['/metrics', '/dashboard/queues', '/dashboard/queues/api/queues'];

  test.each(pages)('%s is closed to a tenant, and open to admin', async (path) => {
    const page = { method: 'GET', path };
    expectProblem(await ask(page), 401, 'unauthenticated');
    for (const token of [TENANT_TOKEN, only('record:read')])
      expect(expectProblem(await ask(page, token), 403, 'forbidden').detail).toContain('admin');
    for (const token of [only('admin'), BOTH_TOKEN]) expect((await ask(page, token)).status).toBe(200);
  });

  test('another spelling of the board’s address is the same board', async () => {
    for (const path of ['/Dashboard/Queues', '/dashboard/queues/', '/DASHBOARD/queues/api/queues'])
      expectProblem(await ask({ method: 'GET', path }, TENANT_TOKEN), 403, 'forbidden');
    // Not the board's address, so it is a page of the console.
    const { body } = await ask({ method: 'GET', path: '/dashboard/%71ueues/api/queues' }, TENANT_TOKEN);
    expect(body.text).toContain('<!doctype html>');
  });

  test('admin alone reads nothing of a tenant', async () => {
    for (const path of ['/v1/turns?patient_id=p1', '/v1/patients/p1/record'])
      expectProblem(await ask({ method: 'GET', path }, only('admin')), 403, 'forbidden');
  });

  test('the console’s page opens for everyone: it is where one signs in', async () => {
    for (const path of ['/dashboard', '/dashboard/sign-in'])
      expect((await ask({ method: 'GET', path })).status).toBe(200);
  });

  test('changing the queues needs admin as well as DASHBOARD_WRITE', async () => {
    const writable = await startFleet({
      dashboard: true,
      roles: [],
      env: {
        DASHBOARD_WRITE: 'true',
        API_TOKENS: `acme:${TENANT_TOKEN},ops[admin]:${only('admin')},ops[queues:read]:${only('queues:read')}`,
      },
    });
    try {
      const pause = (token: string) =>
        apiClient(writable.url, token).call('PUT', '/dashboard/queues/api/queues/turn/pause', {});
      expectProblem(await pause(TENANT_TOKEN), 403, 'forbidden');
      expect(expectProblem(await pause(only('queues:read')), 403, 'forbidden').detail).toContain('admin');
      const board = apiClient(writable.url, only('queues:read'));
      expect((await board.call('GET', '/dashboard/queues/api/queues')).status).toBe(200);
      expect(await writable.queue('turn').isPaused()).toBe(false);
      expect((await pause(only('admin'))).status).toBe(200);
      expect(await writable.queue('turn').isPaused()).toBe(true);
    } finally {
      await writable.close();
    }
  });
});

test('a scope that does not exist stops the start', async () => {
  const env = { API_TOKENS: `acme[turn:read]:${TENANT_TOKEN}` };
  await expect(startFleet({ dashboard: true, roles: [], env })).rejects.toThrow(
    'unknown scope "turn:read"; did you mean "turns:read"?',
  );
});

test('on this machine without tokens everything is allowed, admin too', async () => {
  const local = await startFleet({ dashboard: true, roles: [] });
  try {
    for (const path of ['/metrics', '/dashboard/queues', '/v1/turns?patient_id=p1'])
      expect((await local.call('GET', path)).status).toBe(200);
  } finally {
    await local.close();
  }
});
