/**
 * The public keys of an identity provider. Keys that were fetched once verify tokens without waiting, for a day even if the provider does
 * not answer; they are fetched again in the background, and at once for a key id that is not known. Without keys nobody is let in.
 */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';

const REFRESH_MS = 10 * 60_000;
/** A key that the provider has withdrawn is trusted no longer than this while the provider cannot be asked. */
const KEPT_MS = 24 * 3_600_000;
/** Tokens with made-up key ids cause no more fetches than one in this time. */
const COOLDOWN_MS = 30_000;
/** After a fetch that failed, those who need one are refused for so long without another. */
const FAILED_MS = 2_000;
const TIMEOUT_MS = 5_000;
/** A provider has a few keys of about a kilobyte each. */
const MAX_BYTES = 1024 * 1024;

/** What the key set itself has to say about a token: there is no such key. All else means that the keys could not be had. */
const NO_KEY: ReadonlySet<string> = new Set([
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
]);

export type Jwks = JWTVerifyGetKey;

type Options = { log?: Pick<Log, 'warn'>; cooldownMs?: number; now?: () => number };

export function createJwks(url: URL, { log, cooldownMs = COOLDOWN_MS, now = Date.now }: Options = {}): Jwks {
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  const remote = createRemoteJWKSet(url, {
    cacheMaxAge: KEPT_MS,
    cooldownDuration: cooldownMs,
    timeoutDuration: TIMEOUT_MS,
    async [customFetch](address, options) {
      if (now() - failedAt < FAILED_MS) throw new Error('the last fetch failed');
      triedAt = now();
      failedAt = triedAt;
      const response = await whole(await fetch(address, options));
      if (response.status === 200) {
        fetchedAt = now();
        failedAt = Number.NEGATIVE_INFINITY;
      }
      return response;
    },
  });

  return async (header, token) => {
    if (remote.jwks() && now() - Math.max(fetchedAt, triedAt) >= REFRESH_MS)
      remote.reload().catch((error: unknown) => log?.warn({ err: error }, 'jwks.unreachable'));
    try {
      return await remote(header, token);
    } catch (error) {
      if (error instanceof errors.JOSEError && NO_KEY.has(error.code)) throw error;
      throw new AppError(
        'identity_unavailable',
        'The identity provider does not answer, so that the token cannot be verified. Try again, or use a key.',
        { cause: error },
      );
    }
  };
}

/** The response once it was read; throws where it is larger than a set of keys can be. */
async function whole(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('the set of keys is too large');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: response.status });
}
