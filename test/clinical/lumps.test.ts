/** A lump belongs to its site: each site has its own term and its own advice; a hard lump is a hernia in the groin or belly only. */
import { describe, expect, test } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { factsOf } from './filed.ts';

const symptoms = (text: string): string[] =>
  factsOf(text).flatMap(({ kind, name }) => (kind === 'symptom' ? [name] : []));
const families = (text: string): string[] => redFlags(text).map(({ family }) => family);

describe('a lump of a site', () => {
  test.each([
    ['found a small hard lump on my left nut', 'Testicular lump'],
    ['my right ball has a hard lump', 'Testicular lump'],
    ['there is a pea sized lump at the side of my testicle', 'Testicular lump'],
    ['lump under my left boob', 'Breast lump'],
    ['my neck has a lump', 'Neck lump'],
    ['hard lump in my neck for 3 weeks', 'Neck lump'],
    ['a bump under my right arm', 'Armpit lump'],
    ['lump in my groin that goes away when I lie down', 'Groin lump'],
    ['lump on my back', 'Skin lump'],
    ['a lump on the ball of my foot', 'Skin lump'],
    ['lump in my throat', 'Lump in the throat'],
  ])('%s', (text, name) => expect(symptoms(text)).toEqual([name]));

  test.each(['no lump in my armpit', 'I ate a bag of nuts'])('none: %s', (text) => expect(symptoms(text)).toEqual([]));
});

describe('a hard lump', () => {
  test.each([
    'found a small hard lump on my left nut',
    'hard lump on my testicle, no pain',
    'painless hard lump on my ball',
    'found a hard lump on my neck',
    'there is a hard lump in my armpit, size of a pea',
    'hard lump in my breast',
  ])('is seen within days: %s', (text) => expect(families(text)).toEqual([]));

  test.each([
    'hard lump on my testicle and it is agony',
    'a hard lump on my left testicle that came suddenly and hurts',
    'my testicle is hard and swollen',
    'my right nut is killing me',
    'my testicle, no pain but swollen',
    'hard lump in my groin and vomiting',
    'hard lump in my groin, and one in my neck',
    'hard lump, can’t push it back',
    'hard lump on my belly that won’t go back',
  ])('is an emergency: %s', (text) => expect(families(text)).toContain('acute_abdomen'));
});
