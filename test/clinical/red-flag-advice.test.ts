/** First aid must not harm: a step is left out where something else that was read or is known forbids it. */
import { describe, expect, it } from 'vitest';
import type { Known } from '../../src/clinical/red-flags/known.ts';
import { redFlagAdvice, redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { familyNames, phrasings } from '../eval/cases/red-flags/phrasings.ts';

const advice = (text: string, known: Known = {}) => redFlagAdvice(redFlags(text, {}, known));
const ASPIRIN = /chew one adult aspirin/;
const CORONARY = [
  'crushing chest pain and sweating',
  'pressure on my chest going down my left arm',
  'I think I am having a heart attack',
];

describe('aspirin', () => {
  it.each(CORONARY)('is advised for pain as of the heart: %s', (text) => expect(advice(text)).toMatch(ASPIRIN));

  it.each([
    'it feels like something is tearing',
    'it goes through to my back like a rip',
    'my face is drooping and my speech is slurred',
    'I am vomiting blood',
    'I fell and hit my head, I keep vomiting and I am drowsy',
    'I am allergic to aspirin',
    'I am allergic to ibuprofen',
    'I take warfarin',
    'I am on Eliquis',
    'I am 30 weeks pregnant',
    'I took 40 tablets',
    'I was stabbed',
  ])('is not advised where the message says: %s', (more) => {
    for (const text of CORONARY) expect(advice(`${text}. ${more}.`)).not.toMatch(ASPIRIN);
  });

  it.each<Known>([
    { allergies: ['Aspirin'] },
    { allergies: ['naproxen'] },
    { medicines: ['rivaroxaban 20 mg'] },
    { conditions: ['Peptic ulcer'] },
    { conditions: ['aortic aneurysm'] },
    { pregnant: true },
    { age: 12 },
  ])('is not advised where the record knows %j', (known) => {
    for (const text of CORONARY) expect(advice(text, known)).not.toMatch(ASPIRIN);
  });

  it('is not advised for chest pain of no known kind', () => expect(advice('my chest hurts')).not.toMatch(ASPIRIN));
});

describe('other steps', () => {
  it('no nitroglycerin after sildenafil', () => {
    const text = 'angina again, chest pain and my nitro spray does not help';
    expect(advice(text)).toContain('If nitroglycerin (GTN) was prescribed');
    expect(advice(text, { medicines: ['Sildenafil'] })).toContain('Do not take nitroglycerin');
    expect(advice(text, { medicines: ['Sildenafil'] })).not.toContain('If nitroglycerin (GTN) was prescribed');
  });

  it('no thrusts to the belly of a baby or in pregnancy', () => {
    expect(advice('my husband is choking on steak and cannot speak')).toContain('thrusts to the belly');
    expect(advice('my baby is choking on a grape and cannot cry')).not.toContain('thrusts to the belly');
    expect(advice('my pregnant wife is choking on steak and cannot speak')).not.toContain('thrusts to the belly');
  });

  it('a damp cloth only where the belly has opened', () => {
    expect(advice('My caesarean scar burst open and I can see bowel')).toMatch(/damp cloth/);
    expect(advice('severe belly pain, rigid as a board, no bowel movement')).not.toMatch(/damp cloth/);
  });

  it('naloxone only for opioids, an inhaler only for asthma', () => {
    expect(advice('he took too much heroin and wont wake up')).toContain('naloxone');
    expect(advice('she took 30 paracetamol')).not.toContain('naloxone');
    expect(advice('wheezing badly and the inhaler is not helping')).toContain('reliever inhaler');
    expect(advice('I cant breathe, there is water in my lungs')).not.toContain('inhaler');
  });

  it('no sugar where it is far too high already', () => {
    expect(advice('my sugar is 2.4 and I am shaking')).toContain('fast sugar now');
    expect(advice('my meter says HI and I am vomiting')).not.toContain('fast sugar now');
    expect(advice('my sugar is 31 mmol/L and I am vomiting')).not.toContain('fast sugar now');
  });
});

/** Steps that must not stand in one answer. */
const OPPOSITES: [RegExp, RegExp][] = [
  [ASPIRIN, /no aspirin/],
  [/Do not eat or drink|nothing to eat or drink/, /fast sugar now|small sips|Drinks only/],
  [/thrusts to the belly/, /Never press on the belly/],
  [/Sit upright|Sit down/, /start chest compressions/],
];

it('two emergencies in one message get no advice that contradicts itself', () => {
  const texts = familyNames().flatMap((family) => phrasings(family).filter((_, at) => at % 40 === 0));
  const told = texts.flatMap((one, at) =>
    texts.filter((_, other) => (other + at) % 7 === 0).map((other) => `${one}. ${other}.`),
  );
  const contradicting = told.filter((text) => {
    const said = advice(text);
    return OPPOSITES.some(([one, other]) => one.test(said) && other.test(said));
  });
  expect(contradicting).toEqual([]);
});
