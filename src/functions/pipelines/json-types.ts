/** The kinds of value that a JSON schema allows, and the schema of a part of such a value: enough to check what stages hand over. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Null: anything. */
export type Types = ReadonlySet<string> | null;

const ANYTHING: JsonSchema = {};

export function typesOf(schema: JsonSchema): Types {
  const branches = branchesOf(schema);
  if (branches) {
    const each = branches.map(typesOf);
    return each.some((types) => types === null) ? null : new Set(each.flatMap((types) => [...(types ?? [])]));
  }
  if (typeof schema.type === 'string') return new Set([schema.type === 'integer' ? 'number' : schema.type]);
  if ('const' in schema) return new Set([typeof schema.const]);
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map((one) => typeof one));
  return null;
}

/** Of a field or, for `*`, of each element. Undefined: there is no such field. */
export function schemaAt(schema: JsonSchema, name: string): JsonSchema | undefined {
  const branches = branchesOf(schema);
  if (branches) return branches.map((branch) => schemaAt(branch, name)).find((found) => found !== undefined);
  if (name === '*') {
    if (schema.type === 'array') return (schema.items as JsonSchema | undefined) ?? ANYTHING;
    if (schema.type === 'object') return ANYTHING;
    return typesOf(schema) === null ? ANYTHING : undefined;
  }
  const fields = schema.properties as Record<string, JsonSchema> | undefined;
  if (fields && Object.hasOwn(fields, name)) return fields[name];
  if (typeof schema.additionalProperties === 'object') return schema.additionalProperties as JsonSchema;
  if (typesOf(schema) === null || (schema.type === 'object' && schema.additionalProperties !== false && !fields))
    return ANYTHING;
  return undefined;
}

/** Whether a value of the one kind can be one of the other. */
export function fits(given: Types, wanted: Types): boolean {
  return given === null || wanted === null || [...given].some((type) => wanted.has(type));
}

export function listed(types: Types): string {
  return types === null ? 'anything' : [...types].sort().join(' or ');
}

function branchesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] | null {
  const branches = anyOf ?? oneOf;
  return Array.isArray(branches) ? (branches as JsonSchema[]) : null;
}
