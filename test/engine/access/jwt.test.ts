/** Tokens of an identity provider: which are accepted, what they stand for, and what happens when the provider is away. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJwks } from '../../../src/engine/access/jwks.ts';
import { createJwtVerifier, type JwtSettings } from '../../../src/engine/access/jwt.ts';
import {
  AUDIENCE,
  type IdentityProvider,
  ISSUER,
  newPair,
  startIdentityProvider,
} from '../../support/identity-provider.ts';

const SETTINGS: JwtSettings = {
  issuer: ISSUER,
  audience: AUDIENCE,
  algorithms: ['RS256', 'ES256', 'EdDSA'],
  clockToleranceSeconds: 30,
  tenantClaim: 'tenant',
  peopleClaim: 'patients',
};
const seconds = () => Math.floor(Date.now() / 1000);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function verifierFor(provider: IdentityProvider, options: Parameters<typeof createJwks>[1] = {}, settings = SETTINGS) {
  return createJwtVerifier(settings, createJwks(new URL(provider.url), options));
}

let provider: IdentityProvider;
let verifier: ReturnType<typeof createJwtVerifier>;
beforeAll(async () => {
  provider = await startIdentityProvider();
  verifier = verifierFor(provider);
});
afterAll(() => provider.stop());

test.each(['RS256', 'ES256', 'EdDSA'])(
  'a token signed with %s is its subject, with the scopes that are known here',
  async (alg) => {
    const other = await startIdentityProvider(alg);
    const token = await other.token({ scope: 'openid turns:read nonsense admin', scp: ['record:read', 7] });
    const principal = await verifierFor(other).authenticate(token);
    expect(principal).toMatchObject({ tenant: 'acme', subject: 'anna', credential: 'jwt', key: null });
    expect([...(principal?.scopes ?? [])]).toEqual(['turns:read', 'admin', 'record:read']);
  },
);

test.each([
  [undefined, ['anna']],
  [
    ['p1', 'p2', 7],
    ['p1', 'p2'],
  ],
  ['p1 p2', ['p1', 'p2']],
  [[], []],
  ['', []],
  [{ p1: true }, []],
  ['*', null],
  [['*'], null],
])('the claim of people %j means %j', async (patients, people) => {
  const principal = await verifier.authenticate(await provider.token({ patients }));
  expect(principal?.people && [...principal.people]).toEqual(people);
});

describe('is refused', () => {
  const refused = async (token: string) => expect(await verifier.authenticate(token)).toBeUndefined();

  test('a token for someone else, from someone else, or not valid yet', async () => {
    await refused(await provider.token({ aud: 'another' }));
    await refused(await provider.token({ iss: 'https://evil.example.org/' }));
    await refused(await provider.token({ nbf: seconds() + 120 }));
    await refused(await provider.token({ exp: undefined }));
    await refused(await provider.token({ sub: undefined }));
    expect(await verifier.authenticate(await provider.token({ aud: ['another', AUDIENCE] }))).toBeDefined();
  });

  test('an unsigned token, and one signed with a secret, even with the public key as that secret', async () => {
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'anna', tenant: 'acme', exp: seconds() + 300 };
    for (const alg of ['none', 'None', 'nOnE', ''])
      for (const signature of ['', 'AAAA']) await refused(`${part({ alg })}.${part(claims)}.${signature}`);
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', provider.current().publicKey));
    const key = await crypto.subtle.importKey('raw', spki, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    await refused(await provider.token({}, { alg: 'HS256' }, key));
  });

  test('a token whose key is not the provider’s, or whose claims were changed after signing', async () => {
    const { privateKey } = await newPair('ES256');
    await refused(await provider.token({}, {}, privateKey));
    await refused(await provider.token({}, { kid: 'unknown' }));
    await refused(await provider.token({}, { kid: '../../etc/passwd' }));
    const [header, , signature] = (await provider.token()).split('.');
    await refused(
      `${header}.${part({ iss: ISSUER, aud: AUDIENCE, sub: 'bob', tenant: 'acme', exp: 9e9 })}.${signature}`,
    );
  });

  test('a signature that the settings do not list', async () => {
    const narrow = verifierFor(provider, {}, { ...SETTINGS, algorithms: ['RS256'] });
    expect(await narrow.authenticate(await provider.token())).toBeUndefined();
  });

  test.each(['', '..', 'eyJ', 'eyJ.x', 'eyJ..', 'eyJhbGciOiJFUzI1NiJ9.e30.x', `eyJ${'A'.repeat(9000)}.A.A`, 'a.b.c'])(
    'what only looks like a token: %s',
    async (token) => refused(token),
  );

  test('an expired token, which is told so; a clock that is off by less than the tolerance does not matter', async () => {
    const late = verifier.authenticate(await provider.token({ exp: seconds() - 60 }));
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated', message: 'This token has expired.' });
    expect(await verifier.authenticate(await provider.token({ exp: seconds() - 5 }))).toBeDefined();
    expect(await verifier.authenticate(await provider.token({ nbf: seconds() + 5 }))).toBeDefined();
  });

  test.each([
    { tenant: undefined },
    { tenant: '' },
    { tenant: 'a:b' },
    { tenant: ['acme'] },
    { sub: 'auth0|x' },
    { sub: 'a:b' },
  ])('claims that name no tenant or no user of ours: %j', async (claims) => {
    const found = verifier.authenticate(await provider.token(claims));
    await expect(found).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('the keys of the provider', () => {
  test('are fetched once for many tokens, and again for a key id that is new; a withdrawn key is then no longer one', async () => {
    const idp = await startIdentityProvider();
    const rotating = verifierFor(idp, { cooldownMs: 0 });
    const old = await idp.token();
    await Promise.all(Array.from({ length: 20 }, () => rotating.authenticate(old)));
    expect(idp.fetches()).toBe(1);
    await idp.rotate();
    expect(await rotating.authenticate(await idp.token())).toBeDefined();
    expect(await rotating.authenticate(old)).toBeDefined();
    expect(idp.fetches()).toBe(2);
    await idp.rotate({ withdraw: true });
    expect(await rotating.authenticate(await idp.token())).toBeDefined();
    expect(await rotating.authenticate(old)).toBeUndefined();
  });

  test('are not fetched for each made-up key id', async () => {
    const idp = await startIdentityProvider();
    const cooling = verifierFor(idp);
    expect(await cooling.authenticate(await idp.token())).toBeDefined();
    for (let i = 0; i < 10; i += 1)
      expect(await cooling.authenticate(await idp.token({}, { kid: `made-up-${i}` }))).toBeUndefined();
    expect(idp.fetches()).toBe(1);
  });

  test('still let people in while the provider is down, and are fetched again in the background', async () => {
    const idp = await startIdentityProvider();
    const clock = { now: Date.now() };
    const warned: unknown[] = [];
    const log = { warn: (...line: unknown[]) => warned.push(line) } as never;
    const cached = verifierFor(idp, { now: () => clock.now, cooldownMs: 0, log });
    expect(await cached.authenticate(await idp.token())).toBeDefined();
    idp.fail('error');
    clock.now += 11 * 60_000;
    expect(await cached.authenticate(await idp.token())).toBeDefined();
    await expect.poll(() => warned.length).toBe(1);
    expect(idp.fetches()).toBe(2);
    // A key that nobody knows cannot be looked up now: that is not the client's fault.
    const unknown = await idp.token({}, { kid: 'new' });
    clock.now += 3_000;
    await expect(cached.authenticate(unknown)).rejects.toMatchObject({ code: 'identity_unavailable' });
    idp.fail('none');
    clock.now += 3_000;
    expect(await cached.authenticate(unknown)).toBeUndefined();
  });

  test.each(['error', 'nonsense', 'flood', 'gone'] as const)('that could never be fetched (%s) let nobody in', async (how) => {
    const idp = await startIdentityProvider();
    const token = await idp.token();
    const fresh = verifierFor(idp);
    if (how === 'gone') await idp.stop();
    else idp.fail(how);
    for (let i = 0; i < 3; i += 1)
      await expect(fresh.authenticate(token)).rejects.toMatchObject({ code: 'identity_unavailable' });
    if (how === 'error') expect(idp.fetches()).toBe(1);
  });
});
