/** Workspace objects in a map: for tests that need many at once, and as a simple implementation of the contract. */
import { KINDS, type ObjectKey, type Objects } from '../../../src/engine/workspace/objects.ts';

export function memoryObjects(): Objects & { kept: Map<string, Buffer> } {
  const kept = new Map<string, Buffer>();
  const keyOf = ({ workspace, kind, name }: ObjectKey) => `${workspace}/${kind}/${name}`;
  return {
    kept,
    get: async (key) => kept.get(keyOf(key)) ?? null,
    async create(key, bytes) {
      if (kept.has(keyOf(key))) return false;
      kept.set(keyOf(key), bytes);
      return true;
    },
    async names(workspace, kind) {
      const start = `${workspace}/${kind}/`;
      return [...kept.keys()].flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : [])).sort();
    },
    async remove(key) {
      kept.delete(keyOf(key));
    },
    async clear(workspace) {
      for (const kind of KINDS)
        for (const key of [...kept.keys()]) if (key.startsWith(`${workspace}/${kind}/`)) kept.delete(key);
    },
    async close() {},
  };
}
