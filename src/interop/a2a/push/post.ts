/**
 * Sends one update to an address that a client chose. The rules of safe-fetch.ts hold: the name is resolved once, all its addresses must
 * be public, the connection goes to exactly those, and a redirect is not followed. Hosts of the operator's list may be private, and http.
 */
import { Agent, fetch } from 'undici';
import { checkedAddresses, checkedUrl, isAllowed, pinnedTo, Refusal } from '../../../engine/tools/safe-fetch.ts';

/** `why` is shown to the client in the list of failed deliveries. */
export type Posted = { ok: true } | { ok: false; retry: boolean; why: string };

type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  allowHosts: readonly string[];
  deadlineMs?: number;
};

/** The protocol asks for 10 to 30 s. */
const DEADLINE_MS = 15_000;

/** Statuses below 500 after which the same request may succeed later. */
const RETRIED = new Set([408, 425, 429]);

export async function post({ url: text, headers, body, allowHosts, deadlineMs = DEADLINE_MS }: Post): Promise<Posted> {
  const signal = AbortSignal.timeout(deadlineMs);
  let agent: Agent | undefined;
  try {
    const url = checkedUrl(text, undefined, allowHosts);
    if (url.protocol !== 'https:' && !isAllowed(url, allowHosts)) throw new Refusal('Only https:// is used.');
    const addresses = await checkedAddresses(url, { allowHosts, signal });
    agent = new Agent({ connect: { lookup: pinnedTo(addresses) } });
    const response = await fetch(url, { method: 'POST', dispatcher: agent, redirect: 'manual', signal, headers, body });
    await response.body?.cancel();
    return outcomeOf(response.status);
  } catch (thrown) {
    // A name that is not found now may be found later; an address that is not public is refused for good.
    if (thrown instanceof Refusal)
      return { ok: false, retry: /could not be found/.test(thrown.message), why: thrown.message };
    if (signal.aborted) return { ok: false, retry: true, why: 'The webhook took too long to answer.' };
    return { ok: false, retry: true, why: 'The webhook could not be reached.' };
  } finally {
    await agent?.destroy();
  }
}

function outcomeOf(status: number): Posted {
  if (status >= 200 && status < 300) return { ok: true };
  const why =
    status < 400 ? 'The webhook redirects, which is not followed.' : `The webhook answered with status ${status}.`;
  return { ok: false, retry: status >= 500 || RETRIED.has(status), why };
}
