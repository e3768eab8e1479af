/** An identity provider on loopback: it serves its public keys, can change them, and can fail. Closes with the test; one that a hook starts is stopped by a hook. */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { onTestFinished, TestRunner } from 'vitest';
import { startScriptedServer } from './scripted-server.ts';

export const ISSUER = 'https://login.example.org/';
export const AUDIENCE = 'medfleet';

type Pair = { kid: string; alg: string; privateKey: CryptoKey; publicKey: CryptoKey };

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

export async function startIdentityProvider(alg = 'ES256') {
  let current = await newPair(alg);
  let published = [current];
  let failure: 'none' | 'error' | 'nonsense' | 'flood' = 'none';
  const server = await startScriptedServer({
    read: (path, recorded) => (path === '/keys' ? recorded : undefined),
    async answer(_request, reply) {
      if (failure === 'error') return reply.json(500, { error: 'down' });
      if (failure === 'nonsense') return reply.json(200, { keys: 'none' });
      const keys = published.map(async ({ kid, alg: name, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: name,
        use: 'sig',
      }));
      // The right keys, and more than anyone should read.
      const padding = failure === 'flood' ? { padding: 'x'.repeat(2_000_000) } : {};
      return reply.json(200, { keys: await Promise.all(keys), ...padding });
    },
  });
  if (TestRunner.getCurrentTest()) onTestFinished(() => server.close());

  return {
    url: `${server.url}/keys`,
    env: { JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_JWKS_URL: `${server.url}/keys` },
    fetches: () => server.requests.length,
    stop: () => server.close(),
    fail(how: typeof failure) {
      failure = how;
    },
    current: () => current,
    /** A new key; the earlier ones stay published unless they are withdrawn. */
    async rotate({ withdraw = false } = {}): Promise<void> {
      current = await newPair(alg);
      published = withdraw ? [current] : [...published, current];
    },
    /** A token that is valid for five minutes, with these claims and header changed. */
    token(claims: JWTPayload = {}, header: Partial<{ kid: string; alg: string }> = {}, key = current.privateKey) {
      return signed(claims, { alg, kid: current.kid, ...header }, key);
    },
  };
}

export async function newPair(alg: string): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid: randomUUID(), alg, privateKey, publicKey };
}

function signed(
  claims: JWTPayload,
  header: { alg: string; kid: string },
  key: CryptoKey | Uint8Array,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const usual = { iss: ISSUER, aud: AUDIENCE, sub: 'anna', tenant: 'acme', iat: now, exp: now + 300 };
  return new SignJWT({ ...usual, scope: 'turns:read turns:write', ...claims }).setProtectedHeader(header).sign(key);
}
