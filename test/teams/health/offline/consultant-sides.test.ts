/** The side of a topic that is asked for, in a general question and in one about the writer or somebody near. */
import { describe, expect, it } from 'vitest';
import { conflicts } from '../../../../src/clinical/index.ts';
import { ask, consult, model, request, user } from './support.ts';

const lite = async (text: string) => (await ask(request('HealthConsultantLiteAgent', [user(text)]))).text;

describe('a general question', () => {
  it.each([
    ['Is vitiligo contagious?', /^Whether vitiligo is passed on: /],
    ['is Ehlers-Danlos hereditary', /^Whether Ehlers-Danlos syndrome is passed on: /],
    ['Can balanitis be cured?', /^How balanitis goes on: /],
    ['can you die from myasthenia gravis', /^How myasthenia gravis goes on: /],
    ['How do you fix peripheral neuropathy?', /^What is usually done for peripheral neuropathy: /],
    ['How do you get scleroderma?', /^Common causes of scleroderma: /],
    ['How do u know if u have scabies?', /^Common signs of scabies: /],
    ['Is hep C an STD?', /^Hepatitis C: .*\nWhether it is passed on: /s],
    ['is gout painful', /^Common signs of gout: /],
    ['Does a hysteroscopy hurt?', /^What happens: /],
    ['what is a dexa scan for', /^Bone density scan: /],
    ['vasectomy how long until it works', /^How vasectomy goes on: /],
    ['what does a high neutrophil count mean', /\nWhat can change neutrophils: high: /],
    ['What are the side effects of azathioprine?', /^Known side effects: /],
  ])('%s', async (text, answer) => {
    const said = await lite(text);
    expect(said).toMatch(answer);
    expect(said).toMatch(/\n\nSource: [^\n]+\.$/);
    expect(said).not.toMatch(/I cannot say|I have nothing|On exactly that/);
  });

  it('asks without its mark: nobody has pain', async () =>
    expect(await consult('is a colonoscopy painful')).not.toMatch(/Noted/));
});

describe('a question about what was told', () => {
  it.each([
    ['my dad was told he has sarcoidosis. is it serious?', /^How sarcoidosis goes on: /],
    ['I was diagnosed with lichen planus last week, what should I expect?', /^How lichen planus goes on: /],
    ["I'm having a hysteroscopy on Friday. What happens?", /^What happens: /],
    ['My boyfriend has vitiligo and it spreads. Can anything be done?', /^What is usually done for vitiligo: /],
    ['My mum has aortic stenosis. Will she need an operation?', /\nWhat is usually done for aortic stenosis: /],
    ['Been told I have glaucoma, will I go blind?', /^How glaucoma goes on: /],
    [
      'I begin metformin next week, is an upset stomach normal?',
      /^Upset stomach is a known side effect of metformin\./,
    ],
    ['about to start mirtazapine tonight, will it make me put on weight?', /^Weight gain is a known side effect/],
    ['I have factor V Leiden. Is the combined pill safe for me?', /Oral contraceptive with Thrombophilia: /],
    ['My sister has lupus, can I get it too?', /^Whether lupus is passed on: /],
    [
      'My son has Perthes disease. Will he play football again?',
      /^Exactly that I do not know.*\nHow Perthes disease goes on: /,
    ],
  ])('%s', async (text, answer) => expect(await consult(text)).toMatch(answer));

  it('goes on about what was told before', async () => {
    const before = [user("I'm having a hysteroscopy on Friday."), model('Noted.')];
    const said = await ask(request('HealthConsultantAgent', [...before, user('does it hurt?')]));
    expect(said.text).toMatch(/^What happens: /);
  });

  it('ends with the same advice once', async () => {
    const said = await consult('I was diagnosed with lichen planus last week, what should I expect?');
    expect(said.match(/See a doctor about such a rash/g)).toHaveLength(1);
  });
});

describe('a kind of medicine that is named instead of one', () => {
  it('has what some of it have', () =>
    expect(conflicts(['Statin', 'Grapefruit'], [], [])).toMatchObject([
      { between: [expect.stringMatching(/^Statin \(Simvastatin, Lovastatin/), 'Grapefruit'], severity: 'serious' },
    ]));

  it('says nothing where none of it has any', () => expect(conflicts(['Statin', 'Cetirizine'], [], [])).toEqual([]));
});
