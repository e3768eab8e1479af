/**
 * Writes the types of the client from the OpenAPI document: a type for each named schema, and for each operation what goes in and what
 * comes out. It knows the part of JSON Schema that zod writes, and throws for what it does not know.
 */

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
};

type Content = Record<string, { schema: Schema }>;
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
  description?: string;
};
type Operation = {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};

export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const HEADER = '/** Made by `npm run client` from the OpenAPI document: change the routes, not this file. */';
const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

export function clientTypes({ paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  const types = operations.map(({ operation }) => operationType(operation));
  const rows = operations.map(({ path, method, operation }) => row(path, method, operation));
  return [
    HEADER,
    '',
    ...schemas,
    `export type Operations = {\n${types.join('')}};\n`,
    `export const OPERATIONS = {\n${rows.join('')}} as const;\n`,
  ].join('\n');
}

function operationType(operation: Operation): string {
  const { operationId, summary, parameters, requestBody } = operation;
  const parts = [
    group('params', parameters, 'path'),
    group('query', parameters, 'query'),
    requestBody && `    body${requestBody.required ? '' : '?'}: ${bodyType(requestBody.content)};\n`,
  ].filter(Boolean);
  const input = parts.length === 0 ? '{}' : `{\n${parts.join('').replace(/^/gm, '  ').trimEnd()}\n    }`;
  return `${comment(summary, '  ')}  ${operationId}: {\n    input: ${input};\n    reply: ${replyType(operation)};\n  };\n`;
}

function group(name: string, parameters: readonly Parameter[], place: Parameter['in']): string {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return '';
  const isNeeded = own.some(({ required }) => required);
  const properties = Object.fromEntries(
    own.map(({ name: field, schema, description }) => [field, { ...schema, ...(description && { description }) }]),
  );
  const required = own.flatMap((parameter) => (parameter.required ? [parameter.name] : []));
  return `    ${name}${isNeeded ? '' : '?'}: ${objectType({ properties, required }, '    ')};\n`;
}

/** Text is sent as it is. */
function bodyType(content: Content): string {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content);
  return /json/.test(type) ? typeOf(schema, '    ') : 'string';
}

function replyType({ responses }: Operation): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = good.map(([, { content }]) => contentType(content));
  // A stream that has nothing more to say has no content: its events end.
  return types.includes("'events'") ? "'events'" : [...new Set(types)].join(' | ');
}

function contentType(content: Content | undefined): string {
  const [first] = Object.entries(content ?? {});
  if (!first) return 'undefined';
  const [type, { schema }] = first;
  if (type === EVENTS_TYPE) return "'events'";
  return /json/.test(type) ? typeOf(schema, '    ') : 'string';
}

function row(path: string, method: string, { operationId, parameters, requestBody, responses }: Operation): string {
  const [type] = Object.keys(requestBody?.content ?? {});
  const fields = [
    `method: '${method.toUpperCase()}'`,
    `path: '${path}'`,
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['keyed: true'] : []),
    ...(responses['200']?.content?.[EVENTS_TYPE] ? ['events: true'] : []),
    ...(type && type !== JSON_TYPE && !type.includes('json') ? [`type: '${type}'`] : []),
  ];
  return `  ${operationId}: { ${fields.join(', ')} },\n`;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => literal(value)).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map((one) => typeOf(one, indent)));
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, indent)).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  switch (schema.type) {
    case undefined:
      return schema.properties ? objectType(schema, indent) : 'unknown';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema, indent);
    case 'object':
      return objectType(schema, indent);
    default:
      throw new Error(`a schema of the type ${schema.type} is not known here`);
  }
}

function arrayType({ items, prefixItems }: Schema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((one) => typeOf(one, indent)).join(', ')}]`;
  const item = items ? typeOf(items, indent) : 'unknown';
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

/** What may be left out may also be given as undefined, so that callers need not build objects conditionally. */
function objectType({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, inner);
    const isNeeded = required.includes(name);
    return `${comment(schema.description, inner)}${inner}${key(name)}${isNeeded ? '' : '?'}: ${isNeeded ? type : union([type, 'undefined'])};\n`;
  });
  const isOpen = additionalProperties === true || typeof additionalProperties === 'object';
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties, inner) : 'unknown';
  if (fields.length === 0) return isOpen ? `Record<string, ${rest}>` : 'Record<string, never>';
  const others = isOpen ? [`${inner}[name: string]: unknown;\n`] : [];
  return `{\n${[...fields, ...others].join('')}${indent}}`;
}

function union(types: readonly string[]): string {
  // A stream that has nothing more to say has no content: its events end.
  return types.includes("'events'") ? "'events'" : [...new Set(types)].join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}

function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : '';
}
