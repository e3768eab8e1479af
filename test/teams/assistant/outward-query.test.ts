/** What the assistant's search sends out: words of closed lists, whatever a model or a user writes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOPIC_WORDS } from '../../../src/teams/assistant/web/topic-words.ts';
import { outwardQuery } from '../../../src/teams/outward-query.ts';

const sent = (words: string) => outwardQuery({ words }, TOPIC_WORDS)?.words ?? null;

test.each([
  ['best hiking boots for Anna Meier', 'best hiking boots'],
  ['TypeScript queue library with Redis', 'typescript queue library redis'],
  ['pasta recipes, call me at 0171 5551234', 'pasta recipes'],
  ['hotel near 12 Baker Street, 3 May 1984', 'hotel'],
])('of "%s" only the topic leaves', (words, expected) => {
  expect(sent(words)).toBe(expected);
});

test('medical terms leave as in every team, in the words of the vocabulary', () => {
  expect(sent('trials on asthma in children and solar power')).toMatch(/^Asthma.*power$|asthma.*solar power/i);
});

test.each(['Anna Meier, born 3 May 1984', '0171 5551234', 'anna@example.org', '', 'constructor __proto__'])(
  'of "%s" nothing leaves',
  (words) => {
    expect(sent(words)).toBeNull();
  },
);

test('no word leaves that is not in a list', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^q[a-z0-9@.-]{3,12}z$/), { maxLength: 20 }), (made) => {
      const query = sent(['redis', ...made, 'coffee'].join(' ')) ?? '';
      const topics = query.split(' ').filter((word) => TOPIC_WORDS.has(word));
      expect(topics).toEqual(expect.arrayContaining(['redis', 'coffee']));
      for (const word of made) expect(query.split(' ')).not.toContain(word);
    }),
  );
});
