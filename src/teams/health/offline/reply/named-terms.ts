/** What a message names that it can be about. */
import { findTerms, type Term, type TermMatch, withoutWorry } from '../../../../clinical/index.ts';

/** Kinds that say where or by whom; they are not a topic by themselves. */
const NO_SUBJECT: ReadonlySet<string> = new Set(['organization', 'body_site']);

export function termsOf(text: string): Term[] {
  const terms = findTerms(withoutWorry(text)).filter((one, nth, all) => !isRoute(one, all[nth + 1]));
  const known = terms.map(({ term }) => term).filter(({ kind }) => !NO_SUBJECT.has(kind));
  // "Penicillin" is a medicine and an allergen: one of the two terms is enough.
  const named = new Map<string, Term>();
  for (const term of known) {
    const key = term.kind === 'allergen' ? term.name.toLowerCase().replace(/s$/, '') : `${term.kind} ${term.name}`;
    if (term.kind === 'allergen' && known.some((other) => other.kind === 'drug' && isSameName(other.name, term.name)))
      continue;
    named.set(key, term);
  }
  return [...named.values()];
}

/** "Oral doxycycline": the way it is taken, and not the mouth. */
function isRoute({ term, end }: TermMatch, next: TermMatch | undefined): boolean {
  return term.kind === 'body_system' && next?.term.kind === 'drug' && next.start === end + 1;
}

function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/s$/, '');
  return plain(one) === plain(other);
}
