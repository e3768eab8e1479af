/**
 * What is typed and not yet sent, kept for this tab: a reload or an outage does not lose it. With it goes the key under which it was sent,
 * so that sending it again cannot make two turns.
 */
import { randomKey } from '../../api.ts';

export type Draft = { text: string; key: string };

const STORED = 'draft';

/** `place`: a session, or '' for a new conversation. */
export function loadDraft(place: string): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Partial<Draft & { place: string }>;
    if (stored.place === place && typeof stored.text === 'string')
      return { text: stored.text, key: stored.key ?? randomKey() };
  } catch {
    // Not ours.
  }
  return { text: '', key: randomKey() };
}

export function saveDraft(place: string, draft: Draft): void {
  if (draft.text === '') sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, JSON.stringify({ place, ...draft }));
}
