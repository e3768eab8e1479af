/** An emergency is told in a long story, in broken English or in a hurry as well; and a long story may hold none. */
import { describe, expect, it } from 'vitest';
import { redFlags } from '../../src/clinical/red-flags/red-flags.ts';
import { familiesOf } from '../support/red-flags.ts';

describe('words of a topic hold for their own clause only', () => {
  it.each([
    ['chest_pain', 'We were at the movies when my chest began to hurt and my arm is heavy'],
    ['poisoning', 'Is there an antidote, my husband drank antifreeze'],
    ['poisoning', 'What do I do if my daughter swallowed bleach'],
    ['sepsis', 'I had treatment for a kidney infection and now I have a high fever and I am confused'],
    ['stroke', 'Could stress cause my face to be numb on one side and my speech to slur'],
    ['breathing', 'I know the risk of dust but today I can hardly breathe'],
  ])('%s: %s', (family, text) => expect(familiesOf(text)).toContain(family));

  it.each([
    'In the film the man holds his chest and he falls down unconscious',
    'What should I do if someone has a seizure and he turns blue?',
    'This is for my biology coursework. In the textbook the patient has a glucose of 32 mmol/L and she is unconscious.',
    'I am afraid of having a stroke, what can I do?',
    'I have the same dream in which I cannot move my legs',
    'She knew somebody whose artery tore and who then could not speak',
    'I am doing a first responder course. A casualty has a hot dry skin and is confused, which is it?',
    'If he should ever be unconscious we use the orange kit',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('an old story is old in its next sentence too', () => {
  it.each([
    'I had a heart attack in 2014. At that time I had chest pain and was sweating for hours. Do I have to tell the insurance?',
    'He was unconscious after a crash in 2018, now he wants to drive a taxi',
    'I was in a crash in 2012 and broke my neck. I couldn’t feel my hands for three days.',
    'The tooth was pulled, there was a lot of bleeding on the first evening, and then it stopped',
    'my father had heart attack in 2010, now he is fine',
    'My late husband had a tumour. Towards the end he could not swallow and his breathing was very bad.',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));

  it('but not what is there today', () => {
    expect(familiesOf('I had a heart attack in 2014. Now I have the same pain in my chest.')).toContain('chest_pain');
  });
});

it('a state is told once, and the danger much later', () => {
  const story = 'we painted the nursery and the cot came and my sister is here for the week to help us with the move';
  expect(familiesOf(`I am 31 weeks pregnant, ${story}. ${story}. Just now there was blood when I wiped.`)).toContain(
    'pregnancy',
  );
});

describe('English without its endings', () => {
  it.each([
    ['unresponsive', 'baby not breath and is blue'],
    ['violence', 'my uncle touch me in bad place'],
    ['breathing', 'i no can breathe good'],
    ['head_injury', 'he fall from the roof and now he is very confuse'],
    ['poisoning', 'a snake bited my husband in the leg'],
    ['poisoning', 'my son drink the liquid of toilet'],
  ])('%s: %s', (family, text) => expect(familiesOf(text)).toContain(family));

  it.each(['my wife has severe allergies', 'does she fall asleep late?'])('%s', (text) =>
    expect(familiesOf(text)).toEqual([]),
  );
});

describe('typing errors', () => {
  it.each([
    ['stroke', 'dad cant mvoe his rigth arm'],
    ['suicidal_thoughts', 'i wnat to kil myself'],
    ['anaphylaxis', 'alergic reaction, hivs all over and my tonge is sweling'],
    ['critical_value', 'potasium result is 7.2'],
    ['critical_value', 'suger 650'],
  ])('%s: %s', (family, text) => expect(familiesOf(text)).toContain(family));
});

describe('what the vocabulary knows by name', () => {
  it.each([
    ['chest_pain', '58M, central CP since 40 min, diaphoretic, hx HTN'],
    ['bleeding', 'epistaxis for 90 mins despite pressure, on warfarin'],
    ['poisoning', 'my toddler ate his grandad’s amlodipine'],
    ['bleeding', 'she takes edoxaban and her head is bleeding'],
  ])('%s: %s', (family, text) => expect(familiesOf(text)).toContain(family));
});

describe('the shorthand of clinicians', () => {
  it.each([
    ['pregnancy', '33/40 PV bleed, bright red'],
    ['pregnancy', '36+3, no fetal movement since yesterday'],
    ['infant_fever', '5/52 M temp 38.4, poor feeding'],
    ['poisoning', 'OD 32 x 500 mg paracetamol'],
  ])('%s: %s', (family, text) => expect(familiesOf(text)).toContain(family));

  it.each(['LBP 3/52, temp 37', 'I am 41 and finished chemo last year'])('%s', (text) =>
    expect(familiesOf(text)).toEqual([]),
  );
});

it('a medicine taken since years ago is still taken', () => {
  const text =
    'I take warfarin since my embolism three years ago. My friend gave me diclofenac and I take it since Sunday.';
  expect(familiesOf(text)).toContain('dangerous_combination');
});

it('what something is like does not explain it away', () => {
  expect(familiesOf('The whole right half of my face is numb, like after the dentist, and my arm is weak')).toContain(
    'stroke',
  );
});

describe('days, comparisons and everyday pairs frighten nobody', () => {
  it.each([
    'My fasting sugar on 3 March was 158 mg/dL, on 10 March 151.',
    'Difference between ibuprofen and naproxen',
    'sertraline vs citalopram',
    'could the lisinopril explain the potassium?',
    'I take ramipril 5 mg and aspirin 75 mg every morning',
  ])('%s', (text) => expect(familiesOf(text)).toEqual([]));
});

describe('a general question about two medicines is not made somebody’s by the next sentence', () => {
  it.each([
    ['Why is it dangerous to combine viagra and nitrates? My aunt lives in Rome.', false],
    ['What happens if you mix alcohol and opioids. My rabbit likes carrots.', false],
    ['Why is it dangerous to combine viagra and nitrates? My husband just took both.', true],
    ['What happens if you mix vodka and xanax. I am so tired of everything.', true],
  ])('%s', (text, alarms) => {
    expect(redFlags(text).some(({ family }) => family === 'dangerous_combination')).toBe(alarms);
  });
});

describe('one medicine in place of another is not both', () => {
  it.each([
    ['Ramipril made me cough so they swapped it for losartan', false],
    ['I was on warfarin for years, then they moved me to edoxaban', false],
    ['My GP changed my ramipril to candesartan because of the cough', false],
    ['They changed my warfarin to apixaban in May but I found some warfarin and took both', true],
    ['Switched from Nardil to Prozac yesterday', true],
    ['He was moved from phenelzine to sertraline', true],
    ['I take warfarin and they added apixaban', true],
    ['Changed my bed and took Viagra with my nitro spray', true],
  ])('%s', (text, alarms) => {
    expect(redFlags(text).some(({ family }) => family === 'dangerous_combination')).toBe(alarms);
  });
});
