/**
 * JSON Schema as model servers accept it. z.toJSONSchema writes more than they support, and some reject a whole request for one
 * unknown keyword. This keeps the keywords that Gemini lists for `responseJsonSchema` (a subset that llama.cpp, vLLM and
 * Ollama also support) and expresses the rest with them where possible. Nothing is lost: zod checks every answer again.
 */

type Schema = Record<string, unknown>;

/** Kept as they are. `maxItems` is listed too, but makes Gemini refuse larger schemas, so it is left to zod. */
const PLAIN = new Set(['$id', '$anchor', 'title', 'description', 'required', 'minItems', 'propertyOrdering']);
const BOUNDS = new Set(['minimum', 'maximum']);
const NESTED_LISTS = new Set(['anyOf', 'oneOf', 'prefixItems']);
const NESTED_MAPS = new Set(['properties', '$defs']);
const FORMATS = new Set(['date-time', 'date', 'time']);

export function providerSchema(schema: Schema): Schema {
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref, ...(isSchema(schema.$defs) && defs(schema.$defs)) };
  const kept: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (PLAIN.has(key)) kept[key] = value;
    else if (BOUNDS.has(key) && isTrueBound(value)) kept[key] = value;
    else if (NESTED_MAPS.has(key) && isSchema(value)) kept[key] = mapValues(value);
    else if (NESTED_LISTS.has(key) && Array.isArray(value)) kept[key] = value.filter(isSchema).map(providerSchema);
    else if (key === 'items' && isSchema(value)) kept[key] = providerSchema(value);
    else if (key === 'additionalProperties') kept[key] = isSchema(value) ? providerSchema(value) : value;
    else if (key === 'format' && FORMATS.has(String(value))) kept[key] = value;
  }
  return { ...typeOf(schema), ...kept, ...choicesOf(schema), ...exclusiveBounds(schema) };
}

/** The schema as text, for servers that cannot enforce a schema and allow tool calls in the same request. */
export function schemaInWords(schema: Schema): string {
  const json = JSON.stringify(providerSchema(schema));
  return `Your final answer is one JSON object, without any text around it, that fits this JSON schema:\n${json}`;
}

/** `type: [number, string]` becomes anyOf; servers support a list of types only where it adds null. */
function typeOf(schema: Schema): Schema {
  const { type } = schema;
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const types = type.filter((name) => name !== 'null');
  return types.length > 1 ? { anyOf: type.map((name) => ({ type: name })) } : { type };
}

function choicesOf(schema: Schema): Schema {
  const choices = 'const' in schema ? [schema.const] : schema.enum;
  const listable = (value: unknown) => typeof value === 'string' || typeof value === 'number' || value === null;
  return Array.isArray(choices) && choices.every(listable) ? { enum: choices } : {};
}

function exclusiveBounds(schema: Schema): Schema {
  const step = schema.type === 'integer' ? 1 : 0;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return {
    ...(isTrueBound(above) && { minimum: above + step }),
    ...(isTrueBound(below) && { maximum: below - step }),
  };
}

/** zod bounds every integer by JavaScript's safe range, which is of no use to a model. */
function isTrueBound(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

function defs(value: Schema): Schema {
  return { $defs: mapValues(value) };
}

function mapValues(schemas: Schema): Schema {
  const entries = Object.entries(schemas).map(([name, value]) => [name, isSchema(value) ? providerSchema(value) : {}]);
  return Object.fromEntries(entries);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
