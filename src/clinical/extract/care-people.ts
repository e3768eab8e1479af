/** Doctors, nurses and the places where they work, by name or by speciality. */
import type { MentionInput } from '../../record/index.ts';
import { assertionAt } from '../text/context.ts';
import { matchesOf } from '../text/matches.ts';
import { patternsOf } from '../text/patterns.ts';
import type { Stretch } from '../text/places.ts';
import { readingOf } from '../text/reading.ts';
import { sentenceAt } from '../text/sentences.ts';
import { hasAny } from '../text/word-sets.ts';
import { type TermMatch, termNamed } from '../vocabulary/find-terms.ts';

const { pattern, source, words } = patternsOf('extract', 'care-people');

const NO_NAME = source('NO_NAME');
/** A full stop after "Dr" shortens it, after "doctor" it ends a sentence. */
const DOCTOR = pattern('TITLED_NAME', 'gu', { NO_NAME });
/** "dr smith": what may follow "dr" in lower case and is no name. */
const LOWER_DOCTOR = pattern('LOWER_DOCTOR', 'g');
const TITLED = pattern('TITLED', 'gu', { NO_NAME });
const LETTERED = pattern('NAME_WITH_DEGREE', 'gu');
/** Cheap to look for, so that most texts need no further search. */
const LETTERS = /\b(?:MD|M\.D|DO|NP|PA|PA-C|RN|DDS|DMD|PhD|FNP|OD|DPM)\b/;
const TITLES = words('TITLES');
const PLACE_WORD =
  /Hospital|Clinic|Medical|Health|Pharmacy|Labor|Labs|Infirmary|Hospice|Urgent|Surgery|Cancer|Dental|Rehab|Nursing/;
const PLACE = pattern('PLACE', 'gu');
/** A name after "at"; what follows is no name of a place if it is a day, a feast or a person. */
const AT_NAME = pattern('AT_NAME', 'gu', { NO_NAME });
const NOT_A_NAME = /^(?:the|my|at|in|from|a|an|i|and|of|for|to|our|this|that|when|after|local|dr|we|it)\b\.?\s+/i;
const PERSON =
  /(?:ist|ists|or|er|doctor|surgeon|physician|practitioner|nurse|midwife|physio|gp|pcp|trician|tician|provider|gyn|optician)$/i;
const MET = pattern('MET', 'i');
/** "Dr X is my …": before a speciality, of whose name it is said. */
const SAID_OF_NAME = /\bDr\.?\s+\p{Lu}[\p{L}'’-]+(?:,|\s+(?:is|was))\s+(?:(?:my|our|the|an?)\s+){0,2}$/iu;
const CARES_FOR =
  /^\s+(?:does|did|looks?\s+after|treats?|sees?\s+to|is\s+for|checks?)\s+(?:my|our)\s+(?<part>[a-z]{3,12})\b/i;
const FAR = 60;
/** "The neurologist Dec 9th". */
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)$/i;

type Named = Stretch & { name: string; confidence: number };

export function practitioners(text: string, terms: readonly TermMatch[]): MentionInput[] {
  const specialists = terms.filter(
    (match) => match.term.kind === 'specialty' && PERSON.test(match.text.replace(/^my\s+/i, '')),
  );
  const names = isWithNames(text) ? namesIn(text).filter(({ name }) => !MONTH.test(name)) : [];
  const named = names.map((one) => ({
    ...one,
    near: specialistOf(text, one, specialists),
  }));
  const doctors = named.map((one) =>
    practitioner(text, one.name, one, one.near?.term.name ?? caresFor(text, one), one.confidence),
  );
  const unnamed = specialists
    .filter((one) => !named.some(({ near }) => near === one))
    .filter((one) => MET.test(text.slice(sentenceAt(text, one.start).start, one.end)))
    .map((one) => practitioner(text, capital(one.text.replace(/^my\s+/i, '')), one, one.term.name, 0.75));
  return [...doctors, ...unnamed];
}

/** "Dr Ferreira is my heart doctor, Dr Lindqvist does my eyes": what is said of a name is no other one's, across a comma. */
function specialistOf(text: string, name: Stretch, specialists: readonly TermMatch[]): TermMatch | undefined {
  const near = specialists.filter((other) => beside(text, other, name));
  const said = near.find(({ start }) => start >= name.start);
  return said ?? near.find(({ start }) => !SAID_OF_NAME.test(text.slice(sentenceAt(text, start).start, start)));
}

/** The speciality of who "does my eyes" or "looks after my heart". */
function caresFor(text: string, { end }: Stretch): string | undefined {
  const part = CARES_FOR.exec(text.slice(end, end + FAR))?.groups?.part ?? '';
  const names = [part, part.replace(/s$/, '')].map((one) => `${one} doctor`);
  return part === '' ? undefined : names.map((one) => termNamed(one, ['specialty'])?.name).find(Boolean);
}

/** The name of the first doctor that stands in these words, as it is filed: "Dr. Jane Doe". */
export function doctorIn(words: string): Named | undefined {
  return namesIn(words)[0];
}

/** One test before several patterns, because most messages name nobody. */
function isWithNames(text: string): boolean {
  const { words, lowerCase } = readingOf(text);
  return hasAny(words, TITLES) || lowerCase.includes('ologist') || LETTERS.test(text);
}

function namesIn(text: string): Named[] {
  const found: Named[] = [];
  const add = (match: RegExpMatchArray, name: string, confidence: number) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (!found.some((other) => other.start < end && start < other.end)) found.push({ start, end, name, confidence });
  };
  for (const match of matchesOf(DOCTOR, text)) add(match, `Dr. ${match[1]}`, 0.95);
  for (const match of matchesOf(LOWER_DOCTOR, text)) add(match, `Dr. ${capital(String(match[1]))}`, 0.8);
  if (LETTERS.test(text)) for (const match of matchesOf(LETTERED, text)) add(match, String(match[1]), 0.9);
  for (const match of matchesOf(TITLED, text)) add(match, String(match[1]), 0.8);
  return found.sort((a, b) => a.start - b.start);
}

function practitioner(
  text: string,
  name: string,
  place: Stretch,
  specialty: string | undefined,
  confidence: number,
): MentionInput {
  const mention = placed(text, 'practitioner', name, place, confidence);
  return specialty ? { ...mention, specialty } : mention;
}

/** By their own names, by a word such as Hospital in them, or because care was given there: "Dr. Lee at St. Mary's". */
export function organizations(
  text: string,
  terms: readonly TermMatch[],
  care: readonly MentionInput[],
): MentionInput[] {
  const known = terms.filter(({ term }) => term.kind === 'organization');
  const found = known.map((match) => placed(text, 'organization', match.term.name, match, 0.9));
  if (PLACE_WORD.test(text)) found.push(...placesByWord(text, known));
  const tests = terms.filter(({ term }) => term.kind === 'observation').map(({ start }) => start);
  const starts = [...care.map(({ start = 0 }) => start), ...tests];
  for (const match of starts.length > 0 ? matchesOf(AT_NAME, text) : []) {
    const name = String(match[1]);
    const place = { start: match.index + match[0].length - name.length, end: match.index + match[0].length };
    const { start: sentence } = sentenceAt(text, match.index);
    const isOfCare = starts.some((start) => start >= sentence && start < match.index);
    if (isOfCare && !found.some(({ start = 0, quote }) => start < place.end && place.start < start + quote.length))
      found.push(placed(text, 'organization', name, place, 0.7));
  }
  return found;
}

function placesByWord(text: string, known: readonly TermMatch[]): MentionInput[] {
  const found: MentionInput[] = [];
  for (const match of matchesOf(PLACE, text)) {
    let start = match.index;
    let name = match[0];
    for (let lead = NOT_A_NAME.exec(name); lead; lead = NOT_A_NAME.exec(name)) {
      start += lead[0].length;
      name = name.slice(lead[0].length);
    }
    const place = { start, end: start + name.length };
    if (
      !/^\p{Lu}/u.test(name) ||
      !/\s/.test(name) ||
      known.some((one) => one.start < place.end && place.start < one.end)
    )
      continue;
    found.push(placed(text, 'organization', name.replace(/\s+/g, ' '), place, 0.85));
  }
  return found;
}

export function placed(
  text: string,
  kind: MentionInput['kind'],
  name: string,
  { start, end }: Stretch,
  confidence: number,
): MentionInput {
  return { kind, name, quote: text.slice(start, end), start, ...assertionAt(text, start, end), confidence };
}

function beside(text: string, a: Stretch, b: Stretch): boolean {
  if (a.start < b.end && b.start < a.end) return true;
  const gap = a.end <= b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start);
  return gap.length <= 12 && /^[\s,(]*(?:(?:my|the|a|an|is|our|named|called)\s+)*$/i.test(gap);
}

export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
