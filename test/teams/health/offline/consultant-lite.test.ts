/** General questions without a model: what the tables know, and what they do not. */
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/models/model.ts';
import { ask, model, request, user } from './support.ts';

describe('HealthConsultantLiteAgent', () => {
  const lite = async (text: string, before: Message[] = []) =>
    (await ask(request('HealthConsultantLiteAgent', [...before, user(text)]))).text;

  it('says what a condition is, and names its source once, at the end', async () => {
    const said = await lite('What is hypertension?');
    expect(said).toMatch(/^Hypertension: blood pressure that stays too high/);
    expect(said.match(/Source:/g)).toHaveLength(1);
    expect(said).toMatch(/\n\nSource: NHS; AHA\/ACC 2017\.$/);
  });

  it.each([
    ['What helps against motion sickness?', /look at the horizon/],
    ['Can you drive on diphenhydramine?', /do not drive/],
    ['Do I have to fast before a cholesterol test?', /8 to 12 hours/],
  ])('answers the side that was asked for, of topics that our own tables do not have: %s', async (text, answer) => {
    const said = await lite(text);
    expect(said).toMatch(answer);
    expect(said).toMatch(/\n\nSource: [^\n]+\.$/);
    expect(said).not.toMatch(/I cannot say/);
  });

  it('gives a test’s usual range', async () => {
    expect(await lite('What is a normal HbA1c?')).toMatch(/^The usual adult range of HbA1c is 4 to 5\.6 %/);
  });

  it('judges a value without a record', async () => {
    expect(await lite('Is a blood pressure of 145/92 high?')).toMatch(/145\/92 mmHg is above/);
  });

  it('resolves "it" to the earlier topic', async () => {
    expect(await lite('Is it contagious?', [user('What is chickenpox?'), model('…')])).toMatch(
      /still mean Chickenpox/i,
    );
  });

  it('answers the aspect of a topic that was asked about', async () => {
    expect(await lite('How is asthma treated?')).toMatch(/^What is usually done for asthma: a preventer inhaler/);
    expect(await lite('Is chickenpox contagious?')).toMatch(/contagious from two days before the rash/);
    expect(await lite('What are the side effects of lisinopril?')).toMatch(/Known side effects: cough/);
    expect(await lite('What is the difference between type 1 and type 2 diabetes?')).toMatch(
      /no longer makes insulin[\s\S]*insulin works poorly/,
    );
  });

  it('says which aspect its tables do not have, and does not answer another one', async () => {
    const before = [user('What are the side effects of ramipril?'), model('…')];
    expect(await lite('how long does it take to work?', before)).toMatch(
      /^I take it that you still mean ramipril\.\n\nI cannot say how long ramipril takes to work\./,
    );
    expect(await lite('who discovered penicillin?')).toMatch(/^On exactly that I have nothing/);
    expect(await lite('Is it malaria or typhoid?')).toMatch(/^Whether it is malaria or typhoid fever I cannot tell/);
  });

  it.each([
    [
      'what are the symptoms?',
      /^I take it that you still mean hypothyroidism\.\n\nCommon signs of hypothyroidism: tiredness/,
    ],
    ["what's the normal range?", /chiefly followed by TSH \(usual adult range 0\.5 to 4 mIU\/L\)/],
  ])('goes on about what was named before, though nothing points to it: %s', async (text, answer) => {
    expect(await lite(text, [user('What is hypothyroidism?'), model('…')])).toMatch(answer);
  });

  it.each([
    ['can stress cause hair loss?', /^Yes, it is among the common causes of hair loss/],
    ['does metformin cause diarrhea?', /^Yes, diarrhea is a known side effect of metformin/],
    ['Are statins safe in pregnancy?', /^Statin with pregnancy: most people should stop/],
    ['is labetalol safe in asthma?', /^Only with a doctor's or pharmacist's word\. Labetalol with Asthma/],
    ['how much vitamin D should an adult take?', /^I cannot say what dose of vitamin D is usual/],
    ['What does CRP mean?', /^C-reactive protein is a sign of inflammation/],
    [
      'What does a high CRP mean?',
      /^C-reactive protein is a sign of inflammation somewhere\.\nWhat can change C-reactive protein: infections/,
    ],
    ['is 5.8 a normal a1c?', /^HbA1c 5\.8 % is above the usual adult range/],
    ['What happens in a colonoscopy?', /^What happens: the bowel is emptied/],
    ['can high cholesterol make you tired?', /^High cholesterol is not among the common causes of fatigue/],
    ['can atorvastatin cause muscle weakness?', /^Yes, it is among the common causes of muscle weakness/],
    ['can sertraline cause brain zaps?', /^I cannot say whether sertraline does that; the leaflet does/],
    ['is it normal to have floaters?', /^Common causes of eye floaters: [\s\S]*the same day if they are new/],
    ['what foods are high in potassium?', /bananas, oranges, potatoes/],
    ['why do statins cause muscle pain', /^Muscle pain is a known side effect of statin .* I cannot say why/],
    ['is poison ivy contagious?', /the rash itself is not contagious/],
  ])('begins with the answer: %s', async (text, answer) => expect(await lite(text)).toMatch(answer));

  it('answers both of two questions, and asks what "it" is combined with', async () => {
    expect(await lite('What is gout and can I drink beer with allopurinol?')).toMatch(
      /^Gout: crystals[\s\S]*\n\nI found no well-known interaction of Alcohol and Allopurinol/,
    );
    expect(await lite('can you drink alcohol with it?', [user('What is sertraline?'), model('…')])).toMatch(
      /Alcohol with Sertraline/,
    );
  });

  it('does not give again the reason of a warning that stands above', async () => {
    const text = 'What happens when warfarin and ibuprofen are combined?';
    const said =
      'Careful: Warfarin together with Ibuprofen: both raise the risk of bleeding, above all from the stomach (US label of warfarin).';
    const asked = request('HealthConsultantLiteAgent', [user(text)]);
    expect((await ask(asked)).text).toMatch(/risk of bleeding/);
    expect((await ask({ ...asked, context: { ...asked.context, said } })).text).toBe(
      'That is what is known of them together.',
    );
  });

  it('says whether two medicines go together', async () => {
    expect(await lite('Can you take ibuprofen with warfarin?')).toMatch(/Ibuprofen with Warfarin: both raise the risk/);
  });

  it('reads two numbers as a blood pressure', async () => {
    expect(await lite('Is 130/85 high?')).toMatch(/Blood pressure 130\/85 mmHg is slightly above/);
  });

  it('says so when it knows nothing', async () => {
    expect(await lite('What is zorblax disease?')).toMatch(/^I have nothing reliable on this/);
  });
});
