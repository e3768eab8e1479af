/** The principal of each token of API_TOKENS, and the error messages for wrong entries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allows, type Principal, UNLIMITED } from '../../../src/engine/access/principal.ts';
import { ALL_SCOPES, SCOPES, TENANT_SCOPES } from '../../../src/engine/access/scopes.ts';
import { createTokens } from '../../../src/engine/access/tokens.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { sha256 } from '../../../src/platform/sha256.ts';

const SECRET = 'a-secret-0123456789';
const tokensOf = (API_TOKENS: string) => createTokens(loadConfig({ API_TOKENS }).tokens);
const found = (API_TOKENS: string, token: string) => {
  const principal = tokensOf(API_TOKENS).find(token);
  return principal && { ...principal, scopes: [...principal.scopes] };
};

test.each<[string, Pick<Principal, 'tenant' | 'subject'> & { scopes: string[] }]>([
  [`acme:${SECRET}`, { tenant: 'acme', subject: null, scopes: [...TENANT_SCOPES] }],
  [`acme/Anna.L@example.org:${SECRET}`, { tenant: 'acme', subject: 'Anna.L@example.org', scopes: [...TENANT_SCOPES] }],
  [`ops[admin]:${SECRET}`, { tenant: 'ops', subject: null, scopes: ['admin'] }],
  [`acme[tenant+admin]:${SECRET}`, { tenant: 'acme', subject: null, scopes: [...TENANT_SCOPES, 'admin'] }],
  [
    `acme/anna[turns:read + turns:write]:${SECRET}`,
    { tenant: 'acme', subject: 'anna', scopes: ['turns:read', 'turns:write'] },
  ],
])('%s', (entry, principal) => {
  const credential = `token:${sha256(SECRET).slice(0, 12)}`;
  expect(found(entry, SECRET)).toEqual({ ...UNLIMITED, ...principal, credential });
});

test('whatever follows the first colon is the token, even if it looks like more', () => {
  for (const token of [`x[admin]:${SECRET}`, `/anna:${SECRET}`, `${SECRET};scopes=admin`, `${SECRET}[admin]`])
    expect(found(`acme:${token}`, token)).toMatchObject({ tenant: 'acme', subject: null, scopes: TENANT_SCOPES });
});

test('a scope includes no other, and a token that is not listed is nobody', () => {
  const tokens = tokensOf(`acme[turns:write]:${SECRET}`);
  const principal = tokens.find(SECRET) as Principal;
  expect(ALL_SCOPES.filter((scope) => allows(principal, scope))).toEqual(['turns:write']);
  expect(tokens.find(`${SECRET}x`)).toBeUndefined();
  expect(tokens.find('')).toBeUndefined();
  expect([tokens.isEmpty, tokensOf('').isEmpty]).toEqual([false, true]);
});

test('every unknown scope is named at once, with what was probably meant', () => {
  const settings = `acme[turn:read]:${SECRET},beta[everything+Admin]:${SECRET}2`;
  expect(() => tokensOf(settings)).toThrow('entry 1 has the unknown scope "turn:read"; did you mean "turns:read"?');
  expect(() => tokensOf(settings)).toThrow('entry 2 has the unknown scope "everything"; use one of turns:read,');
  expect(() => tokensOf(settings)).toThrow('entry 2 has the unknown scope "Admin"; did you mean "admin"?');
  expect(() => tokensOf(settings)).toThrow('See .env.example.');
});

test('the documents show entries that work, and every scope with what it allows', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const access = read('docs/access.md');
  const shown = [access.matchAll(/^\| `([^` ]+:)TOKEN`/gm), read('.env.example').matchAll(/^# {3}(\S+:)TOKEN /gm)];
  for (const entries of shown.map((matches) => [...matches].map(([, entry]) => `${entry}${SECRET}`))) {
    expect(entries).toHaveLength(6);
    for (const entry of entries) expect(tokensOf(entry).find(SECRET)?.scopes.size).toBeGreaterThan(0);
  }
  for (const [scope, allowed] of Object.entries(SCOPES))
    expect(access.replace(/ +\|/g, ' |')).toContain(`| \`${scope}\` | ${allowed}`);
});
