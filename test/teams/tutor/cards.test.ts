/** Flashcards: a review is recorded once whoever writes it, dates follow FSRS, and decks are bounded. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf } from '../../../src/teams/tutor/analytics/summary.ts';
import { suggestRating } from '../../../src/teams/tutor/cards/recall.ts';
import {
  newMemory,
  preview,
  RATINGS,
  type Rating,
  rated,
  retrievability,
} from '../../../src/teams/tutor/cards/schedule.ts';
import { MOST_CARDS } from '../../../src/teams/tutor/limits.ts';
import { DAY_MS, NOON, STUDENT, testDesk } from './desk.ts';

const DECK = { name: 'Asthma', topic: 'respiratory' };
const CARD = { front: 'What is asthma?', back: 'airways that are irritable and narrow at times' };
const history = fc.array(fc.tuple(fc.constantFrom<Rating>(...RATINGS), fc.integer({ min: 0, max: 40 })), {
  maxLength: 12,
});

function played(reviews: readonly (readonly [Rating, number])[]) {
  let memory = newMemory(NOON);
  let now = NOON;
  for (const [rating, days] of reviews) {
    now = new Date(now.getTime() + days * DAY_MS);
    memory = rated(memory, rating, now);
  }
  return { memory, now };
}

describe('dates', () => {
  test('a better rating never brings a card back sooner, and none is due before it was reviewed', () => {
    fc.assert(
      fc.property(history, (reviews) => {
        const { memory, now } = played(reviews);
        const due = preview(memory, now);
        const [again, hard, good, easy] = RATINGS.map((rating) => Date.parse(due[rating])) as [
          number,
          number,
          number,
          number,
        ];
        expect(again).toBeGreaterThanOrEqual(now.getTime());
        expect(hard).toBeGreaterThanOrEqual(again);
        expect(good).toBeGreaterThanOrEqual(hard);
        expect(easy).toBeGreaterThanOrEqual(good);
      }),
    );
  });

  test('the same reviews give the same date in every process, and each review is counted', () => {
    fc.assert(
      fc.property(history, (reviews) => {
        const { memory, now } = played(reviews);
        expect(played(reviews).memory).toEqual(memory);
        expect(memory.reps).toBe(reviews.length);
        expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
        expect(retrievability(memory, now)).toBeGreaterThanOrEqual(0);
        expect(retrievability(memory, now)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a clock that lags behind does not break a review', () => {
    const { memory } = played([['good', 3]]);
    expect(Date.parse(rated(memory, 'good', NOON).due)).toBeGreaterThan(Date.parse(memory.last_review ?? ''));
  });
});

describe('a review is recorded once', () => {
  const review = { review: 0, rating: 'good', ms: 3_000, now: NOON, timezone: 'UTC' } as const;

  async function oneCard() {
    const { desk } = testDesk();
    await desk.cards.add(STUDENT, DECK, [CARD], NOON);
    const [card] = await desk.cards.due(STUDENT, NOON, 10);
    return { desk, card_id: card?.card_id ?? '' };
  }

  test('when the scheduler agent has recorded it and its answer was lost', async () => {
    const { desk, card_id } = await oneCard();
    const first = await desk.cards.review(STUDENT, { ...review, card_id });
    const second = await desk.cards.review(STUDENT, { ...review, card_id, rating: 'again' });
    expect([first.recorded, second.recorded]).toEqual([true, false]);
    expect(second.card).toEqual(first.card);
    expect(figuresOf(await desk.study.read(STUDENT), '2026-11-16')).toMatchObject({ reviews: 1, remembered: 1 });
  });

  test('when twenty processes write it at the same time', async () => {
    const { desk, card_id } = await oneCard();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => desk.cards.review(STUDENT, { ...review, card_id })),
    );
    expect(outcomes.filter(({ recorded }) => recorded)).toHaveLength(1);
    expect((await desk.cards.get(STUDENT, card_id))?.memory.reps).toBe(1);
    expect(figuresOf(await desk.study.read(STUDENT), '2026-11-16').reviews).toBe(1);
  });

  test('and a review of the future, or of a card that is gone, is refused', async () => {
    const { desk, card_id } = await oneCard();
    await expect(desk.cards.review(STUDENT, { ...review, card_id, review: 5 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await desk.cards.removeDeck(STUDENT, 'asthma')).toBe(1);
    await expect(desk.cards.review(STUDENT, { ...review, card_id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await desk.cards.countDue(STUDENT, NOON)).toBe(0);
  });
});

test('a card that is added again changes nothing; one beyond the limit is refused and said so', async () => {
  const { desk } = testDesk();
  expect(await desk.cards.add(STUDENT, DECK, [CARD], NOON)).toEqual({ added: 1, known: 0, refused: 0 });
  expect(await desk.cards.add(STUDENT, { ...DECK, name: 'ASTHMA' }, [CARD], NOON)).toEqual({
    added: 0,
    known: 1,
    refused: 0,
  });
  for (let from = 1; from < MOST_CARDS; from += 100) {
    const cards = Array.from({ length: 100 }, (_, index) => ({ front: `f${from + index}`, back: 'b' }));
    await desk.cards.add(STUDENT, DECK, cards, NOON);
  }
  expect(await desk.cards.add(STUDENT, DECK, [{ front: 'one more', back: 'b' }], NOON)).toMatchObject({ refused: 1 });
  expect(await desk.cards.all(STUDENT)).toHaveLength(MOST_CARDS);
});

test.each([
  ['airways that are narrow at times and irritable', 'good'],
  ['narrow airways', 'hard'],
  ['a disease of the heart', 'again'],
  ['', 'again'],
] as const)('the suggested rating follows the words that were recalled: %s', (said, rating) => {
  expect(suggestRating(said, CARD.back)).toBe(rating);
});

test('an answer that is the back is good, whatever it is made of', () => {
  for (const back of ['%', 'mmHg', '10^9/L', CARD.back])
    expect(suggestRating(` ${back.toUpperCase()}`, back)).toBe('good');
  expect(suggestRating('', '%')).toBe('again');
});
