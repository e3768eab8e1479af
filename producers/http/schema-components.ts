/**
 * Schemas as the OpenAPI document holds them: each named one stands once below components, and is referred to from where it is used. A
 * schema is not the same for what is sent and what is answered (a default may be left out, and is there in the answer); where the two
 * differ, the one that is sent has a name of its own, with `Input` at the end.
 */
import { z } from 'zod';
import { documented } from './schema-docs.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';
/** Stands in references of inputs until all schemas are known. */
const INPUTS = '#/$inputs/';

export function createSchemaComponents() {
  const found: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() };

  function differs(id: string, seen: ReadonlySet<string> = new Set()): boolean {
    const [input, output] = [found.input.get(id), found.output.get(id)];
    if (!input || !output || seen.has(id)) return false;
    if (JSON.stringify(input).replaceAll(INPUTS, COMPONENTS) !== JSON.stringify(output)) return true;
    return referredTo(input).some((other) => differs(other, new Set([...seen, id])));
  }

  const nameOfInput = (id: string) => (differs(id) ? `${id}Input` : id);

  return {
    /** The schema, or a reference to it. */
    schemaOf(schema: z.ZodType, io: Direction): Json {
      const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: documented });
      const { $schema: _dialect, $defs = {}, ...root } = referring(converted, io === 'input' ? INPUTS : COMPONENTS);
      for (const [id, definition] of Object.entries($defs as Record<string, Json>)) found[io].set(id, definition);
      return root;
    },

    /** The finished document: with all components, and with references to them. */
    complete(document: Json & { components: Json }): Json {
      const inputs = [...found.input].map(([id, schema]) => [nameOfInput(id), schema] as const);
      const all = new Map([...inputs, ...found.output].sort(([a], [b]) => (a < b ? -1 : 1)));
      const whole = { ...document, components: { ...document.components, schemas: Object.fromEntries(all) } };
      const text = JSON.stringify(whole).replace(
        /"#\/\$inputs\/(\w+)"/g,
        (_all, id: string) => `"${COMPONENTS}${nameOfInput(id)}"`,
      );
      return JSON.parse(text) as Json;
    },
  };
}

function referring(schema: Json, place: string): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${DEFS}`, `"${place}`)) as Json;
}

function referredTo(input: Json): string[] {
  return [...JSON.stringify(input).matchAll(/"#\/\$inputs\/(\w+)"/g)].map(([, id = '']) => id);
}
