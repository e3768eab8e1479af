/** Ids that the fleet has given in its answers, by what they name, so that later requests reach what earlier ones have made. */
import type { Random } from './random.ts';

export type Memory = {
  /** Keeps the ids in the answer of a path such as /v1/agents/{id}. */
  note(path: string, answer: unknown): void;
  recall(name: string, random: Random): string | undefined;
};

const KEPT = 40;
const MAX_ITEMS = 50;

export function createMemory(): Memory {
  const seen = new Map<string, string[]>();

  function keep(name: string, value: string): void {
    const list = seen.get(name) ?? [];
    if (list.includes(value)) return;
    list.push(value);
    if (list.length > KEPT) list.shift();
    seen.set(name, list);
  }

  function walk(owner: string, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 3) return;
    for (const [key, inner] of Object.entries(value).slice(0, MAX_ITEMS)) {
      if (typeof inner !== 'string') walk(owner, inner, depth + 1);
      else if (key === 'id') keep(owner, inner);
      else if (/_id$|^(?:path|cursor|next_cursor|uuid)$/.test(key)) keep(key.replace('next_', ''), inner);
    }
  }

  return {
    note: (path, answer) => walk(idName(path), answer, 0),
    recall(name, random) {
      const list = seen.get(name);
      return list && random.pick(list);
    },
  };
}

/** What `{id}` names in a path: agent_id in /v1/agents/{id}/files. */
export function idName(path: string): string {
  const resource = /^\/v1\/(\w+?)s?(?:\/|$)/.exec(path)?.[1] ?? 'other';
  return `${resource}_id`;
}
