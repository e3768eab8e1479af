/** Which term a name is, and to which body systems it belongs. The names of a record come with every question, so they are kept. */
import { systemsOf as findSystems } from '../vocabulary/body-systems.ts';
import { type TermKind, termNamed } from '../vocabulary/find-terms.ts';

/** What a stranger may have put on record is not kept without end. */
const MOST_KEPT = 2_000;

export const termOf = remembered((name, kind: TermKind | 'any') =>
  termNamed(name, kind === 'any' ? undefined : [kind]),
);
export const systemsOf = remembered(findSystems);

function remembered<Kind extends string, T>(find: (name: string, kind: Kind) => T): (name: string, kind: Kind) => T {
  const kept = new Map<string, { found: T }>();
  return (name, kind) => {
    const key = `${kind} ${name}`;
    let known = kept.get(key);
    if (!known) {
      known = { found: find(name, kind) };
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, known);
    }
    return known.found;
  };
}
