/**
 * What a message tells after the ones before it. Somebody whom they told of is still meant where it names nobody else: "my mum takes
 * digoxin 250", then "it is 62.5, I read the box wrong", then "pulse 64, she feels fine". What the writer does not tell of themselves is
 * then not theirs, and in doubt it is not filed.
 */
import { clauseOf, DAY_MS, isItsVaccine, type Moment, understand, vaccinesIn } from '../../../clinical/index.ts';
import type { MentionInput } from '../../../record/index.ts';
import { followUpDoses } from './follow-up-doses.ts';
import { followUpValues } from './follow-up-values.ts';
import { isOfWriter, speaksOfThird, whomMeant } from './reply/whom.ts';

/** How many messages back somebody may have been told of. */
const LASTS = 6;
/** How many messages back a vaccine may have been spoken of. */
const VACCINE_LASTS = 2;
/** What is told of somebody who is meant now. An illness alone may be what runs in the family. */
const OF_NOW: ReadonlySet<string> = new Set(['medication', 'observation', 'symptom', 'allergy']);

/** All mentions of a message by itself. */
export type ReadAll = (text: string, moment: Moment) => readonly MentionInput[];
/** An earlier message with what it told, after those before it. */
type Told = { text: string; mentions: readonly MentionInput[] };

/** What an earlier part of the conversation told, message by message. */
export function toldBefore(earlier: readonly string[], { now, timezone }: Moment, readAll: ReadAll): Told[] {
  // When it was told plays no part here, and what was read of a message today need not be read again for the next one.
  const moment = { now: new Date(now.getTime() - (now.getTime() % DAY_MS)), timezone };
  const told: Told[] = [];
  for (const text of earlier.slice(-LASTS)) {
    const own = readAll(text, moment);
    const more = [...followUpValues(text, own, told, moment), ...followUpDoses(text, own, told)];
    told.push({ text, mentions: inConversation([...own, ...more], text, told) });
  }
  return told;
}

/** What a message told by itself, with what the ones before it say of whose it is. */
export function inConversation(
  mentions: readonly MentionInput[],
  text: string,
  before: readonly Told[],
): readonly MentionInput[] {
  if (mentions.length === 0 || before.length === 0) return mentions;
  if (goesOnAboutOther(text, before)) return mentions.map(asOthers);
  return mentions.map((mention) => {
    if (isTheirMedicine(mention, text, before)) return asOthers(mention);
    return isVaccineAgain(mention, text, before) ? { ...mention, assertion: 'hypothetical' } : mention;
  });
}

/** Whether a message goes on about somebody else, and the writer says nothing of themselves in it. */
export function goesOnAboutOther(text: string, before: readonly Told[]): boolean {
  const earlier = before.map((one) => one.text);
  if (isOfWriter(text) || whomMeant('', earlier).who !== 'relative') return false;
  if (whomMeant(text, earlier).who !== 'relative') return false;
  if (speaksOfThird(text)) return true;
  const last = before.findLast(({ mentions, text: words }) => mentions.some(isOfNow) || speaksOfThird(words));
  return last?.mentions.filter(isOfNow).every(isOfOther) === true;
}

/** A medicine that only somebody else was told to take, in words that are not the writer's own. */
function isTheirMedicine(mention: MentionInput, text: string, before: readonly Told[]): boolean {
  if (mention.kind !== 'medication' || isOfOther(mention)) return false;
  const same = before
    .flatMap(({ mentions }) => mentions)
    .filter(({ kind, name }) => kind === 'medication' && name === mention.name);
  if (same.length === 0 || !same.every(isOfOther)) return false;
  const clause = clauseOf(understand(text), mention.start ?? 0);
  return !isOfWriter(text.slice(clause?.start, clause?.end));
}

/** "They want yellow fever and typhoid vaccines", then "yellow fever one is live, I read". */
function isVaccineAgain(
  { kind, name, start = 0, quote }: MentionInput,
  text: string,
  before: readonly Told[],
): boolean {
  const last = before.slice(-VACCINE_LASTS).map((one) => one.text);
  if (kind !== 'condition') return false;
  // Whatever was spoken of before stands before all of this message.
  const spoken = new Map(last.flatMap((words) => [...vaccinesIn(words).keys()].map((one) => [one, { from: 0 }])));
  return isItsVaccine(text, { name, start, end: start + quote.length }, spoken);
}

function isOfNow({ kind }: MentionInput): boolean {
  return OF_NOW.has(kind);
}

function isOfOther({ experiencer = 'patient' }: MentionInput): boolean {
  return experiencer !== 'patient';
}

function asOthers(mention: MentionInput): MentionInput {
  return isOfOther(mention) ? mention : { ...mention, experiencer: 'other' };
}
