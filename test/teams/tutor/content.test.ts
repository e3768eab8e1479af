/** Questions and cards from the tables: one option is right, none is made up, and the same seed asks the same. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drugEffects,
  interpret,
  rangeText,
  referenceRange,
  termNamed,
  toCanonical,
  topicFacts,
} from '../../../src/clinical/index.ts';
import { NewCard } from '../../../src/teams/tutor/cards/card.ts';
import { cardsOn, clozeCards } from '../../../src/teams/tutor/content/cards.ts';
import { allItems, topicNamed } from '../../../src/teams/tutor/content/items.ts';
import { type Question, questionOn, toQuestion } from '../../../src/teams/tutor/content/questions.ts';

const questions = allItems().flatMap((item) => toQuestion(item, 'seed') ?? []);

/** What the tables say of an option, looked up apart from how the question was made. */
function isTrue({ item_id }: Question, option: string): boolean {
  const [kind, name = ''] = item_id.split(':');
  switch (kind) {
    case 'class':
      return termNamed(name, ['drug'])?.drugClass === option;
    case 'use':
      return drugEffects(name)?.use === option;
    case 'what':
      return option === name || topicFacts(option)?.what === topicFacts(name)?.what;
    case 'range': {
      const range = referenceRange(name);
      return range !== null && rangeText(range) === option;
    }
    case 'unit':
      return toCanonical(name, 1, option) !== null;
    default: {
      const where = interpret(name, Number(item_id.slice(item_id.lastIndexOf(':') + 1))) ?? '';
      return option.startsWith(where === 'normal' ? 'within' : where.endsWith('low') ? 'below' : 'above');
    }
  }
}

describe('a question', () => {
  test('has one right option by the tables, and every option once', () => {
    expect(questions.length).toBeGreaterThan(1_000);
    for (const question of questions) {
      expect(
        question.options.filter((option) => isTrue(question, option)),
        question.item_id,
      ).toEqual([question.options[question.right]]);
      expect(new Set(question.options.map((option) => option.toLowerCase())).size).toBe(question.options.length);
      expect(question.options.length).toBeGreaterThanOrEqual(3);
    }
  });

  test('does not hold its own answer', () => {
    for (const { question, options, right } of questions)
      expect(question.toLowerCase(), question).not.toContain(String(options[right]).toLowerCase().slice(0, 40));
  });

  test('is the same for the same seed, and the right option is not always in the same place', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('asthma', 'heart', 'statins', 'HbA1c'), (seed, name) => {
        const topic = topicNamed(name);
        expect(questionOn(topic, [], seed)).toEqual(questionOn(topic, [], seed));
      }),
      { numRuns: 20 },
    );
    const places = new Set(questions.map(({ right }) => right));
    expect([...places].sort()).toEqual([0, 1, 2, 3]);
  });

  test('is never asked twice in a quiz, and stays within the area of its topic', () => {
    const topic = topicNamed('asthma');
    const asked: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const question = questionOn(topic, asked, `s${n}`);
      expect(question?.topic).toBe('respiratory');
      expect(asked).not.toContain(question?.item_id);
      asked.push(question?.item_id ?? '');
    }
    expect(asked[0]).toBe('what:Asthma');
  });
});

test.each(['', 'history of art', 'zzz', '__proto__', 'x'.repeat(5_000), '(.*)+'])(
  'a topic that no table has is none: %j',
  (name) => {
    expect(topicNamed(name)).toBeNull();
  },
);

describe('cards', () => {
  test('on a topic are valid, differ, and leave out those that the student has', () => {
    const topic = topicNamed('diabetes');
    if (!topic) throw new Error('the tables know diabetes');
    const first = cardsOn(topic, 10, 's');
    for (const card of first) expect(NewCard.safeParse(card).success, card.front).toBe(true);
    expect(new Set(first.map(({ front }) => front)).size).toBe(10);
    const second = cardsOn(
      topic,
      10,
      's',
      first.map(({ front }) => front),
    );
    expect(second.filter(({ front }) => first.some((card) => card.front === front))).toEqual([]);
  });

  test('from a text ask for a term that stands in it, and never show it', () => {
    const text =
      'Metformin is the first choice in most people with type 2 diabetes. Nothing in this sentence is about any of that at all. HbA1c is measured every three to six months.';
    const cards = clozeCards(text, 5);
    expect(cards.map(({ back }) => back)).toEqual(['Metformin', 'HbA1c']);
    for (const { front, back } of cards) {
      expect(front).not.toContain(back);
      expect(text).toContain(front.replaceAll('_____', back));
    }
  });

  test('of hostile texts are few and small, and reading them ends', () => {
    const texts = [
      'asthma '.repeat(20_000),
      `${'a'.repeat(100_000)}.`,
      'Asthma. '.repeat(10_000),
      '_____ asthma is a disease of the airways.',
    ];
    for (const text of texts) {
      const cards = clozeCards(text, 5);
      expect(cards.length).toBeLessThanOrEqual(5);
      for (const card of cards) expect(NewCard.safeParse(card).success).toBe(true);
    }
  });
});
