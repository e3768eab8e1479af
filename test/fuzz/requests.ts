/** A request for an operation of the OpenAPI document: valid, nearly valid or hostile; or bytes that are hardly HTTP. */
import { createHmac } from 'node:crypto';
import { nearlyValid, type Schema, validValue } from './from-schema.ts';
import { FUZZ_SECRET } from './fuzz-settings.ts';
import { hostileJson, hostileText } from './hostile.ts';
import { idName, type Memory } from './memory.ts';
import type { Random } from './random.ts';

export type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  body: Schema | undefined;
};

export type FuzzRequest = {
  operation: string;
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
  /** Sent as they are, on a connection of their own. */
  raw: boolean;
};

type Kind = 'valid' | 'nearly' | 'hostile';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'BREW'];
const TYPES = ['text/plain', 'application/xml', 'application/json; charset=utf-16', 'multipart/form-data', '', 'a/b/c'];
const BROKEN = [
  '{',
  '[1,',
  '{"a":}',
  "{'a':1}",
  '\u0000',
  '"',
  '{"a":1}}',
  '[[[[',
  '{"text":"\\ud800"}',
  '{"a":1e999}',
  'NaN',
];
const ESCAPES = ['%', '%zz', '%E0%A4%A', '%00', '%2e%2e%2f', '%ff', '..%2f', '%c0%af', '+', ';', '//'];

type Document = { paths: Record<string, Record<string, unknown>>; components: { schemas: Record<string, Schema> } };

export function operationsOf(document: Document): Operation[] {
  type Described = {
    parameters?: Operation['parameters'];
    requestBody?: { content: Record<string, { schema: Schema }> };
  };
  resolveReferences(document, document.components.schemas);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: Object.values(requestBody?.content ?? {})[0]?.schema,
    })),
  );
}

/** Puts the named schema itself wherever the document refers to it. */
function resolveReferences(node: object, schemas: Record<string, Schema>, seen = new Set<object>()): void {
  if (seen.has(node)) return;
  seen.add(node);
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null) continue;
    const name = /^#\/components\/schemas\/(.+)$/.exec(value.$ref ?? '')?.[1];
    if (name) Object.assign(node, { [key]: schemas[name] });
    resolveReferences(name ? (schemas[name] ?? {}) : value, schemas, seen);
  }
}

export function makeRequest(operation: Operation, random: Random, memory: Memory, token: string): FuzzRequest {
  const kind: Kind = random.pick(['valid', 'valid', 'nearly', 'nearly', 'hostile']);
  const body = operation.body === undefined ? null : bodyFor(operation.body, kind, random, memory);
  const request: FuzzRequest = {
    operation: `${operation.method} ${operation.path}`,
    method: operation.method,
    path: pathFor(operation, kind, random, memory),
    headers: [
      ['Authorization', `Bearer ${token}`],
      ...(body ? [['Content-Type', 'application/json'] as [string, string]] : []),
      ...operation.parameters
        .filter((one) => one.in === 'header')
        .flatMap((one) => headerFor(one.name, kind, body, random)),
    ],
    body,
    raw: false,
  };
  if (kind !== 'valid' && random.chance(0.25)) spoil(request, random);
  return random.chance(0.02) ? damaged(request, random) : request;
}

function pathFor(operation: Operation, kind: Kind, random: Random, memory: Memory): string {
  const textFor = ({ name, schema }: Operation['parameters'][number]): string => {
    const known = name === 'id' ? idName(operation.path) : name;
    const valid = validValue(schema, known, random, memory);
    if (kind === 'valid' || random.chance(0.6)) return textOf(valid);
    return kind === 'nearly' ? textOf(nearlyValid(valid, random)) : hostileText(random);
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    const value = parameter ? textFor(parameter) : 'x';
    if (kind === 'hostile' && random.chance(0.1)) return random.pick(ESCAPES);
    return name === 'path' ? value.split('/').map(encoded).join('/') : encoded(value);
  });
  const given = operation.parameters.filter(
    (one) => one.in === 'query' && (one.required ? kind === 'valid' || random.chance(0.9) : random.chance(0.4)),
  );
  const query = given.map((one) => `${one.name}=${encoded(textFor(one))}`);
  if (kind === 'hostile')
    query.push(random.pick(['__proto__=1', 'a[b]=1', 'wait=-1e308', '&&&===', `x=${'9'.repeat(500)}`, '%']));
  if (kind !== 'valid' && query[0] && random.chance(0.1)) query.push(query[0]);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Lone surrogates cannot be encoded in an address. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
    .slice(0, 6_000)
    .replace(/%[0-9A-F]?$/, '');
}

function bodyFor(schema: Schema, kind: Kind, random: Random, memory: Memory): Buffer {
  const valid = validValue(schema, 'body', random, memory);
  if (kind === 'valid') return Buffer.from(JSON.stringify(valid) ?? '');
  if (kind === 'nearly') return Buffer.from(JSON.stringify(nearlyValid(valid, random)) ?? '');
  const which = random.below(10);
  if (which < 5) return Buffer.from(JSON.stringify(hostileJson(random)) ?? '');
  if (which < 8) return Buffer.from(random.pick(BROKEN));
  if (which === 8) return Buffer.from(JSON.stringify({ text: 'x'.repeat(random.pick([100_000, 300_000])) }));
  return Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256)));
}

function headerFor(name: string, kind: Kind, body: Buffer | null, random: Random): [string, string][] {
  if (name === 'X-Medfleet-Signature' && random.chance(0.9)) return [[name, signatureOf(body ?? Buffer.alloc(0))]];
  if (!random.chance(0.5)) return [];
  if (kind === 'valid') return [[name, name === 'Last-Event-ID' ? `${random.below(10)}-0` : `key-${random.below(50)}`]];
  return [
    [
      name,
      random.pick(['', 'x'.repeat(300), '__proto__', '99999999999999999999-1', '-1', '\u00e9', '0-0', 't=1,v1=0']),
    ],
  ];
}

function signatureOf(body: Buffer): string {
  const seconds = Math.floor(Date.now() / 1000);
  const hex = createHmac('sha256', FUZZ_SECRET).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${hex}`;
}

/** One thing beside the path and the body is wrong. */
function spoil(request: FuzzRequest, random: Random): void {
  const add = (name: string, value: string) => request.headers.push([name, value]);
  const without = (name: string) => request.headers.filter(([one]) => one !== name);
  random.pick([
    () => {
      request.method = random.pick(METHODS);
    },
    () => {
      request.headers = [...without('Content-Type'), ['Content-Type', random.pick(TYPES)]];
    },
    () => {
      request.headers = without('Authorization');
    },
    () => add('Authorization', random.pick(['Basic !!!', 'Bearer', 'Bearer wrong-0123456789', 'x'.repeat(2_000)])),
    () => add('Content-Encoding', random.pick(['gzip', 'br', 'identity', 'rot13', 'gzip, gzip'])),
    () => add('Origin', random.pick(['null', 'https://example.org', 'x'])),
    () => add('Sec-Fetch-Site', random.pick(['cross-site', 'same-site', 'none', '', 'x'])),
    () => add('X-Request-Id', random.pick(['', 'a b', 'x'.repeat(500), '__proto__'])),
    () => add('Expect', random.pick(['100-continue', 'x'])),
    () => add('X-Forwarded-For', random.pick(['', '1.2.3.4', 'x', '::1'.repeat(100)])),
    () => add('If-None-Match', '*'),
    () => add('Range', 'bytes=0-0,-1'),
    () => {
      request.headers.push(...request.headers);
    },
  ])();
}

/** Bytes of a request with some of them changed, lost or repeated. */
function damaged(request: FuzzRequest, random: Random): FuzzRequest {
  const head = [`${request.method} ${request.path} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
  const lines = [...head, ...request.headers.map(([name, value]) => `${name}: ${value}`)];
  if (request.body) lines.push(`Content-Length: ${request.body.length + random.pick([0, 0, -1, 1, 1e15])}`);
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), request.body ?? Buffer.alloc(0)]);
  for (let i = random.below(4); i > 0; i -= 1) bytes[random.below(Math.min(bytes.length, 200))] = random.below(256);
  const end = random.chance(0.3) ? random.below(bytes.length) : bytes.length;
  return { ...request, raw: true, body: bytes.subarray(0, end) };
}
