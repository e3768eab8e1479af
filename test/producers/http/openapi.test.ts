/** /openapi.json: well-formed, whole, and true of what the API really answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Fleet, startFleet } from '../../support/fleet.ts';

type Schema = Record<string, unknown>;
type Content = Record<string, { schema: Schema }>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response>;
};
type Response = { description: string; content?: Content; $ref?: undefined } | { $ref: string };
type Document = {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, unknown>;
  };
};

let fleet: Fleet;
let document: Document;
beforeAll(async () => {
  fleet = await startFleet();
  document = (await fleet.call('GET', '/openapi.json')).body as unknown as Document;
});
afterAll(() => fleet.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('is an OpenAPI 3.1 document: each operation is named once, and says what goes in and what comes out', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: 'Medfleet', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of operations()) {
    expect(path).toMatch(/^\/[a-z/{}0-9_.-]+$/);
    expect(operation.summary).toMatch(/\w/);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    for (const parameter of declared) expect(parameter.required).toBe(true);
    for (const { name, schema, in: place } of operation.parameters) {
      expect(['path', 'query', 'header']).toContain(place);
      expect([name, schema]).toEqual([name, expect.any(Object)]);
    }
    expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/);
      expect(contentOf(response).description).toMatch(/\w/);
    }
  }
});

test('every reference in it leads somewhere', () => {
  const refs: string[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') refs.push(String(value));
    return value;
  });
  expect(refs).toContain('#/components/schemas/Problem');
  for (const ref of refs) {
    expect(ref).toMatch(/^#\//);
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, part) => (node as Schema | undefined)?.[part.replace(/~1/g, '/')], document);
    expect([ref, found]).toEqual([ref, expect.any(Object)]);
  }
});

test('names every route of the contract, and every route it names is there', async () => {
  const named = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(named).toEqual(
    expect.arrayContaining([
      'POST /v1/turns',
      'GET /v1/turns',
      'GET /v1/turns/{id}',
      'GET /v1/turns/{id}/events',
      'DELETE /v1/turns/{id}',
      'GET /v1/sessions/{id}',
      'GET /v1/patients/{id}/record',
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
    ]),
  );
  for (const { method, path } of operations()) {
    const { body } = await fleet.call(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'));
    expect([path, String(body.detail ?? '')]).toEqual([path, expect.not.stringContaining('GET /docs')]);
  }
});

test('what the API answers fits what the document says about it', async () => {
  const body = { text: 'I take metformin 500 mg twice a day. Is that fine?', patient_id: 'ada', session_id: 'talk' };
  const key = { 'Idempotency-Key': 'k1' };
  const sent = await fleet.call('POST', '/v1/turns', body, key);
  const again = await fleet.call('POST', '/v1/turns', body, key);
  const whole = await fleet.call('POST', '/v1/turns?wait=30', body, key);
  expect([sent.status, again.status, whole.status]).toEqual([202, 200, 200]);
  fits('/v1/turns', 'post', sent);
  fits('/v1/turns', 'post', again);
  fits('/v1/turns', 'post', whole);
  fits('/v1/turns', 'post', await fleet.call('POST', '/v1/turns', {}));
  fits('/v1/turns', 'post', await fleet.call('POST', '/v1/turns', { ...body, text: 'other' }, key));
  fits('/v1/turns', 'get', await fleet.call('GET', '/v1/turns?session_id=talk'));
  fits('/v1/turns/{id}', 'get', await fleet.call('GET', `/v1/turns/${sent.body.turn_id}`));
  fits('/v1/turns/{id}', 'get', await fleet.call('GET', '/v1/turns/none'));
  fits('/v1/turns/{id}', 'delete', await fleet.call('DELETE', `/v1/turns/${sent.body.turn_id}`));
  fits('/v1/sessions/{id}', 'get', await fleet.call('GET', '/v1/sessions/talk'));
  fits('/v1/patients/{id}/record', 'get', await fleet.call('GET', '/v1/patients/ada/record'));
  fits('/healthz', 'get', await fleet.call('GET', '/healthz'));
  fits('/readyz', 'get', await fleet.call('GET', '/readyz'));
});

test('a client can name what it gets: bodies and replies are named schemas, and each is used', () => {
  const names = Object.keys(document.components.schemas);
  expect(names).toEqual(
    expect.arrayContaining([
      'Turn',
      'NewTurn',
      'Fact',
      'Session',
      'PatientRecord',
      'ResearchAgent',
      'Trigger',
      'Approval',
      'Problem',
    ]),
  );
  const text = JSON.stringify(document);
  for (const name of names) expect([name, text.includes(`"#/components/schemas/${name}"`)]).toEqual([name, true]);
  const unnamed = operations().flatMap(({ operation }) =>
    [operation.requestBody, ...Object.values(operation.responses).map(contentOf)]
      .flatMap((part) => Object.entries(part?.content ?? {}))
      .filter(([type, { schema }]) => type.includes('json') && !('$ref' in schema) && !('anyOf' in schema))
      .map(() => operation.operationId),
  );
  expect(unnamed).toEqual([]);
});

test('operations read as methods, and tags have one spelling', () => {
  for (const { operation } of operations()) {
    expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z0-9]*)+$/);
    expect(operation.tags).toHaveLength(1);
  }
  const used = new Set(operations().flatMap(({ operation }) => operation.tags));
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  for (const { description } of document.tags) expect(description).toMatch(/\w/);
  expect(document.info.description).toContain('medfleet/client');
  expect(JSON.stringify(document.tags)).toContain('/mcp');
});

test('every request body has an example, and every example is one that the API would take or give', () => {
  const missing = operations().flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {})
      .filter(({ schema }) => (resolved(schema).examples as unknown[] | undefined)?.length === undefined)
      .map(() => operation.operationId),
  );
  expect(missing).toEqual([]);
  const examples = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
    (examples as unknown[]).map((example) => ({ name, example })),
  );
  expect(examples.length).toBeGreaterThan(30);
  for (const { name, example } of examples) {
    const { error } = validator({ $ref: `#/components/schemas/${name}` }).safeParse(example);
    expect([name, error && z.prettifyError(error)]).toEqual([name, undefined]);
  }
});

test('says which problems there can be, also of routes that are open to all', () => {
  for (const { operation } of operations()) expect(operation.responses).toMatchObject({ 400: {}, 500: {}, 503: {} });
  const run = document.paths['/v1/functions/extract-structure/run']?.post;
  expect(run?.responses).toMatchObject({ 501: {}, 502: {}, 504: {} });
  expect(contentOf(run?.responses['501'] as Response).description).toContain('`model_required`');
});

test('says the limits that the server holds', () => {
  const key = document.paths['/v1/turns']?.post?.parameters.find(({ name }) => name === 'Idempotency-Key');
  expect(key?.schema).toMatchObject({ minLength: 1, maxLength: 255 });
  expect(document.components.schemas).toMatchObject({
    NewFhirBundle: { required: ['resourceType', 'type'], properties: { type: { enum: expect.any(Array) } } },
    ExtractStructureRequest: { properties: { preset: { enum: expect.arrayContaining(['S1', 'P3']) } } },
    FactChange: { minProperties: 2 },
  });
});

test('no two objects of a choice are without a name: generated clients would call both the same', () => {
  for (const [name, schema] of Object.entries(document.components.schemas))
    JSON.stringify(schema, (_key, value) => {
      const inline = ((value?.anyOf ?? value?.oneOf ?? []) as Schema[]).filter(({ type }) => type === 'object');
      expect([name, inline.length]).toEqual([name, Math.min(inline.length, 1)]);
      return value;
    });
});

function contentOf(response: Response): Exclude<Response, { $ref: string }> {
  if (response.$ref === undefined) return response as Exclude<Response, { $ref: string }>;
  return document.components.responses[response.$ref.split('/').at(-1) ?? ''] as Exclude<Response, { $ref: string }>;
}

function resolved(schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref ?? ''))?.[1];
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema;
}

/** Reads the document's own schema back into a validator, so it is the document that is put to the test. */
function validator(schema: Schema): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  return z.fromJSONSchema(JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')));
}

function fits(path: string, method: string, answer: { status: number; body: unknown; headers: Headers }): void {
  const response = document.paths[path]?.[method]?.responses[answer.status];
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const schema = response && contentOf(response).content?.[type]?.schema;
  expect([path, method, answer.status, type, schema]).toEqual([path, method, answer.status, type, expect.any(Object)]);
  const validate = validator(schema ?? {});
  expect(() => validate.parse(answer.body)).not.toThrow();
  expect(validate.safeParse({}).success).toBe(false);
}
