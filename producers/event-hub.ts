/**
 * Follows turns and sessions for any number of clients over one Redis connection. An event comes by pub/sub as it happens; what happened
 * before, or while the connection was away, is read from the stream. A follower sees every event after its last one once, in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Keys } from '../src/platform/keys.ts';
import type { RedisClient } from '../src/platform/lua.ts';

export type TurnEvent = { id: string; kind: string; data: string };

/** All who follow one stream, over one subscription. */
type Audience = { key: string; all: Set<Follower>; subscribed: Promise<unknown> };

type Follower = {
  lastId: string;
  deliver(event: TurnEvent): void;
  /** While the past is being read, the present waits: what it brings is read from the stream as well. */
  reading: Promise<void> | null;
  behind: boolean;
  gone: boolean;
};

export type EventHub = {
  /** Resolves when the past has been delivered. The function that it gives ends the following. */
  follow(turnId: string, afterId: string, deliver: (event: TurnEvent) => void): Promise<() => void>;
  /** What a session is told without having asked. */
  followSession(
    session: { tenant: string; id: string },
    afterId: string,
    deliver: (event: TurnEvent) => void,
  ): Promise<() => void>;
};

/** After an outage the subscriber may be back a moment before the reader is. */
const RETRY_MS = 200;

export function createEventHub(subscriber: Redis, reader: RedisClient, keys: Keys): EventHub {
  const audiences = new Map<string, Audience>();

  subscriber.on('message', (channel: string, message: string) => {
    const audience = audiences.get(channel);
    if (!audience) return;
    const event = parseMessage(message);
    for (const follower of audience.all) {
      if (follower.reading) follower.behind = true;
      else give(follower, event);
    }
  });
  // After an outage: what was said meanwhile is in the streams, and is read once the subscription is in force again.
  subscriber.on('ready', () => {
    for (const [channel, audience] of audiences) {
      audience.subscribed = subscriber.subscribe(channel);
      // Fails only if the connection is lost once more; then all this begins again.
      for (const follower of audience.all) catchUp(audience, follower, true).catch(() => undefined);
    }
  });

  async function catchUp(audience: Audience, follower: Follower, patient: boolean): Promise<void> {
    const { key, subscribed } = audience;
    const before = follower.reading;
    const mine = (async () => {
      await before?.catch(() => undefined);
      await subscribed;
      await readPast(key, follower, patient);
    })();
    follower.reading = mine;
    try {
      await mine;
    } finally {
      if (follower.reading === mine) follower.reading = null;
    }
  }

  async function readPast(key: string, follower: Follower, patient: boolean): Promise<void> {
    do {
      follower.behind = false;
      try {
        const entries = await reader.xrange(key, `(${follower.lastId}`, '+');
        for (const [id, fields] of entries) give(follower, { id, kind: fields[1] ?? '', data: fields[3] ?? '{}' });
      } catch (error) {
        if (!patient) throw error;
        follower.behind = true;
        await sleep(RETRY_MS);
      }
    } while (follower.behind && !follower.gone);
  }

  async function follow(channel: string, key: string, afterId: string, deliver: Follower['deliver']) {
    const follower: Follower = { lastId: afterId || '0-0', deliver, reading: null, behind: false, gone: false };
    const audience = audiences.get(channel) ?? { key, all: new Set(), subscribed: subscriber.subscribe(channel) };
    audience.all.add(follower);
    audiences.set(channel, audience);
    const leave = () => {
      follower.gone = true;
      audience.all.delete(follower);
      if (audience.all.size > 0 || audiences.get(channel) !== audience) return;
      audiences.delete(channel);
      void subscriber.unsubscribe(channel).catch(() => undefined);
    };
    try {
      await catchUp(audience, follower, false);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  return {
    follow: (turnId, afterId, deliver) => follow(keys.eventChannel(turnId), keys.events(turnId), afterId, deliver),
    followSession: ({ tenant, id }, afterId, deliver) =>
      follow(keys.sessionChannel(tenant, id), keys.sessionEvents(tenant, id), afterId, deliver),
  };
}

function give(follower: Follower, event: TurnEvent): void {
  if (follower.gone || compareIds(event.id, follower.lastId) <= 0) return;
  follower.lastId = event.id;
  follower.deliver(event);
}
/** As the script sends it: id, kind, JSON. */
function parseMessage(message: string): TurnEvent {
  const first = message.indexOf(' ');
  const second = message.indexOf(' ', first + 1);
  return { id: message.slice(0, first), kind: message.slice(first + 1, second), data: message.slice(second + 1) };
}

/** Redis stream ids: milliseconds, a hyphen, a sequence number. */
export function compareIds(a: string, b: string): number {
  const [aMs = 0, aSeq = 0] = a.split('-').map(Number);
  const [bMs = 0, bSeq = 0] = b.split('-').map(Number);
  return aMs - bMs || aSeq - bSeq;
}
