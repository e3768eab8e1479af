/**
 * The SDK's client of each instance, from the instance's agent card. A card is fetched at the first call and again when it is old; calls
 * of the same moment share one request. While it cannot be fetched the last one is used, for a limited time.
 */
import { type Client, ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import type { RemoteConfig } from '../../../engine/agents/remote.ts';
import { startDeadline } from '../../../platform/deadline.ts';
import { unlessAborted } from '../../../platform/unless-aborted.ts';
import { RemoteFailure, reasonOfStatus } from '../failure.ts';
import type { Instance } from '../instance.ts';
import { cardUrlOf, mayReach, readCard, tokenHeader, verifyCard } from './card.ts';
import { transportOver } from './transport.ts';

const FRESH_MS = 5 * 60_000;
/** After a card could not be fetched. */
const RETRY_MS = 30_000;
const USABLE_MS = 60 * 60_000;
/** Of the request for the card; it belongs to no one call. */
const CARD_SECONDS = 10;

export type Connection = { client: Client; credentials(token: string | undefined): Record<string, string> };

export type CardSettings = { remote: Pick<RemoteConfig, 'allow_hosts'>; cardKey: string | undefined };

export type Connections = {
  /** Throws where the card is not to be had, or not to be believed. */
  to(instance: Instance, settings: CardSettings, signal: AbortSignal): Promise<Connection>;
  /** The next call asks for the card again. */
  outdate(instance: Instance): void;
};

/** `fetchedAt`: when the card came; `due`: when it is to be asked for again. */
type Known = { connection?: Connection; fetchedAt: number; due: number; loading?: Promise<Connection> | undefined };

export function createConnections(): Connections {
  const all = new WeakMap<Instance, Known>();

  function knownOf(instance: Instance): Known {
    const known = all.get(instance) ?? { fetchedAt: 0, due: 0 };
    all.set(instance, known);
    return known;
  }

  async function load(instance: Instance, settings: CardSettings, known: Known): Promise<Connection> {
    try {
      const connection = await connectionTo(instance, settings);
      Object.assign(known, { connection, fetchedAt: performance.now(), due: performance.now() + FRESH_MS });
      return connection;
    } catch (thrown) {
      // A card that says something else now is believed; one that cannot be fetched is not missed at once.
      const isAway = thrown instanceof RemoteFailure && thrown.retryable;
      if (!isAway || !known.connection || performance.now() - known.fetchedAt > USABLE_MS) throw thrown;
      known.due = performance.now() + RETRY_MS;
      return known.connection;
    } finally {
      known.loading = undefined;
    }
  }

  return {
    async to(instance, settings, signal) {
      const known = knownOf(instance);
      if (known.connection && performance.now() < known.due) return known.connection;
      known.loading ??= load(instance, settings, known);
      return await unlessAborted(known.loading, signal);
    },
    outdate(instance) {
      knownOf(instance).due = 0;
    },
  };
}

async function connectionTo(instance: Instance, { remote, cardKey }: CardSettings): Promise<Connection> {
  const json = await fetchCard(instance);
  if (cardKey !== undefined) await verifyCard(json, cardKey);
  const card = readCard(json, instance.endpoint, remote);
  const header = tokenHeader(card);
  const fetchImpl = transportOver(instance, (url) => mayReach(url, instance.endpoint, remote));
  const legacyCompat = { enabled: true };
  const factory = new ClientFactory({
    transports: [
      new JsonRpcTransportFactory({ fetchImpl, legacyCompat }),
      new RestTransportFactory({ fetchImpl, legacyCompat }),
    ],
    // Never asked: the card is here already.
    cardResolver: { resolve: () => Promise.reject(new RemoteFailure('CARD_INVALID')) },
  });
  const client = await factory.createFromAgentCard(card);
  return { client, credentials: (token) => (token === undefined ? {} : Object.fromEntries([header(token)])) };
}

/** Without the token: a card is public, and one is fetched for all tenants. */
async function fetchCard(instance: Instance): Promise<unknown> {
  const deadline = startDeadline(new AbortController().signal, CARD_SECONDS, () => new RemoteFailure('TIMEOUT'));
  try {
    const headers = { accept: 'application/json', 'a2a-version': '1.0' };
    const request = { headers, signal: deadline.signal };
    const { status, body, retryAfterMs } = await instance.exchange('GET', cardUrlOf(instance.endpoint), request);
    if (status >= 200 && status < 300) return body;
    const failure = new RemoteFailure(reasonOfStatus(status), { retryAfterMs });
    throw failure.retryable || failure.reason === 'REDIRECTED' ? failure : new RemoteFailure('CARD_INVALID');
  } finally {
    deadline.done();
  }
}
