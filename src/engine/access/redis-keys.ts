/** What is kept in Redis about access: stored keys, sign-ins, and the log of who has looked at what. */
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const ACCESS_LAYOUT = {
  /** A stored key: its rights, the digests of its secrets, when it was last used. */
  api_key: 'api_key:{id}',
  /** Ids of a tenant's keys, by the time until which they are kept. */
  api_keys: 'api_keys:{tenant}',
  /** A sign-in of a browser, by the digest of the id in its cookie: the sealed token. */
  sign_in: 'sign_in:{digest}',
  /** Digests of a credential's sign-ins, by time. */
  sign_ins: 'sign_ins:{tenant}:{whose}',
  /** Requests of a key in this minute. */
  key_rate: 'key_rate:{id}',
  /** A stream: who has looked at what. People stand in it under pseudonyms. */
  access_log: 'access_log:{tenant}',
  /** The pseudonym of a person, and back. Both go when the person is erased. */
  pseudonym: 'access_log:{tenant}:pseudonym:{person}',
  person: 'access_log:{tenant}:person:{pseudonym}',
} as const;

export function accessKeys(tag: string): KeyBuilders<typeof ACCESS_LAYOUT> {
  return keyBuilders(tag, ACCESS_LAYOUT);
}
