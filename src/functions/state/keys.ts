/** The keys of results and artifacts in Redis. `{cache_key}` is the key of the functions document (cache-keys.ts). */
import { type KeyBuilders, keyBuilders } from '../../platform/keys.ts';

export const LAYOUT = {
  /** A cached result, for 24 hours. `{patient}` is NO_PATIENT for a result that is about nobody. */
  result: 'functions:result:{tenant}:{user}:{patient}:{cache_key}',
  /** The cached results of a user or about a patient, as `<user> <patient> <cache key>`, by the time in ms at which they expire. */
  results: 'functions:results:{tenant}:{kind}:{id}',
  /** One version of an artifact: everything but its bytes. */
  version: 'functions:version:{tenant}:{cache_key}',
  /** The last version number that was given. */
  last: 'functions:last:{tenant}:{path}',
  /** The version numbers of an artifact. `{view}` is `all`, or `user:<id>` for those of one user. */
  versions: 'functions:versions:{tenant}:{view}:{path}',
  /** The paths of all artifacts, in the order of their names. */
  paths: 'functions:paths:{tenant}:{view}',
  /** Every version of a user or about a patient, as `<version> <path>`. */
  owned: 'functions:owned:{tenant}:{kind}:{id}',
  /** Where content is stored, by its hash, and how many versions have it. */
  content: 'functions:content:{tenant}:{sha256}',
  /** Names of stored objects that no version has, as `<name> <user> <patient>`, by the time in ms from which they may be deleted. */
  unused: 'functions:unused:{tenant}',
  /** The bytes and versions that count towards the tenant's quota. */
  usage: 'functions:usage:{tenant}',
  /** The version that was saved with an idempotency key. */
  saved: 'functions:saved:{tenant}:{user}:{digest}',
  /** The digests of a user's idempotency keys, by the time in ms at which they expire. */
  saves: 'functions:saves:{tenant}:{user}',
} as const;

export type FunctionKeys = KeyBuilders<typeof LAYOUT> & { tag: string };

export function functionKeys(tag: string): FunctionKeys {
  return { ...keyBuilders(tag, LAYOUT), tag };
}

/** In the place of a patient's id. An id begins with a letter or digit. */
export const NO_PATIENT = '-';
