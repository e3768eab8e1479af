/**
 * State as agents see it: one merged view, written to as a delta. The prefix says how far a key reaches: none = this session,
 * `user:` = all sessions of the user, `app:` = everyone of the tenant, `temp:` = this turn only, shared down the call chain.
 */

export const SCOPES = ['session', 'user', 'app', 'temp'] as const;
export type Scope = (typeof SCOPES)[number];

export type StateDelta = Record<string, unknown>;

export type State = {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** Changes that are stored already: they are seen, and are no part of the delta. */
  take(changes: StateDelta): void;
  all(): Readonly<Record<string, unknown>>;
  /** What was set since the run began. A null is a deletion. */
  delta(): StateDelta;
};

export function createState(initial: Readonly<Record<string, unknown>>): State {
  const values: Record<string, unknown> = { ...initial };
  const changed: StateDelta = {};
  return {
    get: (key) => values[key],
    set(key, value) {
      values[key] = value;
      changed[key] = value;
    },
    take(changes) {
      Object.assign(values, changes);
    },
    all: () => values,
    delta: () => changed,
  };
}

export function scopeOf(key: string): Scope {
  const prefix = key.slice(0, key.indexOf(':'));
  return prefix === 'user' || prefix === 'app' || prefix === 'temp' ? prefix : 'session';
}

/** A nested run's changes, as its caller takes them over: all but `temp:`. */
export function withoutTemp(delta: StateDelta): StateDelta {
  return Object.fromEntries(Object.entries(delta).filter(([key]) => scopeOf(key) !== 'temp'));
}
