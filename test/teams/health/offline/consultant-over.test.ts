/** What is over, what nobody here can judge, and what the tables do not cover: said as it is, and never instead of advice. */
import { describe, expect, it } from 'vitest';
import { consult } from './support.ts';

describe('what is over is not treated', () => {
  it.each([
    ['I had a heart attack in 2011 and feel well. Can I go up to 3,000 m?', 'heart attack'],
    ['My appendicitis was in 1998. Could I do weightlifting?', 'appendicitis'],
  ])('%s', async (text, name) => {
    const said = await consult(text);
    expect(said).toMatch(new RegExp(`^Whether that is right after your ${name} is for a doctor to say`));
    expect(said).not.toContain('usually done');
  });

  it.each([
    'I stopped smoking in 2014. Is there something I should have checked?',
    'I quit smoking five years ago. What now?',
  ])('nobody is told how to stop what they stopped: %s', async (text) =>
    expect(await consult(text)).not.toMatch(/nicotine/),
  );

  it('a pulse of long ago is not measured again, one of today is', async () => {
    expect(await consult('My heart rate was 115 in March 2020. Is that high?')).not.toContain(
      'again after ten minutes',
    );
    expect(await consult('My heart rate is 115 today. Is that high?')).toContain('again after ten minutes');
  });

  it('what is there is', async () => {
    expect(await consult('I want to quit smoking. What helps?')).toMatch(/nicotine/);
  });
});

describe('a complaint is answered with what is advised for it', () => {
  it.each([
    ['He fainted in the queue and was fine a minute later.', /Fainting: See a doctor after any faint/],
    ['She had a nosebleed at the party, it stopped.', /Nosebleed: See a doctor if they come often/],
  ])('%s', async (text, advice) => {
    const said = await consult(text);
    expect(said).toMatch(advice);
    expect(said).not.toContain('What would you like to know');
  });

  it('and not with "that I do not know" alone', async () => {
    const said = await consult('My baby is two weeks old and I am tearful all day. Am I a bad mother?');
    expect(said).not.toMatch(/do not know/);
    expect(said).toContain('after a birth speak to a midwife, health visitor or doctor the same day');
  });
});

it.each([
  ['Breast-feeding a newborn, the dentist gave me metronidazole. Is it OK for the baby?', []],
  ['Is that safe for him?', ['I am nursing my baby and take cetirizine']],
  ['I breastfeed. Can I take codeine?', []],
])('says that breast-feeding is not in the table of interactions: %s', async (text, before) => {
  expect(await consult(text, { before })).toMatch(
    /^My table of interactions does not cover breast-feeding\..*Ask a pharmacist/,
  );
});

it.each([
  ['LDL 3.9, dad had a stroke at 50. Can I? Would you? Must I?', /To your question I have no answer/],
  ['My lodger has a nut allergy. What should I have in the house?', /^(?!.*can say whether)/s],
])('a question that is no sentence is not quoted: %s', async (text, answer) => {
  const said = await consult(text);
  expect(said).toMatch(answer);
  expect(said).not.toMatch(/“(?:Can I|Would you|Must I)\?”/);
});

it('a sum that cannot be made says what is missing, and a substance that is taken twice is a warning', async () => {
  const before = ['I take co-codamol 30/500 four times a day and paracetamol 1 g at night'];
  const said = await consult('So how much is that a day in total?', { before });
  expect(said).toMatch(/both hold Acetaminophen, so its dose adds up/);
  expect(said).toMatch(/To add up acetaminophen and codeine .*I need to know how much is in one tablet/);
});
