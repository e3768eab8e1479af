import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { providerSchema } from '../../../src/engine/models/provider-schema.ts';
import { EXTRACTIONS } from '../../../src/record/mention.ts';

/** The keywords that Gemini documents for responseJsonSchema; one more makes it refuse the whole request. */
const DOCUMENTED = new Set(
  `$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf
   properties additionalProperties required propertyOrdering`.split(/\s+/),
);

const of = (schema: z.ZodType) => providerSchema(z.toJSONSchema(schema) as Record<string, unknown>);

function keywordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const isMap = key === 'properties' || key === '$defs';
    return [key, ...(isMap ? Object.values(value as object).flatMap(keywordsOf) : keywordsOf(value))];
  });
}

describe('a schema that zod writes', () => {
  const Tree = z.object({
    name: z.string().min(1).max(9).regex(/^a/),
    get children(): z.ZodArray<z.ZodType> {
      return z.array(Tree).max(3);
    },
  });
  const everything = z.object({
    kind: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    id: z.uuid(),
    when: z.iso.datetime(),
    map: z.record(z.string(), z.number()),
    pair: z.tuple([z.string(), z.number()]),
    none: z.string().nullable().default(null),
    step: z.number().multipleOf(5),
    default: z.string().default('a property may have any name'),
    tree: Tree,
  });

  test.each([['one of everything', everything], ...Object.entries(EXTRACTIONS)])(
    '%s keeps to the keywords that Gemini takes',
    (_, schema) => {
      const keywords = new Set(keywordsOf(of(schema)));
      expect([...keywords].filter((keyword) => !DOCUMENTED.has(keyword))).toEqual([]);
      expect(keywords).toContain('properties');
    },
  );

  test('keeps every property, whatever its name', () => {
    expect(Object.keys(of(everything).properties as object)).toEqual(Object.keys(everything.shape));
  });
});

describe('what has no keyword of its own is said in others', () => {
  const cases: [string, z.ZodType, unknown][] = [
    ['a literal', z.literal('stopped'), { type: 'string', enum: ['stopped'] }],
    ['a literal flag', z.literal(true), { type: 'boolean' }],
    ['number or text', z.union([z.number(), z.string()]), { anyOf: [{ type: 'number' }, { type: 'string' }] }],
    ['text or nothing', z.string().nullable(), { type: ['string', 'null'] }],
    ['above zero, whole', z.number().int().positive(), { type: 'integer', minimum: 1 }],
    ['above zero', z.number().positive(), { type: 'number', minimum: 0 }],
    ['a moment', z.iso.datetime(), { type: 'string', format: 'date-time' }],
    ['an id', z.uuid(), { type: 'string' }],
    ['a bounded number', z.number().min(0).max(1), { type: 'number', minimum: 0, maximum: 1 }],
    ['a record', z.record(z.string(), z.literal('x')), expect.objectContaining({ type: 'object' })],
  ];
  test.each(cases)('%s', (_, schema, expected) => expect(of(schema)).toEqual(expected));

  test('a record keeps the type of its values', () => {
    expect(of(z.record(z.string(), z.literal('x'))).additionalProperties).toEqual({ type: 'string', enum: ['x'] });
  });
});
