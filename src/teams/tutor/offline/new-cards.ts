/** What a message says about cards: a question with its answer, a text to make them from, a topic, a deck, how many. */
import type { NewCard } from '../cards/card.ts';
import { MOST_BACK, MOST_CARDS_AT_ONCE, MOST_FRONT, MOST_NAME } from '../limits.ts';
import { askedTopic } from './topic.ts';
import { cardCount } from './wish.ts';

export type WantedCards = {
  cards: NewCard[];
  text: string | null;
  topic: string | undefined;
  deck: string | undefined;
  count: number;
  lists: boolean;
  /** The deck that is to be deleted. */
  removes: string | undefined;
};

const DEFAULT_COUNT = 5;
/** What follows a colon or a line break and is longer than a name is a text. */
const LEAST_TEXT = 60;
const PAIR =
  /^\s*(?:q(?:uestion)?|front)\s*[:.]\s*(.{1,500}?)\s*(?:\n|\s)\s*(?:a(?:nswer)?|back)\s*[:.]\s*(.{1,1000})$/is;
const DECK = /\b(?:deck|cards?)\s+(?:called|named)?\s*["“]([^"“”]{1,60})["”]|["“]([^"“”]{1,60})["”]\s+(?:deck|cards?)/i;
const REMOVE = /\b(?:delete|remove)\b.{0,40}?["“]([^"“”]{1,60})["”]/i;
const LIST = /\b(?:which|what|list|show|how many|my)\b.{0,30}\bdecks?\b/i;

export function readNewCards(message: string): WantedCards {
  const head = message.slice(0, 300);
  const rest = afterColon(message);
  const deck = DECK.exec(head);
  const count = Math.min(cardCount(head) ?? DEFAULT_COUNT, MOST_CARDS_AT_ONCE);
  return {
    cards: pairsIn(rest),
    text: rest.length >= LEAST_TEXT ? rest : null,
    topic: askedTopic(head),
    deck: (deck?.[1] ?? deck?.[2])?.slice(0, MOST_NAME),
    count: Math.max(1, count),
    lists: LIST.test(head),
    removes: REMOVE.exec(head)?.[1],
  };
}

/** "Add a card: Q: … A: …" or "Add a card: front = back". */
function pairsIn(text: string): NewCard[] {
  const pair = PAIR.exec(text.slice(0, MOST_FRONT + MOST_BACK + 50));
  const [front, back] = pair ? [pair[1] ?? '', pair[2] ?? ''] : sides(text);
  const card = { front: front.trim().slice(0, MOST_FRONT), back: back.trim().slice(0, MOST_BACK) };
  return card.front && card.back ? [card] : [];
}

function sides(text: string): [string, string] {
  const at = text.indexOf(' = ');
  return at < 0 || text.length > MOST_FRONT + MOST_BACK ? ['', ''] : [text.slice(0, at), text.slice(at + 3)];
}

function afterColon(message: string): string {
  const at = message.search(/[:\n]/);
  return at < 0 ? '' : message.slice(at + 1).trim();
}
