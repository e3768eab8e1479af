/** The OpenAPI document, made from the same table of routes that answers requests. */
import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { SCOPES } from '../../src/engine/access/scopes.ts';
import { ERRORS } from '../../src/platform/errors.ts';
import { IDEMPOTENCY_KEY_LIMITS } from './idempotency-key.ts';
import { PROBLEM_TYPE, Problem } from './problem.ts';
import type { Reply, Route } from './route.ts';
import { createSchemaComponents, type Json } from './schema-components.ts';
import { TAGS } from './tags.ts';

/** Of every route; of those with a body; and of those that ask for credentials, which work on what is somebody's. */
const PROBLEMS = {
  every: [400, 404, 408, 422, 429, 431, 500, 503],
  withBody: [401, 413, 415],
  withAccess: [401, 403, 409, 413, 415, 501, 502, 504],
};

/** What a header may be, beside being text. */
const HEADER_SCHEMAS: Readonly<Record<string, Json>> = { 'Idempotency-Key': IDEMPOTENCY_KEY_LIMITS };

const JSON_TYPE = 'application/json';

const DESCRIPTION = `A fleet of queue workers that looks after a person’s health conversation. It gives information, not a diagnosis.

**Start here**: \`POST /v1/turns\` sends a message and answers at once with an \`events_url\` to follow; with \`?wait=10\` it answers with
the finished turn. \`GET /v1/patients/{id}/record\` shows what was filed.

**Errors** are problems (RFC 9457): \`detail\` says what is wrong in a sentence, \`code\` is a word for programs, \`errors\` names each
wrong field, and \`retryable\` says whether the same request can work later. 429 and 503 have a \`Retry-After\`.

**Requests that can be sent again**: where \`Idempotency-Key\` is listed, the same key and body are one request, however often it is sent.

**Event streams** are Server-Sent Events; a client that was cut off goes on with \`Last-Event-ID\`.

**Lists** come in pages: send \`next_cursor\` as \`cursor\` until it is null.

**A typed client** for TypeScript is in the package: \`import { createClient } from 'medfleet/client'\`.

**Other protocols**: A2A and the Model Context Protocol; see *Other agents*.`;

type Components = ReturnType<typeof createSchemaComponents>;

export function openApi(routes: Route[], basePath = ''): Json {
  const components = createSchemaComponents();
  const problem = components.schemaOf(Problem, 'output');
  const paths: Record<string, Json> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, components) };
  const used = new Set(routes.map(({ tag }) => tag));
  return components.complete({
    openapi: '3.1.0',
    info: {
      title: 'Medfleet',
      version: '0.1.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as keyof typeof TAGS))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      responses: problemResponses(problem),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: scopesDoc() } },
    },
  });
}

function operation(route: Route, components: Components): Json {
  const replies = Object.fromEntries(
    Object.entries(route.replies).map(([status, reply]) => [status, replyDoc(reply, Number(status), components)]),
  );
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: route.operation,
    ...access(route),
    parameters: [
      ...parameters(route.params, 'path', components),
      ...parameters(route.query, 'query', components),
      ...Object.entries(route.headers ?? {}).map(([name, description]) => ({
        name,
        in: 'header',
        description,
        schema: { type: 'string', ...HEADER_SCHEMAS[name] },
      })),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.optionalBody,
        content: { [route.bodyTypes?.[0] ?? JSON_TYPE]: { schema: components.schemaOf(route.body, 'input') } },
      },
    }),
    responses: { ...Object.fromEntries(problemsOf(route).map((status) => [status, problemRef(status)])), ...replies },
  };
}

function problemsOf({ scope, body }: Route): number[] {
  const { every, withBody, withAccess } = PROBLEMS;
  return [...every, ...(body ? withBody : []), ...(scope === 'open' ? [] : withAccess)];
}

const problemRef = (status: number) => ({ $ref: `#/components/responses/${problemName(status)}` });

/** BadRequest, NotFound. */
const problemName = (status: number) => (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '');

/** Each says by which codes a program tells its problems apart. */
function problemResponses(schema: Json): Json {
  const statuses = [...new Set(Object.values(PROBLEMS).flat())].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(ERRORS).filter(([, policy]) => policy.status === status);
      const description = codes.map(([code, { title }]) => `- \`${code}\`: ${title}`).join('\n');
      return [problemName(status), { description, content: { [PROBLEM_TYPE]: { schema } } }];
    }),
  );
}

/** The empty requirement stands for a fleet without API_TOKENS, which asks for none. */
function access({ scope }: Route): Json {
  if (scope === 'open') return { security: [] };
  if (scope === 'any') return { description: 'Needs valid credentials, of any scope.', security: [{ bearer: [] }, {}] };
  return { description: `Needs the scope \`${scope}\`.`, security: [{ bearer: [scope] }, {}] };
}

function scopesDoc(): string {
  const lines = Object.entries(SCOPES).map(([scope, allowed]) => `- \`${scope}\`: ${allowed}`);
  return ['A token of API_TOKENS, a stored key or a JWT. Its scopes are what it may do:', '', ...lines].join('\n');
}

function parameters(shape: z.ZodObject | undefined, place: 'path' | 'query', components: Components): unknown[] {
  if (!shape) return [];
  const schema = components.schemaOf(shape, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}

/** What has neither a schema nor a type of its own is text; a 204 has no content. */
function replyDoc({ description, schema, type = JSON_TYPE }: Reply, status: number, components: Components): Json {
  if (status === 204) return { description };
  const content = schema ? components.schemaOf(schema, 'output') : { type: 'string' };
  return { description, content: { [type]: { schema: content } } };
}
