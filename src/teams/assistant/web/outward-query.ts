/**
 * What the assistant's search may send out: the medical terms and research words that every team may send, and words of a closed list of
 * everyday topics. Names, numbers, dates, addresses and all other words of the user stay here.
 */
import type { OutwardQuery, SearchWish } from '../../../engine/models/outward-query.ts';
import { outwardQuery } from '../../outward-query.ts';
import { TOPIC_WORDS } from './topic-words.ts';

const MAX_TOPICS = 12;

/** Null: nothing of the wish is in the vocabulary. It runs in the thread of reading.ts. */
export function assistantQuery(wish: SearchWish): OutwardQuery | null {
  const medical = outwardQuery(wish);
  const known = new Set(medical?.words.toLowerCase().split(' '));
  const said = wish.words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const topics = [...new Set(said)].filter((word) => TOPIC_WORDS.has(word) && !known.has(word)).slice(0, MAX_TOPICS);
  const words = [...(medical ? [medical.words] : []), ...topics].join(' ');
  return words === '' ? null : ({ ...medical, words } as OutwardQuery);
}
