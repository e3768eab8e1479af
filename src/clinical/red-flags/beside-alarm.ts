/**
 * What of a text that we have not written may stand beside an alarm. Numbers to call, doses, first aid and how serious it is come from the
 * alarm alone: a sentence with any of these is left out.
 */
import { sentencesOf } from '../../platform/sentences.ts';

const DIGIT_WORDS = 'zero|oh|one|two|three|four|five|six|seven|eight|nine';
/** "911", "nine one one", "two tablets". */
const NUMBER = new RegExp(
  `\\p{Nd}|\\b(?:${DIGIT_WORDS})[ -](?:${DIGIT_WORDS}|tablets?|pills?|puffs?|sprays?|doses?)\\b`,
  'iu',
);
const FIRST_AID = new RegExp(
  [
    'chew|swallow|inject|inhale|drink|vomit|lie|sit|raise|elevate|press|compress|tourniquet|bandage|cpr|compressions?|aed|defibrillator',
    'rinse|flush|cool|warm|apply|massage|breathe|rub|rest|take|give|put|place|hold|keep|remove|pull|cut|suck|wash',
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join('|'),
  'i',
);
const MEDICINE =
  /\b(?:aspirin|nitro\w*|epi-?pen|epinephrine|adrenaline|naloxone|glucagon|charcoal|antidote|insulin|inhaler|antacids?|painkillers?|paracetamol|acetaminophen|ibuprofen)\b/i;
const REASSURANCE =
  /\b(?:not|nothing|no|n['’]t|unlikely|harmless|normal|common|minor|mild|probably|relax|wait|later|tomorrow|calm)\b|n['’]t\b/i;

export function besideAlarm(text: string): string {
  const isAllowed = (sentence: string) =>
    ![NUMBER, FIRST_AID, MEDICINE, REASSURANCE].some((pattern) => pattern.test(sentence));
  return sentencesOf(text).filter(isAllowed).join('').trim();
}
