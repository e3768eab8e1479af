/** The OpenAPI document, made from the same table of routes that answers requests. */
import { z } from 'zod';
import { SCOPES } from '../../src/engine/access/scopes.ts';
import { Problem } from './problem.ts';
import type { Reply, Route } from './route.ts';

const PROBLEM_STATUSES = [400, 401, 403, 404, 409, 413, 415, 422, 429, 503];

export function openApi(routes: Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Medfleet',
      version: '0.1.0',
      description:
        'A fleet of queue workers that looks after a person’s health conversation. It gives information, not a diagnosis.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: scopesDoc() } },
      schemas: { Problem: jsonSchema(Problem, 'output') },
    },
  };
}

function operation(route: Route): Record<string, unknown> {
  const problems = Object.fromEntries(
    PROBLEM_STATUSES.filter((status) => !(status in route.replies)).map((status) => [
      status,
      {
        description: 'A problem (RFC 9457)',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
  const replies = Object.fromEntries(Object.entries(route.replies).map(([status, reply]) => [status, replyDoc(reply)]));
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: `${route.method}${route.path.replace(/[^A-Za-z0-9]+(\w?)/g, (_all, next: string) => next.toUpperCase())}`,
    ...access(route),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...Object.entries(route.headers ?? {}).map(([name, description]) => ({
        name,
        in: 'header',
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.optionalBody,
        content: { [route.bodyTypes?.[0] ?? 'application/json']: { schema: jsonSchema(route.body, 'input') } },
      },
    }),
    responses: route.scope === 'open' ? replies : { ...replies, ...problems },
  };
}

/** The empty requirement stands for a fleet without API_TOKENS, which asks for none. */
function access({ scope }: Route): Record<string, unknown> {
  if (scope === 'open') return { security: [] };
  if (scope === 'any') return { description: 'Needs valid credentials, of any scope.', security: [{ bearer: [] }, {}] };
  return { description: `Needs the scope \`${scope}\`.`, security: [{ bearer: [scope] }, {}] };
}

function scopesDoc(): string {
  const lines = Object.entries(SCOPES).map(([scope, allowed]) => `- \`${scope}\`: ${allowed}`);
  return ['One of the API_TOKENS. Its scopes are what it may do:', '', ...lines].join('\n');
}

function parameters(shape: z.ZodObject | undefined, place: 'path' | 'query'): unknown[] {
  if (!shape) return [];
  const schema = jsonSchema(shape, 'input') as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    ...(property.description && { description: property.description }),
    schema: property,
  }));
}

function replyDoc(reply: Reply): Record<string, unknown> {
  const { description, schema, type = 'application/json' } = reply;
  return { description, content: { [type]: { schema: schema ? jsonSchema(schema, 'output') : { type: 'string' } } } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
