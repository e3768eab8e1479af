/** What lasts and was told before, or stands in the record, counts as a circumstance of what the same person tells now. */
import { describe, expect, test } from 'vitest';
import { dependsOnRecord, type Known, redFlags, redFlagsOver } from '../../src/clinical/index.ts';

const familiesWith = (known: Known, text: string) => redFlags(text, {}, known).map(({ family }) => family);
const afterIt = (earlier: string, text: string) => redFlagsOver([earlier], text).map(({ family }) => family);

const LONG =
  'Since yesterday evening I have a headache that no tablet touches, and there are sparkles before my eyes when I get up. It is hot, so perhaps it is that?';
const OF_HER =
  'Since yesterday evening she has a headache that no tablet touches, and she sees sparkles when she gets up from the chair. It is hot, so perhaps it is that?';

describe('a state of the record completes a rule', () => {
  test.each<[Known, string, string]>([
    [{ pregnant: true }, LONG, 'pregnancy'],
    [{ pregnant: true }, 'I am bleeding a little and my tummy cramps', 'pregnancy'],
    [{ present: ['Leukemia'] }, 'Shivery since lunch, temperature 38.4', 'sepsis'],
    [{ medicines: ['Capecitabine'] }, 'I have a fever of 38.6', 'sepsis'],
    [{ medicines: ['Apixaban'] }, 'blood in my poo this morning', 'bleeding'],
    [{ present: ['Type 1 diabetes'] }, 'I feel so drowsy and sick and I keep throwing up', 'diabetes'],
    [{ present: ["Addison's disease"] }, 'been vomiting since the morning', 'adrenal_crisis'],
    [{ present: ['Cesarean section'] }, 'I have a fever of 38.7 and I shiver', 'pregnancy'],
  ])('%j: %s', (known, text, family) => {
    expect(familiesWith({}, text), 'not without the record').not.toContain(family);
    expect(dependsOnRecord(text)).toBe(true);
    expect(familiesWith(known, text)).toContain(family);
  });

  test.each<[Known, string]>([
    [{ pregnant: true }, 'what was my last blood pressure?'],
    [{ pregnant: true }, 'which foods have much iron?'],
    [{ pregnant: true }, `My colleague asks: ${OF_HER.replace('yesterday evening', 'yesterday')}`],
    [{ conditions: ['Leukemia'] }, 'Shivery since lunch, temperature 38.4'],
    [{ medicines: ['Apixaban'] }, 'gums bleed a little when I floss'],
    [{ present: ['Type 2 diabetes'] }, 'I feel a bit dizzy when I stand up quickly'],
    [{ present: ['Gestational diabetes'] }, LONG],
  ])('nothing with %j: %s', (known, text) => {
    expect(familiesWith(known, text)).toEqual([]);
  });
});

describe('a state that was told in a long message before', () => {
  test.each([
    [
      'I am 31 weeks pregnant with our first, and the pressure was 128/82 at the last visit, before that 110/70',
      LONG,
      'pregnancy',
    ],
    [
      'My wife is 31 weeks pregnant and her pressure was 128/82 at the last visit, before that it was 110/70',
      OF_HER,
      'pregnancy',
    ],
    [
      'My baby is 5 weeks old and we are tired because she is up all night, and her brother has just begun school',
      'Now she feels hot and she is not that keen on her feeds since this morning. The thermometer says 38.3, can I wait?',
      'infant_fever',
    ],
  ])('%s', (earlier, text, family) => {
    expect(redFlags(text).map((flag) => flag.family)).not.toContain(family);
    expect(afterIt(earlier, text)).toEqual([family]);
  });

  test.each([
    [
      'My sister is 31 weeks pregnant with her first, and her pressure was 128/82 at the last visit, before 110/70',
      LONG,
    ],
    [
      'I was pregnant in 2019 and the pressure was 128/82 then, and before that it was always around 110/70 or so',
      LONG,
    ],
    ['I am not pregnant, and the pressure was 128/82 at the last visit, before that it was always around 110/70', LONG],
  ])('not of another person or time: %s', (earlier, text) => {
    expect(afterIt(earlier, text)).toEqual([]);
  });
});

describe('a state in other words', () => {
  test.each([
    ['26+4 today, twins', 'had a gush in the shop, still trickling, sort of green', 'pregnancy'],
    [
      'Expecting in March, so about 35 weeks',
      'sparkly lights in my eyes and a headache paracetamol wont touch',
      'pregnancy',
    ],
    [
      'hi im 33 weeks with my second',
      'a bit of a headache since the morning, keep seeing little sparkly lights, hands are puffy',
      'pregnancy',
    ],
    [
      'our baby boy arrived 16 days ago',
      'he feels a tad warm, thermometer says 38.2, skipped two feeds',
      'infant_fever',
    ],
    ['i am on warfarin for a valve', 'nose is bleeding since breakfast, it is three now', 'bleeding'],
  ])('%s', (earlier, text, family) => expect(afterIt(earlier, text)).toContain(family));

  test('lights that are looked at are none of the eyes', () =>
    expect(afterIt('I am 30 weeks pregnant', 'saw the christmas lights in town yesterday, lovely')).toEqual([]));

  test('a normal temperature is no fever on chemotherapy; one of last night was', () => {
    expect(afterIt('had chemo on monday', 'bit wiped out today, temp is 36.7')).toEqual([]);
    expect(afterIt('had chemo on monday', 'fever of 39 last night, temp is 36.9 now')).toContain('sepsis');
  });
});
