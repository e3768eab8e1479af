/**
 * Allergies: "allergic to penicillin, I get hives", "peanut allergy", "Allergies: sulfa (rash), latex", "shrimp gives me hives".
 * A reaction belongs to its allergy and is no symptom of its own.
 */
import type { MentionInput } from '../../record/index.ts';
import { clauseAt, contextAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import { holdsAny } from '../text/word-sets.ts';
import { findTerms, type TermMatch } from '../vocabulary/find-terms.ts';
import { allergensFrom, type Item, isAllergen, isReaction, isRemedy, oncePerPlace, unknownItems } from './allergens.ts';
import type { Finding } from './complaints.ts';
import { didHarm } from './harm.ts';
import { isDoneWithout, isIntolerance, sicknessIn } from './intolerance.ts';
import { namedAlone } from './named-alone.ts';

const { pattern } = patternsOf('extract', 'allergies');

/** `covers`: the words that the allergy explains, so that its reaction is not filed as a symptom of its own. */
export type AllergyFound = { mention: MentionInput; covers: Stretch[] };

const ALLERGIC_TO = pattern('ALLERGIC_TO', 'gi');
/** Each of them contains one of these. */
const CUE_PARTS = "lerg react intoleran sensitiv anaphyla pen injector can't can’t cant cannot".split(' ');
/** Only what the vocabulary knows: "allergies are acting up" names no allergen. */
const KNOWN_ONLY = pattern('KNOWN_ONLY', 'i');
/** Only with its reaction: "I can't take it any more" is no intolerance. */
const WEAK = /\b(?:can['’]?t|cannot)\b/i;
/** A reaction that is no term: "it broke me out something awful". */
const BREAKS_OUT = pattern('BREAKS_OUT', 'i');
/** "Peanut allergy"; "it's morphine I'm allergic to". */
const ALLERGY_AFTER =
  /^[\s=:–-]*(?:allerg(?:y|ies|ic)|intoleran(?:ce|t))\b|^[^.;,!?]{0,35}\bas\s+(?:an?\s+|my\s+)?allergy\b|^\s+(?:that\s+|which\s+)?i(?:['’]?m\s+allergic|\s+am\s+allergic|\s+react)\s+to\b/i;
const BOTH = /^\s*(?:and|&|\/)\s*$/i;
/** "Tape takes my skin off, allergic for sure": said of what was named before, if of nothing after. */
const ALLERGIC_ALONE = pattern('ALLERGIC_ALONE', 'i');
const EXCEPT = /\b(?:except|apart\s+from|aside\s+from|other\s+than|besides|but)\b/i;
/** What an allergy does; other complaints after a medicine are side effects. */
const ALLERGIC = pattern('ALLERGIC', 'i');
/** "Cats set my asthma off". */
const SETS_OFF = pattern('SETS_OFF', 'i');
const REACTION_WORD = /\b(?:hives|rash|welts|anaphyla\w+|swell\w*|swollen|itch\w*|wheez\w*|throat\s+clos\w*)\b/i;
/** What relieves or is meant for a reaction does not cause it. */
const RELIEVES = pattern('RELIEVES', 'i');
/** "Diclofenac is not suiting me, allergy". */
const REFUSES = /\b(?:no|not|never|(?:ca|do|does)n['’]?t)\b/gi;
/** A thing that does something to me is the subject of its clause: nothing but small words is before it. */
const OPENS = pattern('OPENS', 'i');
const LAST_JOINT = /^.*(?:[,;:–—]|\b(?:and|but|plus|so|that)\b)/is;
const TO_ME = /^[^,;]*\b(?:me|my|us)\b/i;
/** It was given or taken, and what came of it is told as an event. */
const TAKEN = pattern('TAKEN', 'i');
const EVENT = pattern('EVENT', 'i');
const CAUSED_BY = pattern('CAUSED_BY', 'i');
const SEVERE = pattern('SEVERE', 'i');
const GRAVE = new Set(['Anaphylaxis', 'Throat closing up', 'Swollen lips or tongue', 'Angioedema']);
const MILD = /\b(?:mild(?:ly)?|slight(?:ly)?)\b/i;
const ANAPHYLAXIS = /\banaphyla(?:xis|ctic(?:\s+shock|\s+reaction)?)\b/i;
const OUTGROWN = pattern('OUTGROWN', 'i');
/** "As a kid I was allergic to milk": told as over. */
const WAS_ALLERGIC = /\bwas\s+(?:\w+\s+)?allergic\b/i;
const CHILDHOOD = pattern('CHILDHOOD', 'i');
const TELLS_REACTION =
  /^\s*(?:i\s+(?:get|got|break|broke|had)|it\s+(?:gives|gave|causes|caused|makes|made)|(?:reaction|symptoms?)\b)[^.!?]*/i;
/** A reaction right after its allergen: "penicillin (hives)", "sulfa - rash". */
const OWN_REACTION = /^\s*(?:\(|[-–—:=→]|->|causes?\b|gives?\b)/i;
/** A line that says nothing else, and what may be before the name of an item. */
const HEADING =
  /^[ \t]{0,20}(?:known\s+|drug\s+|food\s+|medication\s+)?allerg(?:y|ies)(?:\s+list)?[ \t]{0,20}:?[ \t]{0,20}$/im;
const LISTED = /^[\s\d.)*•·–-]*$/u;
/** How far a cause may be from what it causes. */
const REACH = 80;

/** `findings`: what is told as conditions and symptoms, among them the reactions. */
export function extractAllergies(
  text: string,
  terms: readonly TermMatch[],
  findings: readonly Finding[],
): AllergyFound[] {
  const reactions = findings.filter(isReaction);
  const allergens = oncePerPlace(terms.filter(isAllergen));
  const isCued = holdsAny(readingOf(text).lowerCase, CUE_PARTS);
  const cued = isCued ? allergicTo(text, terms, allergens, reactions) : [];
  const listed = [...cued, ...listedBelow(text, allergens, reactions), ...alone(text, allergens, reactions)];
  const taken = new Set(listed.map(({ mention }) => mention.start));
  const rest = allergens.filter(({ start }) => !taken.has(start));
  return [
    ...listed,
    ...rest.flatMap(
      (one, index) =>
        (isCued ? namedAllergy(text, one, rest[index + 1], reactions) : null) ??
        causedBy(text, one, rest[index + 1], reactions) ??
        harmedBy(text, one, reactions),
    ),
  ];
}

function allergicTo(
  text: string,
  terms: readonly TermMatch[],
  allergens: readonly TermMatch[],
  all: readonly Finding[],
): AllergyFound[] {
  return matchesOf(ALLERGIC_TO, text).flatMap((cue) => {
    const from = cue.index + cue[0].length;
    const sentence = sentenceAt(text, cue.index);
    const heading = /[:=–—-]\s*$/.test(cue[0]);
    const { known, until } = allergensFrom(text, from, sentence.end, allergens, heading);
    const loose = KNOWN_ONLY.test(cue[0]) ? [] : unknownItems(text, from, until, terms);
    const named = [...known, ...loose].sort((a, b) => a.start - b.start);
    const shared = within(all, named.at(-1)?.end ?? until, endOfReaction(text, sentence));
    const refused = WEAK.test(cue[0]) && shared.length === 0 && !BREAKS_OUT.test(text.slice(until, sentence.end));
    const items = refused ? named.filter(({ name, start }) => isDoneWithout(text, cue[0], name, start)) : named;
    return items.map((item, index) => {
      const next = items[index + 1];
      const own = OWN_REACTION.test(text.slice(item.end)) || heading;
      const reactions = next ? (own ? within(all, item.end, next.start) : []) : shared;
      const told = reactions.length === 0 && !heading && !own ? shared : reactions;
      // "Not allergic to anything except penicillin"
      const at = EXCEPT.test(text.slice(cue.index, item.start)) ? item.start : cue.index;
      const heard = heading ? { start: item.start, end: next?.start ?? sentence.end } : sentence;
      const words = { start: cue.index, end: from };
      return foundAs(text, item, { at, sentence: heard, reactions: told, cue: words, refused });
    });
  });
}

/** Lines below a heading of their own: "ALLERGIES / Lisinopril - angioedema / Sulfa - rash", up to an empty line or another heading. */
function listedBelow(text: string, allergens: readonly TermMatch[], all: readonly Finding[]): AllergyFound[] {
  const heading = text.includes('\n') ? HEADING.exec(text) : null;
  if (!heading) return [];
  const found: AllergyFound[] = [];
  let start = heading.index + heading[0].length + 1;
  while (start < text.length) {
    const next = text.indexOf('\n', start);
    const line = { start, end: next < 0 ? text.length : next };
    const words = text.slice(line.start, line.end);
    const [first] = allergens.filter((one) => one.start >= line.start && one.end <= line.end);
    if (!first || words.trim() === '' || !LISTED.test(text.slice(line.start, first.start))) break;
    const item = { name: first.term.name, start: first.start, end: first.end, confidence: 0.9 };
    const reactions = within(all, first.end, line.end);
    found.push(foundAs(text, item, { at: first.start, sentence: line, reactions, cue: item }));
    start = line.end + 1;
  }
  return found;
}

function alone(text: string, allergens: readonly TermMatch[], all: readonly Finding[]): AllergyFound[] {
  const allergic = all.filter(({ term }) => ALLERGIC.test(term.name));
  // "Sertraline 50 mg. Itchy rash since Monday": a medicine is named for other reasons.
  const causes = allergens.filter(({ term }) => term.kind === 'allergen');
  return (allergic.length > 0 ? namedAlone(text, causes, allergic) : []).map(({ allergen, reactions }) => {
    const { term, start, end } = allergen;
    const item = { name: term.name, start, end, confidence: 0.75 };
    return foundAs(text, item, { at: start, sentence: sentenceAt(text, start), reactions, cue: item });
  });
}

/** "I have a peanut allergy"; `next`: the allergen after it, which may be the one that is meant. */
function namedAllergy(
  text: string,
  { term, start, end: ownEnd }: TermMatch,
  next: TermMatch | undefined,
  all: readonly Finding[],
): AllergyFound[] | null {
  // "Peanut and tree nut allergy" is two.
  const joined =
    next?.term.kind === 'allergen' && term.kind === 'allergen' && BOTH.test(text.slice(ownEnd, next.start));
  const end = joined ? next.end : ownEnd;
  const rest = text.slice(end, end + REACH);
  const own = ALLERGY_AFTER.exec(rest);
  const after = own ?? ALLERGIC_ALONE.exec(rest.slice(0, next && Math.max(0, next.start - end)));
  if (!after || RELIEVES.test(after[0].replace(REFUSES, ' '))) return null;
  const item = { name: term.name, start, end: end + after[0].length, confidence: 0.9 };
  const sentence = sentenceAt(text, start);
  const reactions = within(all, item.end, endOfReaction(text, sentence));
  return [foundAs(text, item, { at: start, sentence, reactions, cue: item, refused: !own })];
}

/** In the words alone, for callers without findings. */
export function isCauseOfReaction(text: string, start: number, end: number): boolean {
  const sentence = sentenceAt(text, start);
  const before = text.slice(Math.max(sentence.start, start - REACH), start);
  const after = text.slice(end, Math.min(sentence.end, end + REACH));
  const word = REACTION_WORD.exec(after);
  if (word && leadsTo(text, { start, end }, { start: end + word.index, end: end + word.index + word[0].length }))
    return true;
  if (findTerms(text).some((match) => match.start === start && (isIntolerance(text, match) || didHarm(text, match))))
    return true;
  return REACTION_WORD.test(before) && CAUSED_BY.test(before);
}

/**
 * Whether a substance brought a reaction that is told after it: it does so to me ("codeine makes me itch"), or I was given it and then
 * it happened ("the doctor gave me amoxicillin and I swelled up"). What is taken now beside a rash is not yet its cause.
 */
function leadsTo(text: string, { start, end }: Stretch, reaction: Stretch): boolean {
  const between = text.slice(end, reaction.start);
  // "I had trimethoprim for a UTI and broke out": what it was for ends at the joint.
  if (RELIEVES.test(between.replace(LAST_JOINT, ''))) return false;
  const lead = text.slice(clauseAt(text, start).start, start);
  if (OPENS.test(lead.replace(LAST_JOINT, ''))) return TO_ME.test(between) || OWN_REACTION.test(between);
  return TAKEN.test(lead) && EVENT.test(text.slice(end, reaction.end));
}

/** "Shrimp gives me hives", "I break out in hives when I eat shrimp": an allergy, though nobody says so. */
function causedBy(
  text: string,
  match: TermMatch,
  next: TermMatch | undefined,
  all: readonly Finding[],
): AllergyFound[] | null {
  const { term, start, end } = match;
  if (isRemedy(term)) return null;
  const sentence = sentenceAt(text, start);
  const intolerant = isIntolerance(text, match);
  const [off] = SETS_OFF.exec(text.slice(end, Math.min(sentence.end, end + REACH))) ?? [];
  const setsOff = off !== undefined && (term.kind !== 'drug' || /\basthma\b/i.test(off));
  if (all.length === 0 && !setsOff && !intolerant) return null;
  const allergic = (one: Finding) => ALLERGIC.test(one.term.name);
  const caused = CAUSED_BY.test(text.slice(Math.max(sentence.start, start - REACH), start));
  const after = within(all, end, Math.min(endOfReaction(text, sentence), end + REACH));
  const reactions = intolerant
    ? after.filter((one) => one.start < (next?.start ?? sentence.end))
    : caused
      ? within(all, Math.max(sentence.start, start - REACH), start).filter(allergic)
      : after.filter((one) => allergic(one) && leadsTo(text, match, one));
  if (reactions.length === 0 && !setsOff && !intolerant) return null;
  const item = { name: term.name, start, end, confidence: term.kind === 'drug' ? 0.7 : 0.75 };
  const until = Math.min(end + REACH, next?.start ?? sentence.end, sentence.end);
  const sickness = intolerant && reactions.length === 0 ? sicknessIn(text.slice(end, until)) : null;
  return [foundAs(text, item, { at: reactions[0]?.start ?? start, sentence, reactions, cue: item, sickness })];
}

function harmedBy(text: string, match: TermMatch, all: readonly Finding[]): AllergyFound[] {
  if (!didHarm(text, match)) return [];
  const { term, start, end } = match;
  const sentence = sentenceAt(text, start);
  const reactions = within(all, sentence.start, endOfReaction(text, sentence));
  const item = { name: term.name, start, end, confidence: 0.7 };
  return [foundAs(text, item, { at: start, sentence, reactions, cue: item, refused: true })];
}

/** `refused`: "no penicillin please, allergic": a denial is of the medicine, not of the allergy. `sickness`: a reaction without a term. */
type Said = {
  at: number;
  sentence: Stretch;
  reactions: readonly Finding[];
  cue: Stretch;
  refused?: boolean;
  sickness?: string | null;
};

function foundAs(text: string, item: Item, { at, sentence, reactions, cue, refused, sickness }: Said): AllergyFound {
  const { assertion, experiencer } = contextAt(text, at, Math.max(at + 1, at <= item.start ? item.end : at + 1));
  const around = text.slice(sentence.start, endOfReaction(text, sentence));
  const mention: MentionInput = {
    kind: 'allergy',
    name: item.name,
    quote: text.slice(item.start, item.end),
    start: item.start,
    assertion: refused ? 'present' : assertion,
    experiencer,
    status: isOutgrown(around) ? 'resolved' : 'active',
    confidence: item.confidence,
  };
  const words = sickness ? [sickness] : reactions.map(({ term }) => term.name);
  const shock = ANAPHYLAXIS.test(around) && words.length === 0 ? ['Anaphylaxis'] : [];
  const told = [...new Set([...shock, ...words])].sort(
    (a, b) => Number(b === 'Anaphylaxis') - Number(a === 'Anaphylaxis'),
  );
  if (told.length > 0) mention.reaction = told.join(', ');
  if (told.some((one) => GRAVE.has(one)) || SEVERE.test(around)) mention.severity = 'severe';
  else if (MILD.test(around)) mention.severity = 'mild';
  return { mention, covers: [item, cue, ...reactions] };
}

function isOutgrown(around: string): boolean {
  return OUTGROWN.test(around) || (WAS_ALLERGIC.test(around) && CHILDHOOD.test(around));
}

/** In the same sentence, or in the next one if it only tells the reaction. */
function endOfReaction(text: string, sentence: Stretch): number {
  const next = TELLS_REACTION.exec(text.slice(sentence.end, sentence.end + 2 * REACH));
  return next ? sentence.end + next[0].length : sentence.end;
}

function within(findings: readonly Finding[], from: number, to: number): Finding[] {
  return findings.filter((one) => one.start >= from && one.end <= to);
}
