/** The access log: who has looked at which record, refused attempts too; and what is left of it when a person is erased. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccessLog } from '../../../src/engine/access/access-log.ts';
import { accessKeys } from '../../../src/engine/access/redis-keys.ts';
import { hashTag } from '../../../src/platform/keys.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { testPrefix, testRedis } from '../../support/redis.ts';
import { expectProblem } from '../http/expect-problem.ts';

const [CLINIC, READER, BETA, OPS] = ['clinic', 'reader', 'beta', 'ops'].map((name) => `${name}-token-0123456789`) as [
  string,
  string,
  string,
  string,
];

type Entry = Record<string, unknown> & { route: string; method: string; status: number };

let fleet: Fleet;
let clinic: Api;
const as = (token: string) => apiClient(fleet.url, token);
beforeAll(async () => {
  const API_TOKENS = `clinic:${CLINIC},clinic/rita[turns:read]:${READER},beta:${BETA},clinic[admin]:${OPS}`;
  fleet = await startFleet({ dashboard: true, env: { API_TOKENS, TRUSTED_PROXIES: '127.0.0.0/8' } });
  clinic = as(CLINIC);
});
afterAll(() => fleet.close());

/** Without those of reading the log itself. */
async function entries(query = '', api = clinic): Promise<Entry[]> {
  const { status, body } = await api.call('GET', `/v1/access-log${query}`);
  expect(status).toBe(200);
  return (body.entries as Entry[]).filter(({ route }) => route !== '/v1/access-log');
}

test('reading a record leaves who, what, whom, from where, when and with what outcome, before it is answered', async () => {
  const before = Date.now();
  const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': 'look-1' };
  expect((await clinic.call('GET', '/v1/patients/quill/record', undefined, headers)).status).toBe(200);
  const [entry] = await entries('?patient_id=quill');
  expect(entry).toEqual({
    at: expect.any(String),
    credential: expect.stringMatching(/^token:[0-9a-f]{12}$/),
    user_id: null,
    user: null,
    method: 'GET',
    route: '/v1/patients/{id}/record',
    patient_id: 'quill',
    patient: expect.stringMatching(/^[\w-]{16}$/),
    target: null,
    status: 200,
    address: '203.0.113.9',
    request_id: 'look-1',
  });
  // Redis and this process have one clock.
  expect(Date.parse(String(entry?.at))).toBeGreaterThanOrEqual(before - 1);
});

test('refused attempts are in it: without the scope, for another person, for what is not there, not valid', async () => {
  const made = await clinic.call('POST', '/v1/keys', { name: 'k', scopes: ['record:read'], patients: ['p1'] });
  const key = as(String(made.body.secret));
  expectProblem(await as(READER).call('GET', '/v1/patients/refused/record'), 403, 'forbidden');
  expectProblem(await key.call('GET', '/v1/patients/refused/record'), 403, 'forbidden');
  expectProblem(await clinic.call('GET', '/v1/patients/refused/fhir'), 404, 'not_found');
  expectProblem(await clinic.call('POST', '/v1/patients/refused/query', {}), 422, 'invalid');
  const found = await entries('?patient_id=refused');
  expect(found.map(({ status, route, user_id }) => [status, route, user_id])).toEqual([
    [422, '/v1/patients/{id}/query', null],
    [404, '/v1/patients/{id}/fhir', null],
    [403, '/v1/patients/{id}/record', null],
    [403, '/v1/patients/{id}/record', 'rita'],
  ]);
  expect(found[2]?.credential).toBe(`key:${made.body.id}`);
});

test('what is about no record and what nobody has authenticated leave nothing', async () => {
  const count = (await entries()).length;
  await clinic.call('GET', '/v1/turns?patient_id=p1');
  await clinic.say('How is my heart?', { patient_id: 'p1' });
  expectProblem(await fleet.call('GET', '/v1/patients/p1/record'), 401, 'unauthenticated');
  await fleet.call('GET', '/healthz');
  expect((await entries()).length).toBe(count);
});

test('hostile ids: nothing of them becomes a key or a person', async () => {
  for (const id of ['a:b', '%00', 'a%20b', '{x}', '*', `x${'y'.repeat(300)}`, '%F0%9F%98%80'])
    expect((await clinic.call('GET', `/v1/patients/${id}/record`)).status).toBe(422);
  const found = (await entries()).filter(({ status }) => status === 422).slice(0, 7);
  expect(found.map(({ patient_id, patient }) => [patient_id, patient])).toEqual(Array(7).fill([null, null]));
  expectProblem(await clinic.call('GET', '/v1/access-log?patient_id=a:b'), 422, 'invalid');
  for (const cursor of ['x', '1', '0-0', '0-0-0', '-', '%2B', '1-1%20COUNT'])
    expectProblem(await clinic.call('GET', `/v1/access-log?cursor=${cursor}`), 422, 'invalid');
});

test('a time before the first entry, however early, gives all of them', async () => {
  await clinic.call('GET', '/v1/patients/early/record');
  for (const from of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z'])
    expect(await entries(`?patient_id=early&from=${from}`)).toHaveLength(1);
});

test('opening the queues leaves an entry, once a minute and not for every file of it; writing leaves one each time', async () => {
  for (let i = 0; i < 3; i += 1) expect((await as(OPS).call('GET', '/dashboard/queues')).status).toBe(200);
  expectProblem(await clinic.call('GET', '/dashboard/queues'), 403, 'forbidden');
  for (let i = 0; i < 2; i += 1) await as(OPS).call('PUT', '/dashboard/queues/api/queues/turn/pause', {});
  const pages = async () =>
    (await entries())
      .filter(({ route }) => route.startsWith('/dashboard'))
      .map(({ method, route, status }) => `${method} ${route} ${status}`);
  await expect.poll(async () => (await pages()).length).toBe(4);
  expect((await pages()).sort()).toEqual([
    'GET /dashboard/queues 200',
    'GET /dashboard/queues 403',
    expect.stringMatching(/^PUT \/dashboard\/queues /),
    expect.stringMatching(/^PUT \/dashboard\/queues /),
  ]);
});

test('keys, approvals and the log itself are audited too', async () => {
  await clinic.call('GET', '/v1/keys');
  await clinic.call('GET', '/v1/approvals?user_id=p7');
  await clinic.call('GET', '/v1/access-log?patient_id=p7');
  const { body } = await clinic.call('GET', '/v1/access-log?patient_id=p7');
  expect((body.entries as Entry[]).map(({ route }) => route)).toEqual(['/v1/access-log', '/v1/approvals']);
  expect((await entries()).map(({ route }) => route)).toContain('/v1/keys');
});

test('another tenant sees nothing; a key for some people sees what is about them; the scope is needed', async () => {
  await clinic.call('GET', '/v1/patients/p1/record');
  await clinic.call('GET', '/v1/patients/p5/record');
  expect(await entries('', as(BETA))).toEqual([]);
  expect(await entries('?patient_id=p1', as(BETA))).toEqual([]);
  const wish = { name: 'auditor', scopes: ['access:read'], patients: ['p5'] };
  const auditor = as(String((await clinic.call('POST', '/v1/keys', wish)).body.secret));
  expect(new Set((await entries('', auditor)).map(({ patient_id }) => patient_id))).toEqual(new Set(['p5']));
  expectProblem(await auditor.call('GET', '/v1/access-log?patient_id=p1'), 403, 'forbidden');
  expectProblem(await as(READER).call('GET', '/v1/access-log'), 403, 'forbidden');
});

test('who has looked at their own record is not named beside its pseudonym once they are erased', async () => {
  const wish = { name: 'own app', scopes: ['record:read', 'record:erase'], patients: ['self'], subject: 'self' };
  const own = as(String((await clinic.call('POST', '/v1/keys', wish)).body.secret));
  await own.call('GET', '/v1/patients/self/record');
  const [seen] = await entries('?patient_id=self');
  expect(seen).toMatchObject({ user_id: 'self', user: seen?.patient });
  expect((await own.call('DELETE', '/v1/patients/self')).status).toBe(200);
  const left = (await entries()).filter(({ user }) => user === seen?.user);
  expect(left.map(({ method, user_id, patient_id, patient }) => [method, user_id, patient_id, patient])).toEqual([
    ['DELETE', null, null, seen?.user],
    ['GET', null, null, seen?.user],
  ]);
  const stream = await testRedis().xrange(accessKeys(fleet.base.keys.tag).access_log('clinic'), '-', '+');
  expect(JSON.stringify(stream)).not.toContain('"self"');
});

test('an erasure: who has looked stays, whose record it was goes, and the person’s keys with it', async () => {
  await clinic.call('GET', '/v1/patients/gone/record');
  const wish = { name: 'theirs', scopes: ['turns:read'], patients: ['gone'] };
  await clinic.call('POST', '/v1/keys', wish);
  const [seen] = await entries('?patient_id=gone');
  expect((await clinic.call('DELETE', '/v1/patients/gone')).status).toBe(200);
  const about = (await entries()).filter(({ patient }) => patient === seen?.patient);
  expect(about.map(({ method, patient_id }) => [method, patient_id])).toEqual([
    ['DELETE', null],
    ['GET', null],
  ]);
  const redis = fleet.base.redis.connect('worker') as ReturnType<typeof testRedis>;
  const names = await redis.keys(`${fleet.base.keys.tag.replace(/[{}]/g, '?')}*`);
  const dumps = await Promise.all(names.map((name) => redis.dumpBuffer(name)));
  expect(names.filter((name) => name.includes('gone'))).toEqual([]);
  expect(dumps.filter((dump) => dump?.includes('gone'))).toEqual([]);
  // Erased again: there is nobody to name any more.
  expect((await clinic.call('DELETE', '/v1/patients/gone')).status).toBe(200);
  expect((await redis.keys(`${fleet.base.keys.tag.replace(/[{}]/g, '?')}*gone*`)).length).toBe(0);
});

describe('the store', () => {
  const ACCESS = { tenant: 'acme', credential: 'key:1', subject: null, method: 'GET', route: '/r', status: 200 };
  const entry = (person: string | null) => ({ ...ACCESS, person, target: null, address: '::1', request: 'r' });

  function openLog(options: Partial<Parameters<typeof createAccessLog>[0]> = {}) {
    const redis = testRedis();
    const tag = hashTag(testPrefix());
    return {
      redis,
      keys: accessKeys(tag),
      log: createAccessLog({ redis, tag, days: 1, mostEntries: 100, ...options }),
    };
  }

  test('pages lead through all entries of a person, newest first, each once', async () => {
    const { log } = openLog({ mostEntries: 10_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.uuid(),
        fc.array(fc.constantFrom('a', 'b', null), { maxLength: 160 }),
        async (tenant, people) => {
          for (const person of people) await log.note({ ...entry(person), tenant });
          const read = async (query: Parameters<typeof log.page>[1]) => {
            const found = [];
            let after: string | undefined;
            do {
              const page = await log.page(tenant, { ...query, after });
              found.push(...page.entries);
              after = page.next ?? undefined;
            } while (after !== undefined);
            return found;
          };
          expect((await read({})).map(({ person }) => person)).toEqual([...people].reverse());
          const ofA = await read({ people: new Set(['a', 'c']) });
          expect(ofA).toHaveLength(people.filter((person) => person === 'a').length);
          expect(new Set(ofA.map(({ id }) => id)).size).toBe(ofA.length);
          expect(await read({ people: new Set() })).toEqual([]);
          expect(await read({ from: Date.now() + 60_000 })).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  });

  test('is bounded in length and in age, and leaves with its last entry', async () => {
    const { redis, keys, log } = openLog();
    for (let i = 0; i < 400; i += 1) await log.note(entry(`p${i % 3}`));
    // Redis trims whole nodes of a stream, of a hundred entries each.
    expect(await redis.xlen(keys.access_log('acme'))).toBeLessThanOrEqual(200);
    for (const name of [keys.access_log('acme'), keys.pseudonym('acme', 'p1')]) {
      const left = await redis.ttl(name);
      expect(left > 0 && left <= 86_400).toBe(true);
    }
    const old = keys.access_log('old');
    const longAgo = Date.now() - 2 * 86_400_000;
    for (let i = 0; i < 300; i += 1) await redis.xadd(old, `${longAgo}-${i}`, 'credential', 'key:1');
    await log.note({ ...entry(null), tenant: 'old' });
    expect(await redis.xlen(old)).toBeLessThanOrEqual(101);
  });
});
