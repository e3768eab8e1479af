/**
 * Follows turns for any number of clients over one Redis connection. An event comes by pub/sub as it happens; what happened before, or
 * while the connection was away, is read from the turn's stream. A follower sees every event after its last one once, in order.
 */
import type { Redis } from 'ioredis';
import type { Keys } from '../src/platform/keys.ts';
import type { RedisClient } from '../src/platform/lua.ts';

export type TurnEvent = { id: string; kind: string; data: string };

/** All who follow one turn, over one subscription. */
type Audience = { all: Set<Follower>; subscribed: Promise<unknown> };

type Follower = { lastId: string; deliver(event: TurnEvent): void; catchingUp: Promise<void> | null };

export type EventHub = {
  /** Resolves when the past has been delivered. The function that it gives ends the following. */
  follow(turnId: string, afterId: string, deliver: (event: TurnEvent) => void): Promise<() => void>;
};

export function createEventHub(subscriber: Redis, reader: RedisClient, keys: Keys): EventHub {
  const audiences = new Map<string, Audience>();
  const prefix = keys.eventChannel('');

  subscriber.on('message', (channel: string, message: string) => {
    if (!channel.startsWith(prefix)) return;
    const event = parseMessage(message);
    for (const follower of audiences.get(channel.slice(prefix.length))?.all ?? []) {
      // What comes while the past is being read will be in that reading, or in the one that this asks for.
      if (follower.catchingUp) void catchUp(channel.slice(prefix.length), follower);
      else give(follower, event);
    }
  });
  // ioredis subscribes again by itself after an outage; what was said meanwhile is in the streams.
  subscriber.on('ready', () => {
    for (const [turnId, { all }] of audiences) for (const follower of all) void catchUp(turnId, follower);
  });

  async function catchUp(turnId: string, follower: Follower): Promise<void> {
    const before = follower.catchingUp ?? Promise.resolve();
    const mine = before.then(async () => {
      const entries = await reader.xrange(keys.events(turnId), `(${follower.lastId}`, '+');
      for (const [id, fields] of entries) give(follower, { id, kind: fields[1] ?? '', data: fields[3] ?? '{}' });
    });
    const quiet = mine.catch(() => undefined);
    follower.catchingUp = quiet;
    await quiet;
    if (follower.catchingUp === quiet) follower.catchingUp = null;
    await mine;
  }

  return {
    async follow(turnId, afterId, deliver) {
      const follower: Follower = { lastId: afterId || '0-0', deliver, catchingUp: null };
      const audience = audiences.get(turnId) ?? {
        all: new Set(),
        subscribed: subscriber.subscribe(keys.eventChannel(turnId)),
      };
      audience.all.add(follower);
      audiences.set(turnId, audience);
      const leave = () => {
        audience.all.delete(follower);
        if (audience.all.size > 0 || audiences.get(turnId) !== audience) return;
        audiences.delete(turnId);
        void subscriber.unsubscribe(keys.eventChannel(turnId)).catch(() => undefined);
      };
      try {
        await audience.subscribed;
        await catchUp(turnId, follower);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}

function give(follower: Follower, event: TurnEvent): void {
  if (compareIds(event.id, follower.lastId) <= 0) return;
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
