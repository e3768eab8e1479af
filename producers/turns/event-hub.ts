/**
 * Follows turns and sessions for any number of clients over one Redis connection. New events arrive by pub/sub; events from before the
 * subscription, or from an interruption of the connection, are read from the stream. A follower gets every event after its last one
 * once, in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Keys } from '../../src/engine/task/keys.ts';
import type { RedisClient } from '../../src/platform/lua.ts';

export type TurnEvent = { id: string; kind: string; data: string };

/** All followers of one stream, which share one subscription. */
type Channel = { key: string; followers: Set<Follower>; subscribed: Promise<unknown> };

type Follower = {
  lastId: string;
  deliver(event: TurnEvent): void;
  /** Set while the stream is being read. Events that arrive meanwhile are not delivered directly: the stream has them too. */
  reading: Promise<void> | null;
  /** The stream has events that have not been read yet. */
  behind: boolean;
  closed: boolean;
};

export type EventHub = {
  /** Resolves when the earlier events have been delivered, to a function that stops following. */
  follow(turnId: string, afterId: string, deliver: (event: TurnEvent) => void): Promise<() => void>;
  /** A session's own events: messages that are not part of a turn that its user started. */
  followSession(
    session: { tenant: string; id: string },
    afterId: string,
    deliver: (event: TurnEvent) => void,
  ): Promise<() => void>;
};

/** After an interruption the subscriber may reconnect a moment before the reader does. */
const RETRY_MS = 200;

export function createEventHub(subscriber: Redis, reader: RedisClient, keys: Keys): EventHub {
  const channels = new Map<string, Channel>();

  subscriber.on('message', (name: string, message: string) => {
    const channel = channels.get(name);
    if (!channel) return;
    const event = parseMessage(message);
    for (const follower of channel.followers) {
      if (follower.reading) follower.behind = true;
      else deliverOnce(follower, event);
    }
  });
  // After a reconnect: the events from meanwhile are in the streams, and are read once the subscription is active again.
  subscriber.on('ready', () => {
    for (const [name, channel] of channels) {
      channel.subscribed = subscriber.subscribe(name);
      // Fails only if the connection is lost again; the next `ready` repeats this.
      for (const follower of channel.followers) catchUp(channel, follower, true).catch(() => undefined);
    }
  });

  /** `retry`: repeat a failed read until it works, instead of throwing. */
  async function catchUp(channel: Channel, follower: Follower, retry: boolean): Promise<void> {
    const { key, subscribed } = channel;
    const previous = follower.reading;
    const current = (async () => {
      await previous?.catch(() => undefined);
      // The subscriber waits for Redis as long as it takes. The reader does not, and neither does a client whose request begins here.
      await (retry ? subscribed : Promise.all([subscribed, reader.exists(key)]));
      await readStream(key, follower, retry);
    })();
    follower.reading = current;
    try {
      await current;
    } finally {
      if (follower.reading === current) follower.reading = null;
    }
  }

  async function readStream(key: string, follower: Follower, retry: boolean): Promise<void> {
    do {
      follower.behind = false;
      try {
        const entries = await reader.xrange(key, `(${follower.lastId}`, '+');
        for (const [id, fields] of entries)
          deliverOnce(follower, { id, kind: fields[1] ?? '', data: fields[3] ?? '{}' });
      } catch (error) {
        if (!retry) throw error;
        follower.behind = true;
        await sleep(RETRY_MS);
      }
    } while (follower.behind && !follower.closed);
  }

  async function follow(name: string, key: string, afterId: string, deliver: Follower['deliver']) {
    const follower: Follower = { lastId: afterId || '0-0', deliver, reading: null, behind: false, closed: false };
    const channel = channels.get(name) ?? { key, followers: new Set(), subscribed: subscriber.subscribe(name) };
    channel.followers.add(follower);
    channels.set(name, channel);
    const unfollow = () => {
      follower.closed = true;
      channel.followers.delete(follower);
      if (channel.followers.size > 0 || channels.get(name) !== channel) return;
      channels.delete(name);
      void subscriber.unsubscribe(name).catch(() => undefined);
    };
    try {
      await catchUp(channel, follower, false);
    } catch (error) {
      unfollow();
      throw error;
    }
    return unfollow;
  }

  return {
    follow: (turnId, afterId, deliver) => follow(keys.event_channel(turnId), keys.events(turnId), afterId, deliver),
    followSession: ({ tenant, id }, afterId, deliver) =>
      follow(keys.session_channel(tenant, id), keys.session_events(tenant, id), afterId, deliver),
  };
}

function deliverOnce(follower: Follower, event: TurnEvent): void {
  if (follower.closed || compareIds(event.id, follower.lastId) <= 0) return;
  follower.lastId = event.id;
  follower.deliver(event);
}

/** The format of the script that publishes: id, kind and JSON, with spaces between them. */
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
