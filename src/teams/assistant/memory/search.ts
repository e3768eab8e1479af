/** Finds notes by words: stems, beginnings of words and one wrong letter count; of equal matches the newer comes first. */
import MiniSearch from 'minisearch';
import { stemsOf } from '../store/words.ts';
import type { Note } from './note.ts';

/** From this length on, one wrong letter is a typing error rather than another word. */
const FUZZY_FROM = 5;
/** After this time a note counts half as much more than an old one. */
const HALF_LIFE_DAYS = 90;
const RECENCY_WEIGHT = 0.2;
const DAY_MS = 86_400_000;

export function searchNotes(notes: readonly Note[], query: string, now: Date): Note[] {
  const index = new MiniSearch<Note>({
    fields: ['text'],
    tokenize: stemsOf,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: stemsOf,
      prefix: (term) => term.length >= FUZZY_FROM,
      fuzzy: (term) => (term.length >= FUZZY_FROM && !/\d/.test(term) ? 1 : 0),
      boostDocument: (_id, _term, stored) => recency(String(stored?.updated_at), now),
    },
    storeFields: ['updated_at'],
  });
  index.addAll([...notes]);
  const byId = new Map(notes.map((note) => [note.id, note]));
  const found = index.search(query);
  const best = Math.max(0, ...found.map(({ queryTerms }) => queryTerms.length));
  // Notes that have most of the words; one shared word among many says little.
  return found.filter(({ queryTerms }) => queryTerms.length * 2 > best).flatMap(({ id }) => byId.get(String(id)) ?? []);
}

function recency(updatedAt: string, now: Date): number {
  const days = Math.max(0, now.getTime() - Date.parse(updatedAt)) / DAY_MS;
  return 1 + RECENCY_WEIGHT * 0.5 ** (days / HALF_LIFE_DAYS);
}
