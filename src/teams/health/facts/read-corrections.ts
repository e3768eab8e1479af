/**
 * Corrections that name no value of their own kind: a fact that never was ("I don't have asthma, that was a mistake", "delete my latex
 * allergy"), and a value without a name ("the Wednesday value was 145, not 155", "Actually it's 850 mg"). The record decides which fact
 * is meant. A named value that replaces another is a fact with `supersedes` (facts-from-mentions.ts).
 */
import {
  dosesIn,
  findTerms,
  findTimes,
  type Moment,
  matchesOf,
  patternsOf,
  sentenceAt,
  type TermKind,
  withImpliedNames,
} from '../../../clinical/index.ts';
import type { CorrectionInput, MentionInput } from '../../../record/index.ts';
import { contrastAt, hasCue, isCorrection, saysWrong } from './corrections.ts';
import { readDoseChanges } from './read-dose-changes.ts';
import { readOwners } from './read-owners.ts';

const { pattern } = patternsOf('health-offline', 'read-corrections');

/** A request to take something out of the record, at the beginning of a sentence. */
const REMOVES = pattern('REMOVES', 'i');
/** Words without which there is none in a message. */
const REQUESTS =
  /\b(?:delete|remove|erase|withdraw|forget|ignore|disregard|scrap|take out|(?:out of|off|from) (?:my|the) (?:file|records?|list|chart|notes|history))\b/i;
/** Takes back what was said; to edit the record otherwise is for the side panel. */
const REMOVING = /\b(?:forget|ignore|disregard|scrap)\b/i;
const NEVER = /\b(?:never|not)\b|n['’]t\b/i;
const MISTAKE = /\b(?:mistake\w*|error|wrong|incorrect|typo)\b/i;
const NUMBER = /(?<![\w.,/])\d+(?:\.\d+)?(?![\d/])/g;
const MAX_NUMBERS = 20;
const DAY = 'YYYY-MM-DD'.length;
/** A sentence that goes on from the one before: "That was a mistake." */
const GOES_ON = /^\W{0,3}(?:that|this|it|i)\b/i;

/** What stands between the items of a list. */
const JOINT = /^\s{0,3}(?:[,/&]\s{0,3})?(?:(?:or|and|nor)\s{1,3})?(?:(?:any|my|the|an?)\s{1,3})?$/i;

/** A word of every correction that can be read: without one, nothing need be read for it. */
const CORRECTS = pattern('CORRECTS', 'i');

export function mayCorrect(text: string): boolean {
  return CORRECTS.test(text);
}

/** Something is to be taken out of the record, or is said to be a mistake there. */
export function asksToRemove(text: string): boolean {
  return REQUESTS.test(text) || MISTAKE.test(text);
}

export function readCorrections(text: string, mentions: readonly MentionInput[], at: Moment): CorrectionInput[] {
  const owners = readOwners(text);
  const isOwned = ({ value, old_value }: CorrectionInput) =>
    owners.some((one) => one.value === value || one.old_value === old_value);
  const others = [...withdrawals(text, mentions), ...unnamedValues(text, mentions, at)].filter((one) => !isOwned(one));
  return [...owners, ...readDoseChanges(text, at), ...others];
}

function withdrawals(text: string, mentions: readonly MentionInput[]): CorrectionInput[] {
  if (!saysWrong(text) && !REQUESTS.test(text)) return [];
  const own = [
    ...mentions.filter(({ experiencer = 'patient' }) => experiencer === 'patient'),
    ...onlyNamed(text, mentions),
  ];
  const found = own.filter((mention) => isWithdrawn(text, mention, mentions));
  const byName = new Map(found.map((mention) => [`${mention.kind} ${mention.name}`, mention]));
  return [...byName.values()].map(({ kind, name, value, quote, start }) => ({
    action: 'withdraw',
    kind,
    name,
    ...(value !== undefined && { old_value: value }),
    quote,
    ...(start !== undefined && { start }),
  }));
}

/** "I said digoxin by mistake", "remove the digoxin, I never took it", "forget the sugar": no fact is told of it, and still it is what is meant. */
function onlyNamed(text: string, mentions: readonly MentionInput[]): MentionInput[] {
  const mistaken = MISTAKE.test(text) || (REQUESTS.test(text) && saysWrong(text));
  const removing = REMOVING.test(text);
  if (!mistaken && !removing) return [];
  const terms = findTerms(text);
  const named = (kind: TermKind) =>
    terms.filter(({ term }) => term.kind === kind).map(({ term: { name }, start, end }) => ({ name, start, end }));
  const measured = removing ? withImpliedNames(text, named('observation')) : [];
  const meant = (kind: MentionInput['kind'], places: readonly { name: string; start: number; end: number }[]) =>
    places
      .filter(({ start }) => !mentions.some((one) => one.start === start))
      .map(({ name, start, end }) => ({ kind, name, quote: text.slice(start, end), start }));
  return [...meant('medication', named('drug')), ...meant('observation', measured)];
}

/** By a request to remove it, or because it is denied and said to be a mistake; a mistaken value has another one beside it. */
function isWithdrawn(text: string, mention: MentionInput, all: readonly MentionInput[]): boolean {
  const { start = 0, quote, value } = mention;
  const sentence = sentenceAt(text, start);
  if (REMOVES.test(text.slice(sentence.start, sentence.end))) return true;
  if (value !== undefined) return false;
  const said = saidOf(text, mention, all);
  return saysWrong(said) && NEVER.test(said.replace(quote, ' '));
}

/** The words around a mention, up to what else is mentioned; "asthma or eczema" share theirs. */
function saidOf(text: string, { start = 0, quote }: MentionInput, all: readonly MentionInput[]): string {
  const sentence = sentenceAt(text, start);
  const next = sentenceAt(text, sentence.end + 1);
  const isMentioned = (from: number, to: number) => all.some((one) => placeOf(one) >= from && placeOf(one) < to);
  const goesOn = next.start > sentence.start && GOES_ON.test(text.slice(next.start, next.end));
  const end = goesOn && !isMentioned(next.start, next.end) ? next.end : sentence.end;
  const others = all
    .filter((one) => placeOf(one) >= sentence.start && placeOf(one) < sentence.end)
    .sort((a, b) => placeOf(a) - placeOf(b));
  const last = others.findLast((one) => placeOf(one) < start && !isJoined(text, endOf(one), start));
  const first = others.find((one) => placeOf(one) > start && !isJoined(text, start + quote.length, placeOf(one)));
  return text.slice(last ? endOf(last) : sentence.start, first ? placeOf(first) : end);
}

function placeOf({ start = 0 }: MentionInput): number {
  return start;
}

function endOf({ start = 0, quote }: MentionInput): number {
  return start + quote.length;
}

function isJoined(text: string, from: number, to: number): boolean {
  return from >= to || JOINT.test(text.slice(from, to));
}

function unnamedValues(text: string, mentions: readonly MentionInput[], at: Moment): CorrectionInput[] {
  if (!hasCue(text)) return [];
  const isNamed = (place: number) =>
    mentions.some(
      ({ start = 0, quote, value }) => value !== undefined && place >= start && place < start + quote.length,
    );
  const doses = dosesIn(text);
  return matchesOf(NUMBER, text)
    .slice(0, MAX_NUMBERS)
    .flatMap(({ 0: number, index: start }) => {
      const dose = doses.find((one) => start >= one.start && start < one.end);
      const end = dose?.end ?? start + number.length;
      if (isNamed(start) || !isCorrection(text, { start, end }, number)) return [];
      const wrong = contrastAt(text, { start, end });
      const sentence = sentenceAt(text, start);
      const day = findTimes(text, at).find((time) => time.start >= sentence.start && time.end <= sentence.end);
      return [
        {
          action: 'change',
          kind: dose ? 'medication' : 'observation',
          value: Number(number),
          ...(dose && { unit: dose.value.unit }),
          ...(wrong !== undefined && { old_value: wrong }),
          ...(day && { old_time: day.iso.slice(0, DAY) }),
          quote: text.slice(start, end),
          start,
        } satisfies CorrectionInput,
      ];
    });
}
