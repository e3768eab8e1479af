/** A key that is limited to some people: on every route it acts for them, sees what is theirs, and finds nothing of anybody else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../../src/engine/access/scopes.ts';
import { type Api, apiClient } from '../../support/api.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { INPUTS } from '../../support/function-calls.ts';
import { expectProblem } from '../http/expect-problem.ts';

const CLINIC = 'clinic-token-0123456789';
/** All scopes of a tenant; `admin` is not about people. */
const SCOPES = TENANT_SCOPES;

type Property = { type?: string };
type Operation = {
  parameters: { name: string; in: 'path' | 'query' | 'header' }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: Record<string, Property> } }> };
  security: { bearer?: string[] }[];
};

let fleet: Fleet;
let clinic: Api;
/** For p1 and p2, for p1 alone, and for the user dora, who may act for p1. */
let pair: Api;
let single: Api;
let dora: Api;
let schemas: Record<string, { properties?: Record<string, Property> }>;
let operations: [name: string, method: string, path: string, operation: Operation][];

beforeAll(async () => {
  fleet = await startFleet({ env: { API_TOKENS: `clinic:${CLINIC}` } });
  clinic = apiClient(fleet.url, CLINIC);
  const make = async (fields: Record<string, unknown>) => {
    const made = await clinic.call('POST', '/v1/keys', { name: 'limited', scopes: SCOPES, ...fields });
    return apiClient(fleet.url, String(made.body.secret));
  };
  pair = await make({ patients: ['p1', 'p2'] });
  single = await make({ patients: ['p1'] });
  dora = await make({ patients: ['p1'], subject: 'dora' });
  const { paths, components } = (await fleet.call('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { properties?: Record<string, Property> }> };
  };
  schemas = components.schemas;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, string, Operation] => [
      `${method} ${path}`,
      method.toUpperCase(),
      path,
      operation,
    ]),
  );
});
afterAll(() => fleet.close());

function bodyFields({ requestBody }: Operation): string[] {
  const { $ref, properties } = requestBody?.content['application/json']?.schema ?? {};
  return Object.keys(($ref ? schemas[$ref.split('/').at(-1) ?? '']?.properties : properties) ?? {});
}
const NAMES = ['patient_id', 'user_id'];

/** Every way in which a route can name a person: the request that names this one. */
function naming(method: string, path: string, operation: Operation, person: string) {
  const filled = path.replace(/\{\w+\}/g, 'x');
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  const ways: [method: string, path: string, body: unknown][] = [];
  if (/\/patients\/\{id\}/.test(path))
    ways.push([method, path.replace('/patients/{id}', `/patients/${person}`).replace(/\{\w+\}/g, 'x'), body]);
  for (const { name, in: place } of operation.parameters) {
    if (NAMES.includes(name) && place === 'path')
      ways.push([method, path.replace(`{${name}}`, person).replace(/\{\w+\}/g, 'x'), body]);
    if (NAMES.includes(name) && place === 'query') ways.push([method, `${filled}?${name}=${person}`, body]);
  }
  for (const name of bodyFields(operation).filter((field) => NAMES.includes(field)))
    ways.push([method, filled, { [name]: person }]);
  return ways;
}

describe('every route that names a person', () => {
  const all = () =>
    operations.flatMap(([name, method, path, operation]) =>
      operation.security[0]?.bearer
        ? naming(method, path, operation, 'stranger').map((way) => [name, way] as const)
        : [],
    );

  test('is in this test', () => {
    const named = new Set(all().map(([name]) => name));
    for (const name of [
      'post /v1/turns',
      'get /v1/turns',
      'get /v1/patients/{id}/record',
      'get /v1/patients/{id}/observations',
      'get /v1/patients/{id}/observations/{name}',
      'post /v1/patients/{id}/query',
      'get /v1/patients/{id}/fhir',
      'post /v1/patients/{id}/fhir',
      'delete /v1/patients/{id}',
      'get /v1/agents',
      'post /v1/agents',
      'get /v1/inbox',
      'get /v1/triggers',
      'get /v1/approvals',
      'get /v1/library',
      'post /v1/library',
      'delete /v1/library',
      'get /v1/artifacts',
      'get /v1/artifacts/{path}',
      'post /v1/functions/summarize-content/run',
      'post /v1/pipelines/code-generation/run',
      'get /v1/access-log',
    ])
      expect(named).toContain(name);
  });

  test('refuses a key for other people with 403, whatever else is in the request', async () => {
    for (const [name, [method, path, body]] of all())
      for (const api of [pair, single, dora]) {
        const answer = await api.call(method, path, body);
        expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'forbidden']);
      }
  });

  test('refuses a list of people, an object, and a number in the place of one', async () => {
    for (const patient_id of [['p1'], { p1: 1 }, 7, null, 'p1\u0000', 'P1', ' p1', ''])
      expectProblem(await pair.call('POST', '/v1/turns', { text: 'hi', patient_id }), 403, 'forbidden');
    expectProblem(await pair.call('GET', '/v1/turns?patient_id=p1&patient_id=p3'), 403, 'forbidden');
    expectProblem(await pair.call('GET', '/v1/patients/p1%2Frecord%2F..%2Fp3/record'), 403, 'forbidden');
  });

  test('lets the key through for its own people', async () => {
    for (const [method, path, body] of [
      ['GET', '/v1/patients/p1/record'],
      ['GET', '/v1/turns?patient_id=p2'],
      ['GET', '/v1/agents?user_id=p1'],
      ['GET', '/v1/library?user_id=p1'],
      ['GET', '/v1/artifacts?user_id=p1'],
      ['GET', '/v1/access-log?patient_id=p1'],
      ['GET', '/v1/access-log'],
    ] as [string, string, unknown?][])
      expect([path, (await pair.call(method, path, body)).status]).toEqual([path, 200]);
  });
});

test('a list that must name somebody: the only one is filled in, of several one must be named', async () => {
  for (const path of ['/v1/agents', '/v1/inbox', '/v1/triggers', '/v1/approvals', '/v1/library', '/v1/artifacts']) {
    expect([path, (await single.call('GET', path)).status]).toEqual([path, 200]);
    expect([path, (await dora.call('GET', path)).status]).toEqual([path, 200]);
    expect(expectProblem(await pair.call('GET', path), 403, 'forbidden').detail).toContain('user_id');
  }
});

describe('what others have', () => {
  const agent = { name: 'Statins', description: 'Follows statins', message: 'Begin' };

  test('turns and sessions of and about others are not there', async () => {
    const turn = await clinic.say('How is my heart?', { patient_id: 'p3', session_id: 's-p3' });
    // A clinician's turn about p1: neither of them is enough.
    const about = await clinic.say('How is the heart?', { patient_id: 'p1', user_id: 'dr-x', session_id: 's-dr' });
    const own = await single.say('How is my heart?', { patient_id: 'p1', session_id: 's-p1' });
    for (const { turn_id, session_id } of [turn, about])
      for (const api of [single, pair, dora])
        for (const [method, path] of [
          ['GET', `/v1/turns/${turn_id}`],
          ['GET', `/v1/turns/${turn_id}/events`],
          ['DELETE', `/v1/turns/${turn_id}`],
          ['GET', `/v1/sessions/${session_id}`],
          ['GET', `/v1/sessions/${session_id}/events`],
        ] as const)
          expectProblem(await api.call(method, path), 404, 'not_found');
    const listed = async (api: Api, query: string) =>
      ((await api.call('GET', `/v1/turns?${query}`)).body.turns as { turn_id: string }[]).map(({ turn_id }) => turn_id);
    expect(await listed(single, 'patient_id=p1')).toEqual([own.turn_id]);
    expect(await listed(single, 'session_id=s-p3')).toEqual([]);
    expect(await listed(single, 'session_id=s-dr')).toEqual([]);
    expect(await listed(clinic, 'patient_id=p1')).toEqual([own.turn_id, about.turn_id]);
    // Sending into a session would let the answer draw on what was said there.
    const intrusion = await single.call('POST', '/v1/turns', { text: 'hi', patient_id: 'p1', session_id: 's-dr' });
    expectProblem(intrusion, 409, 'conflict');
  });

  test('research agents, their triggers and files, where the user is theirs and the patient is not', async () => {
    const made = await clinic.call('POST', '/v1/agents', {
      ...agent,
      user_id: 'p1',
      patient_id: 'p9',
      session_id: 'a1',
    });
    const path = `/v1/agents/${made.body.id}`;
    const plan = { agent_id: made.body.id, schedule: 'weekly', instruction: 'Look again' };
    const trigger = `/v1/triggers/${(await clinic.call('POST', '/v1/triggers', plan)).body.id}`;
    for (const [method, at, body] of [
      ['GET', path],
      ['POST', `${path}/messages`, { text: 'Stop' }],
      ['GET', `${path}/files`],
      ['GET', `${path}/files/notes.md`],
      ['POST', '/v1/triggers', plan],
      ['GET', trigger],
      ['PATCH', trigger, { instruction: 'Look elsewhere' }],
      ['DELETE', trigger],
    ] as [string, string, unknown?][])
      expectProblem(await single.call(method, at, body), 404, 'not_found');
    const missing = await single.call('GET', '/v1/triggers/00000000-0000-0000-0000-000000000000');
    expect((await single.call('GET', trigger)).body.detail).toBe(missing.body.detail);
    expect((await clinic.call('GET', trigger)).body).toMatchObject({ instruction: 'Look again', status: 'pending' });
    for (const list of ['agents', 'triggers']) {
      expect((await single.call('GET', `/v1/${list}?user_id=p1`)).body[list]).toEqual([]);
      expect((await clinic.call('GET', `/v1/${list}?user_id=p1`)).body[list]).toHaveLength(1);
    }
    const own = await single.call('POST', '/v1/agents', { ...agent, patient_id: 'p1', session_id: 'a2' });
    expect([own.status, own.body.user_id]).toEqual([201, 'p1']);
    expect((await single.call('GET', `/v1/agents/${own.body.id}`)).status).toBe(200);
  });

  test('documents of others, and about others; what is the whole tenant’s can be read and not removed', async () => {
    const add = async (fields: Record<string, unknown>) => {
      const text = `Statins lower cholesterol. ${JSON.stringify(fields)}`;
      const made = await clinic.call('POST', '/v1/library', {
        scope: 'notes',
        title: 'Statins',
        type: 'text',
        text,
        ...fields,
      });
      expect(made.status).toBe(201);
      return String(made.body.document_id);
    };
    const [shared, theirs, foreign, about] = [
      await add({}),
      await add({ user_id: 'p1' }),
      await add({ user_id: 'p3' }),
      await add({ patient_id: 'p3' }),
    ];
    const { documents } = (await single.call('GET', '/v1/library')).body as { documents: { document_id: string }[] };
    expect(documents.map(({ document_id }) => document_id)).toEqual([shared, theirs]);
    for (const id of [shared, theirs]) expect((await single.call('GET', `/v1/library/${id}`)).status).toBe(200);
    for (const id of [foreign, about]) expectProblem(await single.call('GET', `/v1/library/${id}`), 404, 'not_found');
    for (const id of [shared, foreign, about])
      expectProblem(await single.call('DELETE', `/v1/library/${id}`), 404, 'not_found');
    expect((await single.call('DELETE', `/v1/library/${theirs}`)).status).toBe(200);
    expect((await clinic.call('GET', '/v1/library?user_id=p3')).body.documents).toHaveLength(3);
  });

  test('runs of functions of others, and those that belong to nobody', async () => {
    const run = async (api: Api, fields: Record<string, unknown>) => {
      const body = { ...INPUTS.summarize_content, ...fields };
      return api.call('POST', '/v1/functions/summarize-content/run?wait=0', body);
    };
    const shared = await run(clinic, {});
    const own = await run(single, {});
    expect([shared.status, own.status]).toEqual([202, 202]);
    expectProblem(await single.call('GET', `/v1/runs/${shared.body.run_id}`), 404, 'not_found');
    expectProblem(await single.call('DELETE', `/v1/runs/${shared.body.run_id}`), 404, 'not_found');
    expect((await single.call('GET', `/v1/runs/${own.body.run_id}`)).status).toBe(200);
    expectProblem(await run(pair, {}), 403, 'forbidden');
    expectProblem(await run(pair, { user_id: 'shared' }), 403, 'forbidden');
    expect((await run(pair, { patient_id: 'p2' })).status).toBe(202);
  });
});

describe('a session of a team without a subject', () => {
  const talk = { team: 'assistant', patient_id: undefined, user_id: 'p1' };
  const envelope = (conversation_id: string) => ({
    agent_name: 'beto',
    conversation_id,
    input: { action: 'send_message', user_id: 'p1', parameters: { text: 'Hello Beto' } },
  });

  test('that has mentioned somebody else is neither read nor continued, by any way in', async () => {
    await clinic.say('Hello Beto', { ...talk, patient_id: 'p2', session_id: 'mentions' });
    expectProblem(await single.call('GET', '/v1/sessions/mentions'), 404, 'not_found');
    expectProblem(await single.call('GET', '/v1/sessions/mentions/events'), 404, 'not_found');
    const sent = { text: 'What did I say?', team: 'assistant', session_id: 'mentions' };
    expectProblem(await single.call('POST', '/v1/turns', sent), 409, 'conflict');
    expect((await single.call('POST', '/a2a', envelope('mentions'))).status).toBe(409);
  });

  test('is open to a key for all whom it mentions, and to the tenant', async () => {
    await clinic.say('Hello Beto', { ...talk, patient_id: 'p2', session_id: 'both' });
    expect((await pair.say('Hello again', { ...talk, session_id: 'both' })).status).toBe('completed');
    expect((await pair.call('POST', '/a2a', envelope('both'))).status).toBe(200);
    for (const api of [pair, clinic]) {
      const { body } = await api.call('GET', '/v1/sessions/both');
      expect(body.messages).toHaveLength(6);
    }
  });

  test('no longer names who was erased, and is open again', async () => {
    await clinic.say('Hello Beto', { ...talk, patient_id: 'erased', session_id: 'left' });
    await clinic.say('Hello again', { ...talk, session_id: 'left' });
    expectProblem(await single.call('GET', '/v1/sessions/left'), 404, 'not_found');
    expect((await clinic.call('DELETE', '/v1/patients/erased')).status).toBe(200);
    const { body } = await single.call('GET', '/v1/sessions/left');
    expect(body.messages).toHaveLength(2);
  });
});
