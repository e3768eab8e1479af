/** A question with its answer is read as the statement that both make together. */
import { describe, expect, test } from 'vitest';
import { extractFindings } from '../../../src/clinical/extract/findings.ts';
import { prepared } from '../../../src/clinical/message/prepared.ts';
import { questionsIn } from '../../../src/clinical/questions/parts.ts';
import { familiesOf } from '../../support/red-flags.ts';

const AT = { now: new Date('2026-03-18T10:30:00Z'), timezone: 'Europe/London' };

describe('what was asked and answered is told', () => {
  test.each([
    ['Is he breathing? No.', 'he is not breathing.'],
    ['Can she move her left arm? nope', 'she can not move her left arm'],
    ['Do you smoke? No. Do you have diabetes? Yes, type 2.', 'I do not smoke. I have diabetes, type 2.'],
    ['Are you allergic to penicillin? Yes', 'I am allergic to penicillin'],
    ['Were you in hospital? Yes, in May', 'I was in hospital, in May'],
    ['Have you thought of killing yourself? yes', 'I have thought of killing myself'],
    ['Is your daughter drowsy? Yes.', 'my daughter is drowsy.'],
    ['Does your chest hurt? yes', 'my chest hurt'],
    ['Chest pain? No. Awake? No.', 'no Chest pain. not Awake.'],
    ['Any fever? No\nAny cough? Yes', 'no fever\ncough'],
    ['Q: Are you bleeding? A: Yes', 'Q: I am bleeding'],
    ['Is she breathing? barely', 'she is barely breathing'],
    ['is he awake? not really', 'he is not awake'],
    ['fever: no, cough: yes', 'no fever. cough'],
    ['Q1 chest pain - no\nQ2 cough - yes', 'Q1 no chest pain\nQ2 cough'],
    ['[ ] rash [x] cough', 'no rash .  cough'],
    ['Fever no, cough yes.', 'no Fever. cough.'],
    ['Vomiting, no, I do not have that', 'not Vomiting. I do not have that'],
    ['Doc: chest pain? Me: no.', 'Doc: no chest pain.'],
    ['Doc: chest pain?\nMe: No.\nDoc: Okay.', 'Doc: no chest pain.\nDoc: Okay.'],
  ])('%s', (written, told) => {
    expect(prepared(written).text).toBe(told);
  });
});

describe('what is not a plain answer about what is so stays as it was written', () => {
  test.each([
    'Can I take ibuprofen? No idea.',
    'Chest pain, no, crushing!',
    'Chest pain no better.',
    'My chest pain, no.',
    'Should I go to the hospital? No.',
    'What is gout? No one told me.',
    'Is it normal? Yes or no?',
    'Is the pain in your chest? No. It is in my knee.',
    'Really? No.',
    'My results: no news yet',
    'BP 120/80 - no change',
    'I want to die - no, really',
    'my chest hurts: no, not the left side',
  ])('%s', (written) => {
    expect(prepared(written).text).toBe(written);
  });
});

describe('the answer decides', () => {
  const DANGERS: [asked: string, dangerous: string, harmless: string][] = [
    ['Is he breathing', 'No', 'Yes'],
    ['Is she awake', 'No', 'Yes'],
    ['Can he move his right arm', 'No', 'Yes'],
    ['Are you having chest pain', 'Yes', 'No'],
    ['Chest pain', 'Yes', 'No'],
    ['Any thoughts of suicide', 'Yes', 'No'],
    ['Is she having a seizure', 'Yes', 'No'],
    ['Does your throat feel like it is closing', 'Yes', 'No'],
  ];
  const FORMS = [
    (asked: string, answer: string) => `${asked}? ${answer}.`,
    (asked: string, answer: string) => `${asked.toLowerCase()}? ${answer.toLowerCase()}`,
    (asked: string, answer: string) => `${asked} - ${answer}`,
    (asked: string, answer: string) => `I filled in the form.\n${asked}?\n${answer}\nThank you.`,
  ];
  test.each(DANGERS)('%s? %s', (asked, dangerous) => {
    for (const form of FORMS) expect(familiesOf(form(asked, dangerous)), form(asked, dangerous)).not.toEqual([]);
  });
  // A denial of an organ's subject ("does your throat …? no") is left as a question, which raises nothing either.
  test.each(DANGERS)('%s? not %s but %s', (asked, _, harmless) => {
    for (const form of FORMS) expect(familiesOf(form(asked, harmless)), form(asked, harmless)).toEqual([]);
  });
});

test('the quotes of what was answered are the words that were written', () => {
  const written = 'Do you smoke? No. Do you have diabetes? Yes. Any chest pain? No. I also have gout.';
  const found = extractFindings(written, AT);
  expect(found.map(({ name, assertion }) => [name, assertion])).toEqual([
    ['Diabetes', 'present'],
    ['Chest pain', 'absent'],
    ['Gout', 'present'],
  ]);
  for (const { quote, start = 0 } of found) expect(written.slice(start, start + quote.length)).toBe(quote);
});

test('what was answered is no question any more', () => {
  expect(questionsIn('Do you have diabetes? Yes. Any chest pain? No. What could it be?')).toEqual([
    'What could it be?',
  ]);
});
