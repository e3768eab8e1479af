/** Which term a name is, and to which body systems it belongs. The names of a record come with every question, so they are kept. */
import { ofWord } from '../text/cache.ts';
import { systemsOf as findSystems } from '../vocabulary/body-systems.ts';
import { termNamed } from '../vocabulary/find-terms.ts';
import type { TermKind } from '../vocabulary/term.ts';

export const termOf = ofKind((name, kind: TermKind | 'any') => termNamed(name, kind === 'any' ? undefined : [kind]));
export const systemsOfTerm = ofKind(findSystems);

function ofKind<Kind extends string, T extends NonNullable<unknown> | null>(
  find: (name: string, kind: Kind) => T,
): (name: string, kind: Kind) => T {
  const kinds = new Map<Kind, (name: string) => T>();
  return (name, kind) => {
    let named = kinds.get(kind);
    if (!named) {
      named = ofWord((one) => find(one, kind));
      kinds.set(kind, named);
    }
    return named(name);
  };
}
