/** What people say of themselves: age, sex, birth; and numbers and words that say nothing of the kind. */
import { describe, expect, it } from 'vitest';
import { profileMentions } from '../../../../src/teams/health/facts/read-profile.ts';

const AT = { now: new Date('2026-06-15T12:00:00Z'), timezone: 'UTC' };
const told = (text: string) => profileMentions(text, AT).map(({ value }) => value);

describe('the profile that a message tells', () => {
  it.each([
    ["I'm a 54-year-old woman with migraine.", ['1972', 'female']],
    ['60 yo male here, bad knee', ['1966', 'male']],
    ['I am a man of 61 and have gout.', ['1965', 'male']],
    ['Female, 28, eczema since childhood.', ['1998', 'female']],
    ['47M with asthma, what should I watch for?', ['1979', 'male']],
    ['I am 41.', ['1985']],
    ['im 33 and pregnant', ['1993']],
    ['I am a woman born on 4 May 1961', ['1961-05-04', 'female']],
    ['I was born in 1948 and take warfarin', ['1948']],
    ['49, periods all over the place and hot flushes', ['1977']],
    ['I have asthma. I am a woman. I am 41.', ['1985', 'female']],
    ['woman, 52. mum had breast cancer', ['1974', 'female']],
    ['I am woman 41 years', ['1985', 'female']],
    ['39 years, man', ['1987', 'male']],
    ['am 49', ['1977']],
    ["I'm 29 now and have asthma", ['1997']],
    ['night shift nurse, 37, epilepsy', ['1989']],
    ['Retired teacher, 71, gout and back pain', ['1955']],
    ['Ozempic 1 mg every sunday, type 2, 55 yrs', ['1971']],
  ])('reads %j', (text, values) => {
    expect(told(text)).toEqual(values);
  });

  it.each([
    'I am 41 weeks pregnant',
    'I am 180 cm tall',
    'My son is a 9 year old boy with a fever',
    'My wife is 61 and has gout',
    'I am 20 minutes late with my pill',
    '38.5, fever since noon',
    '120/80 this morning',
    "I am a man's best friend",
    'My mother was born in 1948',
    'I am asking for my mother born in 1948',
    'I was with my son born in 2019',
    'Man, that hurts',
    'I am M positive for something',
    '12 tablets left',
    'Woman, 52, collapsed at the bus stop',
    'smoker, 45 years',
    'Married, 45 years, two kids',
    "I was 85 kg, I'm 80 now",
    'am 49 kg',
    'My sister is a teacher, 37, epilepsy',
  ])('reads nothing from %j', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('quotes the words that say it', () => {
    const text = 'Hello. I am a man of 61 and have gout.';
    for (const { quote, start } of profileMentions(text, AT)) {
      expect(text.slice(start, (start ?? 0) + quote.length)).toBe('I am a man of 61');
    }
  });
});
