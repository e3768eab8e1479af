/**
 * The three cache tiers of the functions document and the keys in them. The prefix says how long a value lasts. Agents have state with
 * the same prefixes (engine/task/state.ts); that is kept elsewhere, and its `user:` part does not expire.
 */

/** Between the stages of a pipeline; discarded when the pipeline completes. */
export const STATE_PREFIX_TEMP = 'temp:';
/** Results of a user, across calls. */
export const STATE_PREFIX_USER = 'user:';
/** Artifacts, permanent. */
export const STATE_PREFIX_APP = 'app:';

export type StatePrefix = typeof STATE_PREFIX_TEMP | typeof STATE_PREFIX_USER | typeof STATE_PREFIX_APP;

/** `seconds` is how long a value is kept; null: until the pipeline ends, or until it is deleted. */
type CacheTier = { prefix: StatePrefix; seconds: number | null };

export const CACHE_TIERS = {
  handoff_cache: { prefix: STATE_PREFIX_TEMP, seconds: null },
  compression_cache: { prefix: STATE_PREFIX_USER, seconds: 86_400 },
  artifact_store: { prefix: STATE_PREFIX_APP, seconds: null },
} as const satisfies Record<string, CacheTier>;

/** `temp:extract_structure:chapter_1`. The namespace is the name of a function or the id of a pipeline. */
export function buildCacheKey(prefix: StatePrefix, namespace: string, key: string): string {
  return `${prefix}${namespace}:${key}`;
}
