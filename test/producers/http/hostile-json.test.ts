/** JSON that is made to cost work or to meet a name that every object inherits: always a problem that says so, never a fault of ours. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { expectProblem } from './expect-problem.ts';

const FHIR = { 'Content-Type': 'application/fhir+json' };

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
});
afterAll(() => fleet.close());

const imported = (body: string) => fleet.call('POST', '/v1/patients/p1/fhir', body, FHIR);
const bundle = (entries: string) => `{"resourceType":"Bundle","type":"collection","entry":${entries}}`;
const many = (item: string, count: number) => `[${`${item},`.repeat(count)}${item}]`;
const nested = (open: string, close: string, depth: number, inside = '1') =>
  open.repeat(depth) + inside + close.repeat(depth);

describe('a bundle that is made to cost work', () => {
  test.each<[string, string, number, string]>([
    ['ten million entries that are none', bundle(many('1', 9_900_000)), 413, 'too_large'],
    [
      'ten million entries without a type',
      `{"resourceType":"Bundle","entry":${many('1', 9_900_000)}}`,
      413,
      'too_large',
    ],
    ['millions of empty entries', bundle(many('{}', 6_000_000)), 413, 'too_large'],
    [
      'millions of parts in one entry',
      bundle(`[{"resource":{"resourceType":"Observation","component":${many('1', 9_000_000)}}}]`),
      413,
      'too_large',
    ],
    ['ten thousand and one entries', bundle(many('{"resource":{"resourceType":"Basic"}}', 10_000)), 413, 'too_large'],
    ['500 levels of lists', bundle(nested('[', ']', 500)), 400, 'malformed'],
    [
      '500 levels of extensions',
      bundle(
        `[{"resource":{"resourceType":"Condition","extension":[${nested('{"url":"u","valueReference":{"extension":[', ']}}', 500, '{"url":"u"}')}]}}]`,
      ),
      400,
      'malformed',
    ],
    ['a million levels', bundle(nested('[', ']', 1_000_000)), 400, 'malformed'],
  ])('%s', async (_, body, status, code) => {
    expectProblem(await imported(body), status, code);
  });

  test('a short list of what does not fit, however much it is', async () => {
    const answer = await imported(bundle(many('1', 5_000)));
    expectProblem(answer, 422, 'invalid');
    expect(JSON.stringify(answer.body).length).toBeLessThan(5_000);
  });
});

describe('names that every object inherits', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

  test.each(NAMES)('%s as a measurement, in a path', async (name) => {
    expectProblem(await fleet.call('GET', `/v1/patients/p1/observations/${name}`), 404, 'not_found');
  });

  /** As a key it is refused: see json-bodies.test.ts. */
  const KEYS = NAMES.filter((name) => name !== '__proto__');

  test.each(KEYS)('%s anywhere in a bundle', async (name) => {
    const odd = `{"${name}":{"${name}":["${name}"]},"coding":[{"system":"${name}","code":"${name}"}],"text":"${name}"}`;
    const resources = ['Condition', 'AllergyIntolerance', 'Observation', 'Encounter', 'Procedure', 'MedicationRequest'];
    const entries = [name, ...resources].map(
      (
        type,
      ) => `{"fullUrl":"${name}","resource":{"resourceType":"${type}","id":"${name}","status":"${name}","${name}":1,
        "code":${odd},"clinicalStatus":${odd},"verificationStatus":${odd},"severity":${odd},"class":{"code":"${name}"},
        "type":[${odd}],"valueQuantity":{"value":1,"unit":"${name}","code":"${name}","comparator":"${name}"},
        "medicationCodeableConcept":${odd},"dosageInstruction":[{"text":"${name}","route":${odd},"timing":{"code":${odd}},
        "doseAndRate":[{"doseQuantity":{"value":1,"unit":"${name}","code":"${name}"}}]}]}}`,
    );
    const body = `{"resourceType":"Bundle","type":"collection","${name}":{},"entry":[${entries.join(',')}]}`;
    const patient = `of-${name}`;
    expect((await fleet.call('POST', `/v1/patients/${patient}/fhir`, body, FHIR)).status).toBe(200);
    expect((await fleet.call('GET', `/v1/patients/${patient}/record`)).status).toBe(200);
    expect((await fleet.call('GET', `/v1/patients/${patient}/fhir`)).status).toBe(200);
    const measured = await fleet.call('GET', `/v1/patients/${patient}/observations/${name}`);
    expect([measured.status, measured.body.name]).toEqual([200, name]);
  });

  test.each(KEYS)('%s as a field or a parameter', async (name) => {
    const turn = await fleet.call('POST', '/v1/turns', `{"text":"hi","patient_id":"p1","${name}":{"a":1}}`);
    expectProblem(turn, 422, 'invalid');
    const cypher = 'MATCH (p:Patient {uuid: $patient_uuid}) RETURN p.sex AS sex';
    const query = `{"cypher":${JSON.stringify(cypher)},"params":{"${name}":"x"}}`;
    expect((await fleet.call('POST', '/v1/patients/p1/query', query)).status).toBeLessThan(500);
    const used = `MATCH (p:Patient {uuid: $patient_uuid}) WHERE p.sex = $${name} RETURN p.${name} AS ${name}`;
    const asked = `{"cypher":${JSON.stringify(used)},"params":{"${name}":"x"}}`;
    expect((await fleet.call('POST', '/v1/patients/p1/query', asked)).status).toBeLessThan(500);
  });
});

test.each(['/v1/turns', '/v1/patients/p1/query'])('JSON of 500 levels is refused at %s', async (path) => {
  const body = `{"text":"hi","patient_id":"p1","cypher":"x","params":${nested('{"a":', '}', 500)}}`;
  expectProblem(await fleet.call('POST', path, body), 400, 'malformed');
});
