/** A message inside a conversation: what goes on with it, what changes the subject, and what each decision says of itself. */
import { describe, expect, it } from 'vitest';
import { triage } from '../../src/clinical/triage/triage.ts';

describe('a conversation keeps its subject', () => {
  it.each([
    'Is it contagious?',
    'And at night?',
    'why?',
    'since Monday',
    'yes',
    'How long does it last?',
    'Thanks!',
    'is that bad?',
    'the blue one',
    'in simple words please',
    'how much is too much?',
    'during pregnancy too?',
    'who invented it',
    'lower down, on the right',
    'cheers mate',
  ])('%s stays with whoever answered before', (text) => {
    expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe('patient_consult');
    expect(triage(text, { previousRoute: 'general_consult' }).route).toBe('general_consult');
  });

  it.each([
    'ok and remind me when should i worry about it being too low',
    'if i want to stop it do i just stop? and when did i start it, what date would that be',
    "I forgot last Sunday's, today is Wednesday. What now?",
    'Do I have to tell the licensing people or my employer?',
    'what does 7.1 mean for me, am i ok now or still too high',
    'Is 4 times in a week too much?',
  ])('%s is not refused', (text) => {
    expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe('patient_consult');
  });

  it.each(['And at night?', 'why?', 'since Monday', 'yes', 'Thanks!'])('%s means nothing without one', (text) =>
    expect(triage(text).route).toBe('non_health'),
  );

  it.each([
    "What's the weather tomorrow?",
    'Who won the football match?',
    'Book a table for two',
    'hello',
    'is it raining in Lagos?',
    'how do I make pancakes',
    'who was Churchill',
    'recommend me a comedy',
  ])('a change of subject is still turned away: %s', (text) =>
    expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe('non_health'),
  );

  it('says which rule and why, and nothing of what was said', () => {
    expect(triage('My zorbitis is back, can I take ibuprofen?').why).toMatch(/^rule 4a: .*names .*a medicine$/);
    expect(triage('What causes gout?').why).toBe('rule 4b: asks about medicine in general, names a condition');
    expect(triage('Who painted the ceiling?').why).toMatch(/^rule 1: /);
    expect(triage('Is it contagious?', { previousRoute: 'patient_consult' }).why).toBe(
      'rule 4a: goes on with the conversation',
    );
    expect(triage('My zorbitis is back').why).not.toContain('zorbitis');
  });

  it.each([
    ['My daughter has chickenpox', 'rule 4a: speaks of someone close to the person, names a condition'],
    ['I have had gout for years', "rule 4a: speaks of the person's own health, names a condition"],
    ['When is my next blood test?', 'rule 4a: asks for what the record knows, has a medical word'],
    ['rabies', 'rule 4b: speaks of nobody, names a condition'],
    [
      'Send it to my doctor. What is gout?',
      'rule 4b: asks for more than the side panel, asks about medicine in general',
    ],
    ['My computer has a virus', 'rule 1: uses medical words for something else'],
    ['do hamsters need vaccinations', 'rule 1: names a procedure, but is about something else'],
    [
      'Book a table, and is wine ok with my antibiotics?',
      "rule 4a: speaks of the person's own health, is about health in one part",
    ],
  ])('a reason is true: %s', (text, why) => expect(triage(text).why).toBe(why));

  it('changes sides when the question does', () => {
    expect(triage('and what was mine?', { previousRoute: 'general_consult' }).route).toBe('patient_consult');
    expect(triage('What is hypertension?', { previousRoute: 'patient_consult' }).route).toBe('general_consult');
  });

  it('knows what one may do with an illness from talk of football', () => {
    expect(triage('can I still play football?', { previousRoute: 'patient_consult' }).route).toBe('patient_consult');
    expect(triage('can I still play football?').route).toBe('non_health');
  });

  it.each([
    'It lay on the dashboard the whole afternoon. Still usable?',
    'Two glasses on Friday, three on Saturday. Too much?',
    'Which is next and where?',
    'Oh wait, I took the wrong column, mine was 5.9 and the 7.9 is from my brother',
  ])('a story that leans on what was told is not refused: %s', (text) => {
    expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe('patient_consult');
    expect(triage(text).route).toBe('non_health');
  });

  it.each(['My laptop makes a noise. Is that bad?', 'The dog ate the remote. Can I fix it?'])(
    'a question about what the message itself names is no follow-up: %s',
    (text) => expect(triage(text, { previousRoute: 'patient_consult' }).route).toBe('non_health'),
  );

  it.each(['just so tired', 'so exhausted', 'feeling really dizzy today'])('a feeling alone is health: %s', (text) =>
    expect(triage(text).route).toBe('patient_consult'),
  );

  it('takes "this" for the item that the conversation was opened from', () => {
    expect(triage('What does this mean?', { hasTopic: true }).route).toBe('patient_consult');
  });
});

describe('who is ill decides, not the word', () => {
  it.each([
    'I need three slides about vaping and lungs for Tuesday',
    'Write 150 words on the history of cholera',
    'Out of curiosity, how does a pacemaker know when to fire?',
    'Somebody died of an insulin overdose in the series. Can one prove this?',
  ])('a piece of work or a story is answered generally: %s', (text) =>
    expect(triage(text).route).toBe('general_consult'),
  );

  it.each(['hamster is not moving and feels cold', 'The printer coughed and died, paper everywhere'])(
    'an animal or a thing is not a patient: %s',
    (text) => expect(triage(text).route).toBe('non_health'),
  );

  it.each(['my car crashed into a wall and neck hurts', 'The dog scratched my arm and it itches'])(
    'somebody whom a thing or an animal hurt is not turned away: %s',
    (text) => expect(triage(text).route).toBe('patient_consult'),
  );
});
