/** Input that is wrong in every way we could think of: always the right problem, never a turn, never the patient's words back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem, MARKER } from './expect-problem.ts';

const lines: string[] = [];
let fleet: Fleet;
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  fleet = await startFleet({ dashboard: true, roles: [], env: { LOG_LEVEL: 'info' }, logTo });
});
afterAll(async () => {
  // None of it became a turn.
  expect(await fleet.base.redis.connect('worker').zcard(fleet.base.keys.open())).toBe(0);
  await fleet.close();
});

const post = (body: unknown, headers: Record<string, string> = {}, path = '/v1/turns') =>
  fleet.call('POST', path, body, headers);

test('a refused request is one short line of the log, without a stack and without the person it is about', async () => {
  for (const [path, body] of [
    ['/v1/turns/none', undefined],
    [`/v1/patients/${MARKER}/query`, {}],
    ['/v1/turns', '{'],
  ] as const) {
    const request_id = `refused-${lines.length}`;
    const { status, body: problem } = await fleet.call(body === undefined ? 'GET' : 'POST', path, body, {
      'X-Request-Id': request_id,
    });
    const told = lines.map((line) => JSON.parse(line)).filter((line) => line.request_id === request_id);
    expect(told).toEqual([
      {
        level: 30,
        time: expect.any(String),
        msg: 'request.failed',
        request_id,
        code: problem.code,
        status,
        method: body === undefined ? 'GET' : 'POST',
        route: path.replace('none', ':id').replace(MARKER, ':id'),
        err: { type: 'AppError', code: problem.code, message: expect.any(String) },
      },
    ]);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(told)).not.toContain(MARKER);
  }
});

describe('a body that cannot be read', () => {
  test('none at all', async () => {
    expectProblem(await post(undefined), 400, 'malformed');
    expectProblem(await post(undefined, { 'Content-Type': 'application/json' }), 400, 'malformed');
    expectProblem(await post(''), 400, 'malformed');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp'])(
    '%s',
    async (type) => {
      const body = JSON.stringify({ text: MARKER, patient_id: 'p1' });
      expectProblem(await post(body, { 'Content-Type': type }), 415, 'unsupported_media_type');
    },
  );

  test('a charset or an encoding that we do not read', async () => {
    const body = JSON.stringify({ text: MARKER, patient_id: 'p1' });
    const charset = { 'Content-Type': 'application/json; charset=latin1' };
    expectProblem(await post(body, charset), 415, 'unsupported_media_type');
    expectProblem(await post(body, { 'Content-Encoding': 'rot13' }), 415, 'unsupported_media_type');
    expectProblem(await post(body, { 'Content-Encoding': 'gzip' }), 400, 'malformed');
  });

  test.each(['{', '{"text": "zebra', `{"text": "${MARKER}"`, 'undefined', "{'text': 1}", '{"text": "a\nb"}', '\u0000'])(
    'broken JSON: %j',
    async (body) => {
      expectProblem(await post(body), 400, 'malformed');
    },
  );

  test('two megabytes', async () => {
    expectProblem(await post({ text: MARKER.repeat(80_000), patient_id: 'p1' }), 413, 'too_large');
  });
});

describe('a body that is not valid', () => {
  test.each([[[]], [[{ text: 'hi', patient_id: 'p1' }]], ['"text"'], ['7'], ['null'], ['true'], [{}]])(
    'not an object with fields: %j',
    async (body) => {
      expectProblem(await post(typeof body === 'string' ? body : JSON.stringify(body)), 422, 'invalid');
    },
  );

  const good = { text: MARKER, patient_id: 'p1' };
  const topic = { node_uuid: '0197a1f4-0000-7000-8000-000000000000', node_type: 'EncounterNode' };
  test.each<[string, Record<string, unknown>]>([
    ['text', { patient_id: 'p1' }],
    ['text', { ...good, text: '' }],
    ['text', { ...good, text: ' \n\t\u00a0 ' }],
    ['text', { ...good, text: 'x'.repeat(20_001) }],
    ['text', { ...good, text: `${MARKER} \ud83d` }],
    ['text', { ...good, text: `\udc00 ${MARKER}` }],
    ['text', { ...good, text: 5 }],
    ['text', { ...good, text: [MARKER] }],
    ['text', { ...good, text: null }],
    ['patient_id', { text: MARKER }],
    ['patient_id', { ...good, patient_id: 5 }],
    ['patient_id', { ...good, patient_id: null }],
    ['user_id', { ...good, user_id: {} }],
    ['session_id', { ...good, session_id: false }],
    ['team', { ...good, team: MARKER }],
    ['team', { ...good, team: '__proto__' }],
    ['team', { ...good, team: 3 }],
    ['user_location', { ...good, user_location: MARKER }],
    ['user_location.timezone', { ...good, user_location: { timezone: MARKER } }],
    ['user_location.timezone', { ...good, user_location: { timezone: '' } }],
    ['user_location.locale', { ...good, user_location: { locale: MARKER.repeat(3) } }],
    ['user_location.latitude', { ...good, user_location: { latitude: 90.1 } }],
    ['user_location.longitude', { ...good, user_location: { longitude: '12' } }],
    ['user_location', { ...good, user_location: { city: MARKER } }],
    ['topic', { ...good, topic: MARKER }],
    ['topic.node_uuid', { ...good, topic: { ...topic, node_uuid: MARKER } }],
    ['topic.node_type', { ...good, topic: { ...topic, node_type: MARKER } }],
    ['topic.node_type', { ...good, topic: { node_uuid: topic.node_uuid } }],
    ['topic', { ...good, topic: { ...topic, more: 1 } }],
  ])('%s: %o', async (path, body) => {
    const problem = expectProblem(await post(body), 422, 'invalid');
    expect(problem.errors).toContainEqual({ path, message: expect.stringMatching(/\w/) });
  });

  test('a field that does not exist is named, unless its name could be what somebody said', async () => {
    const named = expectProblem(await post({ ...good, patiant_id: 'p1' }), 422, 'invalid');
    expect(named.errors).toEqual([{ path: 'body', message: 'The body has no field patiant_id.' }]);
    expectProblem(await post({ ...good, [`I had a ${MARKER}`]: 1 }), 422, 'invalid');
  });

  test('every wrong field is told at once', async () => {
    const { errors } = expectProblem(await post({ text: '', patient_id: '', session_id: ':' }), 422, 'invalid');
    expect((errors as { path: string }[]).map(({ path }) => path)).toEqual(['text', 'patient_id', 'session_id']);
  });
});

const BAD_IDS = [
  '',
  ' ',
  '.',
  '..',
  '../p1',
  'p1/..',
  'p1:turns',
  'local:p1',
  '{p1}',
  'pé',
  'п1',
  'p1\n',
  'p 1',
  'a'.repeat(129),
  '💊',
  '*',
  '-p1',
  'p1%00',
];

describe('an id that could mean something else', () => {
  test.each(BAD_IDS)('%j', async (id) => {
    for (const field of ['patient_id', 'user_id', 'session_id']) {
      const problem = expectProblem(await post({ text: 'hi', patient_id: 'p1', [field]: id }), 422, 'invalid');
      expect(problem.errors).toContainEqual({ path: field, message: expect.stringContaining('at most 128') });
    }
    if (id.trim() === '' || /^\.+$/.test(id)) return;
    const inPath = encodeURIComponent(id);
    expectProblem(await fleet.call('GET', `/v1/patients/${inPath}/record`), 422, 'invalid');
    expectProblem(await fleet.call('GET', `/v1/sessions/${inPath}`), 422, 'invalid');
    expectProblem(await fleet.call('GET', `/v1/turns?session_id=${inPath}`), 422, 'invalid');
    expectProblem(await fleet.call('GET', `/v1/turns/${inPath}`), 404, 'not_found');
    expectProblem(await fleet.call('GET', `/v1/turns/${inPath}/events`), 404, 'not_found');
    expectProblem(await fleet.call('DELETE', `/v1/turns/${inPath}`), 404, 'not_found');
  });

  test('128 characters of letters, digits and . _ @ - are fine', async () => {
    const id = `Ada.Lovelace_1815@example.org-${'x'.repeat(98)}`;
    expect((await fleet.call('GET', `/v1/patients/${id}/record`)).status).toBe(200);
  });

  test('a path with half an escape', async () => {
    expectProblem(await fleet.call('GET', '/v1/turns/%E0%A4%A'), 400, 'malformed');
    for (const path of ['%/run-1', 'turn/%E0%A4%A'])
      expect((await fleet.call('GET', `/dashboard/queues/api/queues/${path}`)).status).toBe(400);
  });
});

describe('a query that is not valid', () => {
  test.each(['61', '-1', 'abc', 'NaN', 'Infinity', '1&wait=2', '5s'])('wait=%s', async (wait) => {
    const body = { text: MARKER, patient_id: 'p1' };
    const problem = expectProblem(await post(body, {}, `/v1/turns?wait=${wait}`), 422, 'invalid');
    expect(problem.errors).toEqual([{ path: 'wait', message: expect.any(String) }]);
  });

  test('a list without a session or a patient, and a cursor of another list', async () => {
    expectProblem(await fleet.call('GET', '/v1/turns'), 422, 'invalid');
    expectProblem(await fleet.call('GET', '/v1/turns?patient_id=p1&patient_id=p2'), 422, 'invalid');
    expectProblem(await fleet.call('GET', `/v1/turns?patient_id=p1&cursor=${MARKER}`), 422, 'invalid');
  });

  test('an Idempotency-Key that is no key', async () => {
    const body = { text: MARKER, patient_id: 'p1' };
    expectProblem(await post(body, { 'Idempotency-Key': 'k'.repeat(256) }), 400, 'malformed');
    expectProblem(await post(body, { 'Idempotency-Key': '' }), 400, 'malformed');
  });
});

test.each([
  ['GET', '/nothing/here'],
  ['GET', `/v1/patients/${MARKER}/nothing`],
  ['GET', '/v1/turns/'],
  ['GET', '/docs/nothing.js'],
  ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
])('%s %s is nothing that we answer', async (method, path) => {
  const answer = await fleet.call(method, path);
  expectProblem(answer, path === '/v1/turns/' ? 422 : 404, path === '/v1/turns/' ? 'invalid' : 'not_found');
});

test.each([
  ['PUT', '/v1/turns', 'POST, GET, HEAD'],
  ['OPTIONS', '/v1/turns', 'POST, GET, HEAD'],
  ['PATCH', '/v1/turns/0197a1f4-0000-7000-8000-000000000000', 'GET, HEAD, DELETE'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['DELETE', '/v1/patients/p1/record', 'GET, HEAD'],
  ['GET', `/v1/patients/${MARKER}`, 'DELETE'],
  ['PUT', '/v1/agents/a1/files/notes/today.md', 'GET, HEAD'],
])('%s %s is told which methods there are', async (method, path, allowed) => {
  const answer = await fleet.call(method, path);
  expectProblem(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('allow')).toBe(allowed);
});

test.each([
  ['POST', '/', 'GET, HEAD'],
  ['DELETE', '/openapi.json', 'GET, HEAD'],
  ['POST', '/docs', 'GET, HEAD'],
  ['PUT', '/docs/swagger-ui.css', 'GET, HEAD'],
  ['POST', '/dashboard', 'GET, HEAD'],
  ['PATCH', '/dashboard/queues', 'GET, HEAD'],
  ['POST', '/.well-known/agent-card.json', 'GET, HEAD'],
])('%s %s: pages beside the API tell their methods too', async (method, path, allowed) => {
  const answer = await fleet.call(method, path);
  expectProblem(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('allow')).toBe(allowed);
});

test.each([
  ['GET', '/a2a', 'POST'],
  ['DELETE', '/a2a/jsonrpc', 'POST'],
  ['GET', '/mcp', 'POST'],
  ['GET', '/a2a/rest/message:send', 'POST'],
  ['DELETE', '/a2a/rest/tasks', 'GET'],
  ['PUT', '/a2a/rest/tasks/t1', 'GET'],
  ['GET', '/a2a/rest/tasks/t1:cancel', 'POST'],
  ['PATCH', '/a2a/rest/tasks/t1/pushNotificationConfigs', 'GET, POST'],
  ['POST', '/a2a/rest/tasks/t1/pushNotificationConfigs/c1', 'GET, DELETE'],
  ['POST', '/a2a/rest/extendedAgentCard', 'GET'],
])('%s %s: protocols beside the API tell their methods too', async (method, path, allowed) => {
  const answer = await fleet.call(method, path);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
});

test('a problem is told in a sentence that says what to do', async () => {
  const told = async (body: unknown) => expectProblem(await post(body), 422, 'invalid').detail;
  expect(await told({ patient_id: 'p1' })).toBe('text is missing.');
  expect(await told({ text: 'hi' })).toBe('patient_id is missing: this team answers about a patient.');
  expect(await told({ text: 'hi', patient_id: 'p 1' })).toBe(
    'patient_id may have letters, digits and . _ @ - only, at most 128 of them.',
  );
  expect(await told({ text: 5, patient_id: 'p1', topic: 'x' })).toBe('text must be text. topic must be an object.');
});

test('a request id is echoed if it is a plain one, and made up if not', async () => {
  const id = (given: string) =>
    fleet.call('GET', '/nothing', undefined, { 'X-Request-Id': given }).then(({ body }) => body.request_id);
  expect(await id('trace-1.2_3')).toBe('trace-1.2_3');
  expect(await id('a'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
  expect(await id('<script>')).toMatch(/^[0-9a-f-]{36}$/);
});
