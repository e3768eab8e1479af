/** The keys of kept answers in Redis. The lists of whom they are about are all that an erasure needs. */
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const LAYOUT = {
  /** What a remote agent has answered. The digest is over all that the answer depends on, its user first. */
  answer: 'remote:answer:{digest}',
  /** The task that a message to an agent of another system has begun there, by the id of the message. */
  sent: 'remote:sent:{message}',
  /** Digests of the answers to a user, or about a subject, each after its agent's name, by the time when they end. */
  answers: 'remote:answers:{tenant}:{kind}:{id}',
} as const;

export type RemoteKeys = KeyBuilders<typeof LAYOUT>;

export function remoteKeys(tag: string): RemoteKeys {
  return keyBuilders(tag, LAYOUT);
}
