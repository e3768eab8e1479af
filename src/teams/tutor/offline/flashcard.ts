/** FlashcardAgent without a model: makes cards, shows those that are due, and has the user's rating scheduled. */
import { asObject, readConversation } from '../../../engine/models/offline/conversation.ts';
import type { Rule, RuleAnswer } from '../../../engine/models/offline/rule.ts';
import { RATINGS, type Rating } from '../cards/schedule.ts';
import { clozeCards } from '../content/cards.ts';
import { exerciseIn, type ShownCard } from '../exercise.ts';
import { MOST_ANSWER_MS } from '../limits.ts';
import { givesUp } from '../quiz/read-choice.ts';
import { isError, say, use, wordsIn } from './answers.ts';
import { readNewCards } from './new-cards.ts';
import { passagesIn } from './passages.ts';
import { topicIn } from './topic.ts';
import { notDone, readWish, type Wish } from './wish.ts';

const RATING = new RegExp(`^\\W*(?:it was |that was |i say )?(${RATINGS.join('|')})\\b`, 'i');
const ACCEPTED = /^\W*(?:yes|ok(?:ay)?|sure|right|agreed|fine)\b/i;
const WHICH_RATING = 'How well did you know it: again, hard, good or easy?';
const WHICH_DECK = 'Which deck shall I delete? Say: delete the deck "its name".';
const NO_SENTENCES =
  'I found no sentence that I could make a card of. Give me a text that names conditions, medicines or tests.';
const DONE = ['make_cards', 'add_cards', 'list_decks', 'delete_deck', 'stop_exercise', 'reveal_card'];

export const flashcard: Rule = (request) => {
  const { text, written, responses } = readConversation(request);
  const wish = readWish(text);
  const exercise = exerciseIn(request.context.state);
  const open = exercise?.kind === 'cards' ? exercise.open : null;
  if (responses.has('list_decks') && wish.removing)
    return say(`${WHICH_DECK}\n${wordsIn(responses.get('list_decks'))}`);
  for (const name of DONE)
    if (responses.has(name))
      return say([wordsIn(responses.get(name)), open ? '' : notDone(wish, 'cards')].filter(Boolean).join('\n\n'));
  if (responses.has('next_card'))
    return say([scheduled(responses), wordsIn(responses.get('next_card'))].filter(Boolean).join('\n\n'));
  if (responses.has('rate_card')) return use('next_card');
  if (responses.has('schedule_review')) {
    const rating = open && ratingIn(text, open);
    // Anything but a due date means that it was not scheduled.
    return hasDate(responses.get('schedule_review')) || !rating ? use('next_card') : use('rate_card', { rating });
  }
  if (responses.has('cross_reference')) return fromPassages(text, responses.get('cross_reference'));

  if (open && wish.stops) return use('stop_exercise');
  if (open && !wish.directed) return reply(text, open);
  return begin(text, written, wish);
};

/** The user has seen the front, or the back as well. */
function reply(text: string, open: ShownCard): RuleAnswer {
  if (open.suggested === null) return use('reveal_card', { answer: givesUp(text) ? '' : text.slice(0, 2_000) });
  const rating = ratingIn(text, open);
  if (!rating) return say(WHICH_RATING);
  const { card_id, review, ms } = open;
  const parameters = { card_id, review, rating, ms: Math.min(Math.max(0, ms), MOST_ANSWER_MS) };
  return use('schedule_review', { action: 'schedule_review', parameters });
}

function begin(text: string, written: string, { making, removing, things }: Wish): RuleAnswer {
  const wanted = readNewCards(written);
  if (wanted.removes) return use('delete_deck', { deck: wanted.removes });
  // A deck is deleted by its name alone.
  if (removing) return use('list_decks');
  if (making && wanted.cards.length > 0) return use('add_cards', { deck: 'My cards', cards: wanted.cards });
  if (making && things.has('notes')) return use('cross_reference', { query_artifact: text.slice(0, 2_000), top_k: 5 });
  if (making && wanted.text) {
    const cards = clozeCards(wanted.text, wanted.count);
    return cards.length > 0 ? use('add_cards', { deck: topicIn(wanted.text) ?? 'My texts', cards }) : say(NO_SENTENCES);
  }
  if (making && wanted.topic) return use('make_cards', { topic: wanted.topic, count: wanted.count });
  if (making) return say('What shall the cards be about? Name a topic, or give me a text.');
  if (wanted.lists) return use('list_decks');
  return use('next_card', wanted.deck ? { deck: wanted.deck } : {});
}

function fromPassages(text: string, result: unknown): RuleAnswer {
  const { count } = readNewCards(text);
  const cards = passagesIn(result)
    .flatMap(({ excerpt, title }) => clozeCards(excerpt, count, title))
    .slice(0, count);
  if (isError(result) || cards.length === 0) return say('I found nothing in your library that I could make cards of.');
  return use('add_cards', { deck: topicIn(text) ?? 'My notes', cards });
}

function ratingIn(text: string, { suggested }: ShownCard): Rating | null {
  const said = RATING.exec(text)?.[1]?.toLowerCase();
  return RATINGS.find((rating) => rating === said) ?? (ACCEPTED.test(text) ? suggested : null);
}

function scheduled(responses: ReadonlyMap<string, unknown>): string {
  const here = responses.get('rate_card');
  if (here !== undefined) return `${wordsIn(here)} (The scheduler does not answer: I have scheduled it here.)`;
  return hasDate(responses.get('schedule_review')) ? wordsIn(responses.get('schedule_review')) : '';
}

function hasDate(result: unknown): boolean {
  return typeof asObject(result).due === 'string';
}
