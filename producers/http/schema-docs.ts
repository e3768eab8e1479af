/**
 * Names and examples of schemas in the OpenAPI document. They are kept beside zod's own registry, because a name there would also change
 * the schemas that models and MCP clients are given, which should be in one piece.
 */
import { z } from 'zod';

export type SchemaDocs<T> = {
  /** In the plural nowhere: Turn, NewTurn, TurnPage. */
  id: string;
  description?: string;
  examples?: T[];
  /** What a check across fields says, in the words of JSON Schema. */
  minProperties?: number;
};

const docs = new WeakMap<z.core.$ZodType, SchemaDocs<unknown>>();

/** The same schema, which the document shows under its name wherever it is used. */
export function named<S extends z.ZodType>(id: string, schema: S, more: Omit<SchemaDocs<z.input<S>>, 'id'> = {}): S {
  docs.set(schema, { id, ...more });
  return schema;
}

/** zod's own registry, with the names and examples. */
export const documented = {
  get: (schema: z.core.$ZodType) => ({ ...z.globalRegistry.get(schema), ...docs.get(schema) }),
  has: (schema: z.core.$ZodType) => docs.has(schema) || z.globalRegistry.has(schema),
} as unknown as z.core.$ZodRegistry<Record<string, unknown>>;
