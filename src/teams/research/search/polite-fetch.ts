/** Requests to public services: rate limited, retried when the service asks for it, cached, and with a limit to the answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../platform/errors.ts';

export type PoliteFetch = (url: string, signal: AbortSignal, init?: RequestInit) => Promise<unknown>;

type Manners = { name: string; perSecond: number; keepMs?: number };

const TRIES = 3;
const MAX_PAUSE_MS = 10_000;
const CACHE_MS = 15 * 60_000;
const MAX_CACHED = 200;
/** 25 works with their abstracts take about half a megabyte. */
const MAX_BYTES = 4 * 1024 * 1024;
const AGENT = 'Medfleet/0.1 (research agent)';

/** JSON from one service. Requests queue up behind each other, `perSecond` of them a second. */
export function createPoliteFetch({ name, perSecond, keepMs = CACHE_MS }: Manners): PoliteFetch {
  const kept = new Map<string, { at: number; body: unknown }>();
  let next = 0;

  async function slot(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    const at = Math.max(now, next);
    next = at + 1000 / perSecond;
    if (at > now) await sleep(at - now, undefined, { signal });
  }

  async function ask(url: string, signal: AbortSignal, init: RequestInit): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      await slot(signal);
      const response = await fetch(url, {
        ...init,
        headers: { Accept: 'application/json', 'User-Agent': AGENT, ...init.headers },
        signal,
      }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new AppError('search_unavailable', `${name} could not be reached.`, { cause });
      });
      if (response.ok) return jsonOf(response, name);
      await response.body?.cancel();
      const passing = response.status === 429 || response.status >= 500;
      if (!passing) throw new AppError('search_unavailable', `${name} did not take the query (${response.status}).`);
      if (attempt === TRIES) throw new AppError('search_unavailable', `${name} is not available (${response.status}).`);
      const asked = Number(response.headers.get('Retry-After')) * 1000 || 500 * 2 ** attempt;
      await sleep(Math.min(asked, MAX_PAUSE_MS), undefined, { signal });
    }
  }

  return async (url, signal, init = {}) => {
    const id = `${url} ${typeof init.body === 'string' ? init.body : ''}`;
    const known = kept.get(id);
    if (known && Date.now() - known.at < keepMs) return known.body;
    const body = await ask(url, signal, init);
    kept.delete(id);
    kept.set(id, { at: Date.now(), body });
    if (kept.size > MAX_CACHED) kept.delete(kept.keys().next().value as string);
    return body;
  };
}

async function jsonOf(response: Response, name: string): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new AppError('search_unavailable', `${name} sent more than a search can give.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new AppError('search_unavailable', `${name} did not send JSON.`, { cause });
  }
}
