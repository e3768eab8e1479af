/** The keys of what the assistant keeps for a user: notes, todos and events, and the addresses of calendar feeds. */
import { type KeyBuilders, keyBuilders } from '../../../platform/keys.ts';

const LAYOUT = {
  /** Items of one kind as JSON, by id. The field `#version` changes with every write. */
  items: 'assistant:{kind}:{tenant}:{user}',
  /** Answers of finished writes, by idempotency key. */
  applied: 'assistant:{kind}:{tenant}:{user}:applied',
  /** The same keys, by time. */
  applied_at: 'assistant:{kind}:{tenant}:{user}:applied_at',
  /** Whose calendar a secret address shows; the secret itself is stored nowhere. */
  feed: 'assistant:feed:{digest}',
  /** The digest of a user's current address. */
  user_feed: 'assistant:feeds:{tenant}:{user}',
} as const;

export type StoreKeys = KeyBuilders<typeof LAYOUT> & { tag: string };

export function storeKeys(tag: string): StoreKeys {
  return { ...keyBuilders(tag, LAYOUT), tag };
}
