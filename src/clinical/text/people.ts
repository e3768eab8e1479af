/**
 * Whom the words are about, from place to place: a relative counts until "I" follows ("My father is 85 and has asthma, I don't"),
 * "he" is whoever was named last. In a doctor's note, "he" and "the patient" are the patient.
 */

import { isOneSubject } from './clauses.ts';
import { isIll, isIntroduced, isTreatment, OPENING } from './introduced.ts';
import { isNamedAt } from './names.ts';
import { patternsOf } from './patterns.ts';
import { EVENTS, isActingRole, nounClass } from './persons.ts';
import type { Stretch } from './places.ts';
import { indexFrom } from './places.ts';
import { HE_OR_SHE, OF_WRITER, THEY } from './pronouns.ts';
import type { Token } from './tokens.ts';
import type { Trigger } from './triggers.ts';

const { pattern, words } = patternsOf('text', 'people');
const { words: clauseWords } = patternsOf('text', 'clauses');

export type Experiencer = 'patient' | 'family' | 'other';
/** From this token on. */
export type PersonSpan = { from: number; who: Experiencer };

const SELF = new Set([...OF_WRITER, 'myself', 'mine']);
const PATIENT = new Set(['patient', 'pt']);
/** "Since my mum died, I …": what comes after the comma is not hers. */
const SUBORDINATE = new Set(['since', 'after', 'when', 'because', 'before', 'until', 'while']);
const OWN_PATIENT = new Set(['patient', 'client', 'resident', 'customer', 'case', 'scenario', 'vignette', 'not']);
/** "I told my wife", "from my son": the relative is not the one who has it. */
const OBJECT_BEFORE = words('OBJECT_BEFORE');
const JOINTS = new Set([',', 'and', 'but', 'so', 'because']);
const GREETINGS = new Set(['hi', 'hello', 'hey', 'dear', 'morning', 'afternoon', 'evening', 'thanks']);
/** What is said of a doctor who was named, and not of the patient. */
const CARES = words('CARES');
/** After "she": how she is, which nobody says of a doctor. */
const STATES = words('STATES');
const VERBS = clauseWords('VERBS');
/** "I am a teacher", "as a cook": what somebody is. */
const IS_ONE = new Set(['am', 'is', 'are', 'was', 'were', 'be', 'being', 'become', 'became', 'as']);
/** A relative who does something is whom the words are about, whatever comes before: "… and my father had a stroke". */
const SUBJECT_AFTER = words('SUBJECT_AFTER');
/** Only who writes notes says these of somebody without a name. */
const NOTE = pattern('NOTE', 'i');
/** These too, in whole sentences in which nobody says "I" or "you". */
const NOTE_LIKE = pattern('NOTE_LIKE', 'i');
const WHOLE_SENTENCE = /^[^A-Za-z]*[A-Z][\s\S]*$(?<=[.:]\s{0,3})/;
const FIRST_PERSON = /\b(?:i|my|me|im|ive|we|our|you|your)\b/i;

/** `sentences`: where each begins and ends in the list of tokens. */
export function peopleOf(
  text: string,
  tokens: readonly Token[],
  triggers: readonly Trigger[],
  sentences: readonly Stretch[],
  clauses: readonly number[],
): PersonSpan[] {
  const people: PersonSpan[] = [];
  // Asked only where a text says "he" of nobody.
  let unnamed: Experiencer | null = null;
  let named: Experiencer | null = null;
  // Whether a doctor, or somebody who only tells, was named after that.
  let carer = false;
  // Who writes of a patient of theirs goes on to write of that patient.
  let subject: Experiencer = 'patient';
  // A relative of whom the message begins by telling an illness.
  let ill: Experiencer | null = null;
  let next = 0;
  let clause = 0;
  // Where a sentence right before begins in which nobody is spoken of.
  let bare: number | null = null;
  for (const { start, end } of sentences) {
    // Whether the sentence says how somebody without a name is, and whether it speaks of anybody else.
    let stated = false;
    let others = false;
    const first = people.length;
    people.push({ from: start, who: ill && isTreatment(tokens, start, end) ? ill : subject });
    let spoken = false;
    let aside = false;
    for (let at = start; at < end; at += 1) {
      if (clauses[clause] === at) {
        spoken = false;
        clause += 1;
      } else while ((clauses[clause] ?? Number.POSITIVE_INFINITY) < at) clause += 1;
      while ((triggers[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      const trigger = triggers[next];
      const word = (tokens[at] as Token).word;
      if (trigger && trigger.from === at && isPerson(trigger) && (trigger.kind !== 'role' || acts(tokens, trigger))) {
        const who = trigger.kind === 'family' ? 'family' : 'other';
        others = true;
        if (trigger.kind === 'carer') {
          carer ||= !isAddressed(tokens, trigger);
          named = tellerOf(tokens, trigger) ?? named;
        } else if (trigger.kind !== 'people' || !spoken) {
          if (trigger.kind !== 'people' && !isSeveral(tokens, trigger)) [named, carer] = [who, false];
          if (isOwnPatient(tokens, trigger)) subject = 'other';
          // After a greeting too.
          else if (start <= OPENING && isIntroduced(tokens, trigger, end)) subject = who;
          else if (start <= OPENING && isIll(tokens, trigger, end)) ill = who;
          // "My diabetic grandfather": what stands between is his too.
          if (trigger.direction !== 'backward' && isSubject(tokens, trigger, clauses, clause))
            people.push({ from: trigger.from, who });
          aside = isSubordinate(tokens, trigger);
        }
        // "My son Oliver": his name.
        at = trigger.kind === 'family' && isNamedAt(text, tokens, trigger.to) ? trigger.to : trigger.to - 1;
      } else if (aside && word === ',') {
        aside = false;
        people.push({ from: at, who: subject });
      } else if (SELF.has(word)) {
        spoken = true;
        others = true;
        if (subject === 'family' && isOfWriter(tokens, at)) subject = 'patient';
        if (isOfWriter(tokens, at)) ill = null;
        people.push({ from: at, who: 'patient' });
      } else if (PATIENT.has(word)) {
        [named, carer] = ['patient', false];
        others = true;
        people.push({ from: at, who: 'patient' });
      } else if (isNamedAt(text, tokens, at)) {
        unnamed ??= isNote(text) ? 'patient' : 'other';
        [named, carer] = [unnamed, false];
        people.push({ from: at, who: unnamed });
      } else if (HE_OR_SHE.has(word) || (THEY.has(word) && (named !== null || carer))) {
        if (carer && (named === null || CARES.has(tokens[at + 1]?.word ?? ''))) continue;
        if (named === null) unnamed ??= isNote(text) ? 'patient' : 'other';
        stated ||= named === null && unnamed === 'other' && STATES.has(tokens[at + 1]?.word ?? '');
        people.push({ from: at, who: named ?? unnamed ?? 'other' });
      } else if (isBareSubject(tokens, at, start)) {
        [named, carer] = ['other', false];
        people.push({ from: at, who: 'other' });
      }
    }
    // "Pulse 64. She feels fine": all of it is hers, where nobody else is spoken of.
    if (stated && !others) for (const span of people.slice(bare ?? first)) span.who = 'other';
    bare = !others && people.length === first + 1 ? first : null;
  }
  return people;
}

/** "I", "me", "my own"; "my" alone may go on with a relative. */
function isOfWriter(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word;
  return (word !== 'my' && word !== 'our') || tokens[at + 1]?.word === 'own';
}

function isNote(text: string): boolean {
  return NOTE.test(text) || (NOTE_LIKE.test(text) && WHOLE_SENTENCE.test(text) && !FIRST_PERSON.test(text));
}

const beginOf = ({ from }: PersonSpan): number => from;

/** Who it is at a token. */
export function whoAt(people: readonly PersonSpan[], at: number): Experiencer {
  return people[indexFrom(people, at + 1, beginOf) - 1]?.who ?? 'patient';
}

export function isPerson({ kind }: Trigger): boolean {
  return kind === 'family' || kind === 'other' || kind === 'role' || kind === 'people' || kind === 'carer';
}

/** "Found by his neighbours when he fell": "he" is none of them. */
function isSeveral(tokens: readonly Token[], { kind, to }: Trigger): boolean {
  return kind === 'other' && /[^s]s$/.test(tokens[to - 1]?.word ?? '');
}

/** "My patient", "a case study", "not me": who says so goes on to write of somebody else. */
function isOwnPatient(tokens: readonly Token[], { kind, from, to }: Trigger): boolean {
  if (kind !== 'other') return false;
  for (let at = from; at < to; at += 1) if (OWN_PATIENT.has((tokens[at] as Token).word)) return true;
  return false;
}

function isSubordinate(tokens: readonly Token[], { from }: Trigger): boolean {
  const owned = SELF.has(tokens[from - 1]?.word ?? '');
  return SUBORDINATE.has(tokens[owned ? from - 2 : from - 1]?.word ?? '');
}

/** "My son told his teacher he …": a relative or a friend who tells is whom "he" is. */
function tellerOf(tokens: readonly Token[], { from }: Trigger): Experiencer | null {
  const found = nounClass(tokens[from + 1]?.word ?? '');
  return found === 'someone' ? 'other' : found === 'child' || found === 'relative' ? 'family' : null;
}

/** "Hi doctor," speaks to somebody, and of nobody. */
function isAddressed(tokens: readonly Token[], { from, to }: Trigger): boolean {
  return tokens[to]?.word === ',' && (from === 0 || GREETINGS.has(tokens[from - 1]?.word ?? ''));
}

/** "Friend has taken", "client disclosed": a person without an article, before a verb. */
function isBareSubject(tokens: readonly Token[], at: number, start: number): boolean {
  if (at > start && !JOINTS.has(tokens[at - 1]?.word ?? '')) return false;
  const after = tokens[at + 1]?.word ?? '';
  const word = tokens[at]?.word ?? '';
  return (isVerb(after) && nounClass(word) === 'someone') || isActingRole(word, after);
}

/** "The plumber fainted": who has a trade is spoken of where something is said of them, and not where they tell it. */
function acts(tokens: readonly Token[], { from, to }: Trigger): boolean {
  const after = tokens[to]?.word ?? '';
  const noun = tokens[to - 1]?.word ?? '';
  const verb = nounClass(noun) ? isVerb(after) || SUBJECT_AFTER.has(after) : isActingRole(noun, after);
  return verb && !CARES.has(after) && !IS_ONE.has(tokens[from - 1]?.word ?? '');
}

function isVerb(word: string): boolean {
  return VERBS.has(word) || (word.length > 4 && word.endsWith('ed'));
}

/** `next`: the first clause after the trigger's own. */
function isSubject(tokens: readonly Token[], { from, to }: Trigger, clauses: readonly number[], next: number): boolean {
  const before = tokens[from - 1]?.word ?? '';
  if (isOneSubject(tokens, clauses[next - 1] ?? 0, from - 1)) return false;
  // "… and my husband slipped": where a clause begins, "and" joins no object.
  if (before === 'and' && (from === 1 || clauses[next - 1] === from - 1 || tokens[from - 2]?.word === '\n'))
    return true;
  const after = tokens[to]?.word ?? '';
  if (EVENTS.has(after)) return false;
  return !OBJECT_BEFORE.has(before) || SUBJECT_AFTER.has(after);
}
