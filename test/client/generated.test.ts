/** The client's types are those of the API as it is now. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { clientTypes, type OpenApiDocument } from './client-types.ts';

const FILE = join(import.meta.dirname, '../../src/client/api.generated.ts');

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ roles: [] });
});
afterAll(() => fleet.close());

test('a client that is built from this commit knows all of its operations; if not: npm run client', async () => {
  const document = (await fleet.call('GET', '/openapi.json')).body as unknown as OpenApiDocument;
  expect(clientTypes(document)).toBe(readFileSync(FILE, 'utf8'));
});

test('a schema that the generator does not know stops it, rather than become a wrong type', () => {
  const schema = { type: 'money' };
  expect(() => clientTypes({ paths: {}, components: { schemas: { Price: schema } } })).toThrow('money');
});

test('optional fields may be undefined, unions and lists keep their parts, and loose objects stay open', () => {
  const text = clientTypes({
    paths: {},
    components: {
      schemas: {
        A: {
          type: 'object',
          properties: {
            one: { type: 'string', description: 'First */ of all' },
            two: { anyOf: [{ type: 'number' }, { type: 'null' }] },
            three: { type: 'array', items: { enum: ['x', "y's"] } },
            four: { $ref: '#/components/schemas/B' },
          },
          required: ['one'],
          additionalProperties: {},
        },
        B: { type: 'object', additionalProperties: { type: 'integer' } },
      },
    },
  });
  expect(text).toContain(
    [
      'export type A = {',
      '  /** First * / of all */',
      '  one: string;',
      '  two?: number | null | undefined;',
      "  three?: ('x' | 'y\\'s')[] | undefined;",
      '  four?: B | undefined;',
      '  [name: string]: unknown;',
      '};',
    ].join('\n'),
  );
  expect(text).toContain('export type B = Record<string, number>;');
});
