/** FlashcardAgent without a model: what it makes of a message, and that a rating is never taken for scheduled when it was not. */
import { expect, test } from 'vitest';
import { RULES } from '../../../src/teams/tutor/offline/rules.ts';
import { ask } from './ask.ts';
import { NOON } from './desk.ts';

const flashcard = RULES.FlashcardAgent;
const shown = (suggested: string | null) => ({
  kind: 'cards',
  deck: null,
  open: {
    card_id: '0'.repeat(20),
    review: 2,
    front: 'f',
    back: 'b',
    source: null,
    shown_at: NOON.toISOString(),
    suggested,
    ms: 1_500,
  },
});

test.each([
  ['make flashcards on asthma', 'make_cards', { topic: 'Asthma', count: 5 }],
  ['make 12 flashcards about the kidneys', 'make_cards', { topic: 'renal', count: 12 }],
  ['make 500 flashcards about asthma', 'make_cards', { count: 30 }],
  [
    'add a card: Q: What is HbA1c? A: average blood sugar',
    'add_cards',
    { cards: [{ front: 'What is HbA1c?', back: 'average blood sugar' }] },
  ],
  ['Add a card: normal pulse = 60 to 100', 'add_cards', { cards: [{ front: 'normal pulse', back: '60 to 100' }] }],
  ['make flashcards from my notes on asthma', 'cross_reference', { top_k: 5 }],
  ['which decks do I have?', 'list_decks', {}],
  ['delete the deck "Asthma"', 'delete_deck', { deck: 'Asthma' }],
  ['delete my flashcards', 'list_decks', {}],
  ['please remove all my cards', 'list_decks', {}],
  ['review my flashcards', 'next_card', {}],
  ['review the deck "Asthma"', 'next_card', { deck: 'Asthma' }],
])('%s', (text, name, args) => {
  expect(ask(flashcard, text)).toMatchObject({ calls: [{ name, args }] });
});

test('cards are made of the sentences of a text that is given', () => {
  const text = 'Make flashcards from this: Metformin is the first choice in most people with type 2 diabetes.';
  expect(ask(flashcard, text)).toMatchObject({
    calls: [{ name: 'add_cards', args: { cards: [{ back: 'Metformin' }] } }],
  });
});

test('an answer turns the card around; a rating goes to the scheduler with the review that it is', () => {
  expect(ask(flashcard, 'the average', shown(null))).toMatchObject({
    calls: [{ name: 'reveal_card', args: { answer: 'the average' } }],
  });
  expect(ask(flashcard, 'I don’t know', shown(null))).toMatchObject({
    calls: [{ name: 'reveal_card', args: { answer: '' } }],
  });
  const parameters = { card_id: '0'.repeat(20), review: 2, ms: 1_500 };
  expect(ask(flashcard, 'Good!', shown('hard'))).toMatchObject({
    calls: [
      { name: 'schedule_review', args: { action: 'schedule_review', parameters: { ...parameters, rating: 'good' } } },
    ],
  });
  expect(ask(flashcard, 'ok', shown('hard'))).toMatchObject({ calls: [{ args: { parameters: { rating: 'hard' } } }] });
  expect(ask(flashcard, 'purple', shown('hard'))).toMatchObject({
    text: expect.stringContaining('again, hard, good or easy'),
  });
});

test.each(['The scheduler does not answer just now.', { error: 'x' }, {}, null, { text: 'scheduled' }])(
  'anything but a due date is scheduled here: %j',
  (result) => {
    expect(ask(flashcard, 'good', shown('good'), [{ name: 'schedule_review', result }])).toEqual({
      calls: [{ name: 'rate_card', args: { rating: 'good' } }],
    });
  },
);

test('with a due date the next card is shown', () => {
  const result = { due: NOON.toISOString(), text: 'This card comes back tomorrow.' };
  expect(ask(flashcard, 'good', shown('good'), [{ name: 'schedule_review', result }])).toEqual({
    calls: [{ name: 'next_card', args: {} }],
  });
});
