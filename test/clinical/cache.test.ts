import { describe, expect, it } from 'vitest';
import { createMomentCache, createTextCache, memoized, ofWord } from '../../src/clinical/text/cache.ts';

const MORE_THAN_ARE_KEPT = 30_000;

describe('what is known of a word', () => {
  it('is found once, also if it is nothing', () => {
    const asked: string[] = [];
    const vowelsOf = ofWord((word) => {
      asked.push(word);
      return /[aeiou]/.test(word) ? word.replace(/[^aeiou]/g, '') : null;
    });
    expect([vowelsOf('ache'), vowelsOf('rhythm'), vowelsOf('ache'), vowelsOf('rhythm')]).toEqual([
      'ae',
      null,
      'ae',
      null,
    ]);
    expect(asked).toEqual(['ache', 'rhythm']);
  });

  it('is kept apart for each function, although they share a table', () => {
    const lengthOf = ofWord((word) => word.length);
    const firstOf = ofWord((word) => word.charAt(0));
    expect([lengthOf('fever'), firstOf('fever'), lengthOf('fever'), firstOf('fever')]).toEqual([5, 'f', 5, 'f']);
  });

  it('may ask about the same word in another function, and about other words', () => {
    const singular = ofWord((word) => word.replace(/s$/, ''));
    const isPlural = ofWord((word) => singular(word) !== word && singular(singular(word)) !== '');
    expect([isPlural('pills'), isPlural('pill')]).toEqual([true, false]);
  });

  it('is forgotten when strangers write too many words, but not what is used', () => {
    let found = 0;
    const count = ofWord(() => {
      found += 1;
      return found;
    });
    const first = count('often');
    for (let nth = 0; nth < MORE_THAN_ARE_KEPT; nth += 1) {
      count(`word${nth}`);
      if (nth % 1_000 === 0) expect(count('often')).toBe(first);
    }
    const before = found;
    count('word0');
    expect(found).toBe(before + 1);
  });
});

describe('what was read of a text', () => {
  it('is the same object until the text is forgotten', () => {
    const read = createTextCache<{ letters: number }>();
    const reading = (text: string) => read(text, () => ({ letters: text.length }));
    const first = reading('a sore throat');
    expect(reading('a sore throat')).toBe(first);
    for (let nth = 0; nth < 300; nth += 1) reading(`${nth} ${'x'.repeat(1_000)}`);
    expect(reading('a sore throat')).not.toBe(first);
  });

  it('is kept also of a text that is longer than all that is kept together', () => {
    const read = createTextCache<object>();
    const text = 'x'.repeat(500_000);
    const first = read(text, () => ({}));
    read('short', () => ({}));
    expect(read(text, () => ({}))).toBe(first);
  });

  it('belongs to its moment where it depends on it', () => {
    const days = createMomentCache<string>();
    const moment = { now: new Date('2026-11-15T10:00:00Z'), timezone: 'Europe/Berlin' };
    expect(days('today', moment, () => 'the 15th')).toBe('the 15th');
    expect(days('today', { ...moment }, () => 'another')).toBe('the 15th');
    expect(days('today', { ...moment, timezone: 'Asia/Tokyo' }, () => 'another')).toBe('another');
  });
});

it('keeps no more results than it may', () => {
  let made = 0;
  const make = memoized((key) => {
    made += 1;
    return key.length;
  }, 2);
  for (const key of ['a', 'b', 'a', 'c', 'a']) make(key);
  expect(made).toBe(4);
});
