/** JSON that is valid and still dangerous to those who handle it: refused by the reader of bodies, before any route sees it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from './expect-problem.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ dashboard: true, roles: [], env: { DASHBOARD_WRITE: 'true' } });
});
afterAll(() => fleet.close());

const FHIR = '/v1/patients/p1/fhir';
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

describe('nesting', () => {
  test.each([
    ['arrays', nested(65)],
    ['arrays that never close', '['.repeat(200_000)],
    ['objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ['a bundle whose resources contain each other', `{"resourceType":"Bundle","entry":${nested(500)}}`],
  ])('%s: a problem that says so', async (_what, body) => {
    for (const path of ['/v1/turns', FHIR]) {
      const problem = expectProblem(await fleet.call('POST', path, body), 400, 'malformed');
      expect(problem.detail).toContain('64');
    }
  });

  test('brackets inside a string are no nesting', async () => {
    const text = `${'['.repeat(500)}\\"{{{`;
    const { status } = await fleet.call('POST', '/v1/turns', `{"text":"${text}","patient_id":"p1"}`);
    expect(status).toBe(202);
  });

  test('a bundle as deep as resources are is read', async () => {
    const bundle = `{"resourceType":"Bundle","type":"collection","entry":[],"extension":${nested(50)}}`;
    expect((await fleet.call('POST', FHIR, bundle)).status).not.toBeGreaterThanOrEqual(500);
    expect((await fleet.call('POST', FHIR, bundle)).body.detail ?? '').not.toContain('nested');
  });
});

describe('a key that names the prototype', () => {
  test.each([
    '{"__proto__":{"admin":true},"text":"hi","patient_id":"p1"}',
    '{"text":"hi","patient_id":"p1","user_location":{"__proto__" : 1}}',
    '{"\\u005f_proto_\\u005F":1,"text":"hi","patient_id":"p1"}',
    '[{"a":[{"__\\u0070roto__"\n:1}]}]',
  ])('%s', async (body) => {
    for (const path of ['/v1/turns', FHIR, '/v1/patients/p1/query', '/dashboard/queues/api/queues/turn/add'])
      expect([path, (await fleet.call('POST', path, body)).body.code]).toEqual([path, 'malformed']);
  });

  test('as a text it is a text', async () => {
    const said = '"__proto__": is what I read in \\ my "letter"';
    expect((await fleet.call('POST', '/v1/turns', { text: said, patient_id: 'p1' })).status).toBe(202);
  });
});

test('names of what every object has are names like any other', async () => {
  for (const name of [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'prototype',
    '__defineGetter__',
  ]) {
    const answer = await fleet.call('GET', `/v1/patients/p1/observations/${name}`);
    expectProblem(answer, 404, 'not_found');
    expect((await fleet.call('GET', `/v1/turns/${name}`)).status).toBe(404);
    expect((await fleet.call('GET', `/v1/agents/${name}`)).status).toBe(404);
    expect((await fleet.call('GET', `/v1/triggers/${name}`)).status).toBe(404);
    const team = await fleet.call('POST', '/v1/turns', { text: 'hi', patient_id: 'p1', team: name });
    expectProblem(team, 422, 'invalid');
    const cypher = 'MATCH (p:Patient {uuid: $patient_uuid}) RETURN $a AS a';
    const query = await fleet.call('POST', '/v1/patients/p1/query', { cypher, params: { a: 1, [`x${name}`]: 1 } });
    expect(query.status).toBeLessThan(500);
    const [only] = name === '__proto__' ? ['constructor'] : [name];
    const named = await fleet.call('POST', '/v1/patients/p1/query', { cypher, params: { [String(only)]: 1 } });
    expect(named.status).toBeLessThan(500);
  }
});

test('a body for an address that no page has is read once', async () => {
  for (const body of ['null', '{}', '[]', '"x"'])
    expect((await fleet.call('PATCH', '/dashboard/queues/api/nothing', body)).status).toBe(405);
});

test('bytes that are not UTF-8, and other ways to write characters', async () => {
  const post = (body: string | Buffer, type: string) =>
    fetch(`${fleet.url}/v1/turns`, { method: 'POST', headers: { 'Content-Type': type }, body });
  const json = '{"text":"caf\u00e9","patient_id":"p1"}';
  expect((await post(Buffer.from(json, 'latin1'), 'application/json')).status).toBe(400);
  expect((await post(Buffer.from(json, 'utf16le'), 'application/json; charset=utf-16')).status).toBe(415);
  expect((await post(json, 'application/json; charset="UTF-8"')).status).toBe(202);
  expect((await post(`\ufeff${json}`, 'application/json')).status).toBe(202);
});

test('a body with a hundred thousand wrong values is told about the first of them', async () => {
  const body = { user_location: { timezone: 1 }, params: 1, cypher: 'x'.repeat(9), question: ['a'] };
  const wrong = { ...body, params: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, {}])) };
  const problem = expectProblem(await fleet.call('POST', '/v1/patients/p1/query', wrong), 422, 'invalid');
  expect((problem.errors as unknown[]).length).toBeLessThanOrEqual(50);
});
