/** A message as the consultant understands it: what it states, what it asks, of whom, and the medicines to check. */
import { createMomentCache, type Moment, onlyAsks, unique } from '../../../../clinical/index.ts';
import { isErrand } from './acts.ts';
import { type Question, readQuestion, takenIn } from './question.ts';
import { isStopped, readMessage, type Said } from './said.ts';
import { type Whom, whomMeant } from './whom.ts';

export type Understood = {
  said: Said;
  question: Question;
  whom: Whom;
  /** Medicines whose interactions matter. */
  medicines: readonly string[];
};

/** Phrases about taking, drinking or combining something: then "alcohol" or "potassium" is a substance. */
const TAKING =
  /\b(?:take|taking|took|drink(?:ing)?|eat(?:ing)?|combine\w*|mix\w*|together|interact\w*|supplements?)\b/i;
const THIRD = /\b(?:he|she|him|her|his|hers)\b/i;

/** The rule runs two or three times in a turn, before and after each lookup, with the same message. */
const memory = createMomentCache<{ earlier: readonly string[]; understood: Understood }>();

export function understandTurn(text: string, earlier: readonly string[], moment: Moment): Understood {
  const known = memory(text, moment, () => ({ earlier, understood: understood(text, earlier, moment) }));
  const same = known.earlier.length === earlier.length && known.earlier.every((one, index) => one === earlier[index]);
  return same ? known.understood : understood(text, earlier, moment);
}

function understood(text: string, earlier: readonly string[], moment: Moment): Understood {
  const read = readMessage(text, moment, earlier);
  // A message that only asks states no medicine.
  const said = onlyAsks(text) || isErrand(text) ? { ...read, medications: [] } : read;
  const meant = whomMeant(text, earlier);
  // What is corrected is in the person's own record, whomever the wrong value belonged to.
  const whom = said.corrections.length > 0 || isFamilyHistory(text, said, meant) ? { who: 'self' as const } : meant;
  const question = readQuestion({ text, earlier, said, whom, moment });
  return { said, question, whom, medicines: medicinesToCheck(text, question, said, whom) };
}

/** "My mother had a stroke. What can I do?" asks for the person themselves. */
function isFamilyHistory(text: string, { family, others, findings }: Said, whom: Whom): boolean {
  return (
    whom.who === 'relative' &&
    !whom.child &&
    family.length > 0 &&
    others.length + findings.length === 0 &&
    !THIRD.test(text)
  );
}

/** Every medicine that the message says is taken, or that it asks about. */
function medicinesToCheck(text: string, question: Question, said: Said, whom: Whom): string[] {
  const told = said.medications.filter((mention) => !isStopped(mention)).map(({ name }) => name);
  // Who is pregnant and asks whether to stop a medicine, asks whether it may be taken.
  const isPregnant = said.concerns.has('Pregnancy');
  const asks = question.asked.some(({ act }) => act === 'take' || (act === 'change' && isPregnant));
  const onlyReads = question.asked.length > 0 && question.asked.every(({ act }) => act === 'record');
  const named = asks || whom.who === 'relative' || (TAKING.test(text) && !onlyReads) ? takenIn(text) : [];
  const all = unique([...told, ...question.mayTake, ...named]);
  return whom.who === 'relative' ? all : all.filter((name) => !said.notTaken.has(name));
}
